//! Every colour of the game, each with its one use, and the arithmetic that says whether two of them can be told apart.

use crate::rules::Team;

/// An opaque sRGB colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb {
    /// Red, 0 to 255.
    pub r: u8,
    /// Green, 0 to 255.
    pub g: u8,
    /// Blue, 0 to 255.
    pub b: u8,
}

impl Rgb {
    /// The colour written `0xRRGGBB`.
    pub const fn hex(code: u32) -> Self {
        Self { r: (code >> 16) as u8, g: (code >> 8) as u8, b: code as u8 }
    }

    /// Red, green and blue.
    pub const fn bytes(self) -> [u8; 3] {
        [self.r, self.g, self.b]
    }

    /// WCAG contrast ratio with another colour, 1 to 21, the same both ways.
    pub fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// The colour moved towards another: 0 stays, 1 arrives.
    pub fn mixed(self, other: Self, share: f32) -> Self {
        let channel = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * share).round() as u8;
        Self { r: channel(self.r, other.r), g: channel(self.g, other.g), b: channel(self.b, other.b) }
    }

    /// Linear light of the three channels, 0 to 1.
    fn linear(self) -> [f64; 3] {
        self.bytes().map(|channel| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn luminance(self) -> f64 {
        let [r, g, b] = self.linear();
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }
}

/// The dark table around the board.
pub const TABLE: Rgb = Rgb::hex(0x1B_1814);
/// Panels and bars.
pub const PANEL: Rgb = Rgb::hex(0x26_2119);
/// Offers, buttons, chips at rest.
pub const CARD: Rgb = Rgb::hex(0x33_2D23);
/// A card under the pointer.
pub const CARD_HOVER: Rgb = Rgb::hex(0x3F_382C);
/// Fill of the chosen offer, the acting chip, the current row.
pub const CHOSEN: Rgb = Rgb::hex(0x0E_3F39);
/// Edge of what can be pressed.
pub const CARD_EDGE: Rgb = Rgb::hex(0x75_6B59);
/// Dividers and decoration, never a meaning.
pub const RULE: Rgb = Rgb::hex(0x4A_4234);
/// Dashed edge of what is refused; frames of bars.
pub const REFUSED_EDGE: Rgb = Rgb::hex(0x8A_7F6C);
/// Words.
pub const TEXT: Rgb = Rgb::hex(0xF3_EBDA);
/// Headline numbers and names.
pub const STRONG: Rgb = Rgb::hex(0xFF_F9EC);
/// Labels and second lines.
pub const SECOND: Rgb = Rgb::hex(0xD3_C8B2);
/// Rule ids, axis letters, coordinates.
pub const RULE_ID: Rgb = Rgb::hex(0xC4_B8A1);
/// What opens something when it is pressed, a rule's text above all; always underlined.
pub const LINK: Rgb = Rgb::hex(0xA3_CFF0);
/// You may: edge of the chosen, action icons.
pub const MAY: Rgb = Rgb::hex(0x63_D2BD);
/// Words and icons on a fill of [`MAY`].
pub const ON_MAY: Rgb = Rgb::hex(0x10_241F);
/// It hurts: edges, triangles, what is out.
pub const WARN: Rgb = Rgb::hex(0xFF_8A3D);
/// Casings, glyphs, plates.
pub const INK: Rgb = Rgb::hex(0x23_1F1A);
/// Rings, frames, letter plates.
pub const CREAM: Rgb = Rgb::hex(0xFB_F5E6);
/// A clear line of sight, always cased in ink.
pub const RAY: Rgb = Rgb::hex(0xFF_F6C9);
/// Luck stars and the stun mark, always in ink.
pub const GOLD: Rgb = Rgb::hex(0xFF_E27A);
/// Reach tint, acting ring.
pub const TEAL: Rgb = Rgb::hex(0x00_796B);
/// Outline of the base reach, solid.
pub const TEAL_BASE: Rgb = Rgb::hex(0x00_4D44);
/// Outline of the full reach, dashed.
pub const TEAL_FULL: Rgb = Rgb::hex(0x00_594F);
/// Line around threatened squares.
pub const THREAT: Rgb = Rgb::hex(0x8A_3400);
/// Hatch of threatened squares.
pub const HATCH: Rgb = Rgb::hex(0xB8_4700);
/// Frame around the board; the void.
pub const FRAME: Rgb = Rgb::hex(0x15_120F);

/// Side 1 blue, 2 orange, 3 green, 4 purple; the token's shape says the same.
pub const SIDES: [Rgb; 4] = [Rgb::hex(0x00_72B2), Rgb::hex(0xE6_9F00), Rgb::hex(0x00_9E73), Rgb::hex(0xCC_79A7)];

/// The colour of a side; those beyond the fourth share its colour.
pub const fn of_side(team: Team) -> Rgb {
    SIDES[if team.0 < 4 { team.0 as usize } else { 3 }]
}

/// Glyph and letter on each side's colour.
pub const ON_SIDES: [Rgb; 4] = [CREAM, INK, INK, INK];
/// Parts of an odds bar: nothing, light, heavy, out.
pub const ODDS: [Rgb; 4] = [Rgb::hex(0x6B_6255), Rgb::hex(0x8F_C6E8), Rgb::hex(0xF0_E442), WARN];
/// The lab's field from little to much; dark numbers on the first four, white on the rest.
pub const RAMP: [Rgb; 7] = [
    Rgb::hex(0xF6_EFDC),
    Rgb::hex(0xDD_E3D2),
    Rgb::hex(0xB5_CFD0),
    Rgb::hex(0x85_B2C6),
    Rgb::hex(0x3B_78A2),
    Rgb::hex(0x23_5C90),
    Rgb::hex(0x0F_3F73),
];
/// The lab's field where it has become worse, from little to much; dark numbers on the first two, white on the last.
pub const LESS: [Rgb; 3] = [Rgb::hex(0xF6_CE94), Rgb::hex(0xE3_9437), Rgb::hex(0x91_4200)];
/// The same where it has become better.
pub const MORE: [Rgb; 3] = [Rgb::hex(0xB4_D2EC), Rgb::hex(0x6A_A5D8), Rgb::hex(0x12_4A86)];
/// A square where the lab's field has no value.
pub const NO_VALUE: Rgb = Rgb::hex(0xA7_9E8E);
/// A square of the lab's field in which there is nothing to fear.
pub const SAFE: Rgb = Rgb::hex(0x86_EA92);
/// Numbers on the dark steps of [`RAMP`].
pub const WHITE: Rgb = Rgb::hex(0xFF_FFFF);
/// Paper of a square where the lab's field has no number.
pub const PAPER: Rgb = Rgb::hex(0xE9_E1CF);

/// Ground: cobbles.
pub const STREET: Rgb = Rgb::hex(0xD8_CCB3);
/// Ground: indoor planks.
pub const WOOD: Rgb = Rgb::hex(0xD3_B487);
/// Ground: grass.
pub const GRASS: Rgb = Rgb::hex(0xBF_C393);
/// Ground: stone slabs.
pub const SLAB: Rgb = Rgb::hex(0xCB_C6B8);
/// Ground: bare earth.
pub const EARTH: Rgb = Rgb::hex(0xCD_B78F);
/// Ground: boards over water.
pub const BRIDGE: Rgb = Rgb::hex(0xC9_A878);
/// Ground: water.
pub const WATER: Rgb = Rgb::hex(0x86_AFC0);
/// Top of a wall.
pub const WALL: Rgb = Rgb::hex(0x7B_6C57);
/// Joints between the courses of a wall; door jambs.
pub const COURSE: Rgb = Rgb::hex(0x5C_4F3D);
/// Doors, rails, beams.
pub const TIMBER: Rgb = Rgb::hex(0xA9_7B40);
/// Crates, tables.
pub const TIMBER_LIGHT: Rgb = Rgb::hex(0xB9_8A4C);
/// Crown of a tree.
pub const FOLIAGE: Rgb = Rgb::hex(0x7E_8F4A);
/// Bushes.
pub const FOLIAGE_LIGHT: Rgb = Rgb::hex(0x8E_9D56);
/// Edges and leaf ticks of foliage.
pub const FOLIAGE_EDGE: Rgb = Rgb::hex(0x3D_4A1F);
/// Rubble, low walls.
pub const STONE: Rgb = Rgb::hex(0xA7_9F8E);
/// The shadow that a thing throws to the south-east.
pub const SHADOW: Rgb = Rgb::hex(0x2A_2010);
/// Lines of the grid.
pub const GRID: Rgb = Rgb::hex(0x4A_3C22);
/// Smoke.
pub const SMOKE: Rgb = Rgb::hex(0xBD_B9B2);
/// Rim of smoke.
pub const SMOKE_RIM: Rgb = Rgb::hex(0x55_514B);
/// Dim light and darkness.
pub const GLOOM: Rgb = Rgb::hex(0x1B_1A2A);
/// Stipple in dim light and darkness.
pub const GLOOM_DOT: Rgb = Rgb::hex(0x8C_8AA8);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_is_what_the_table_says() {
        for (front, ground, ratio) in [
            (CARD_EDGE, PANEL, 3.0),
            (REFUSED_EDGE, PANEL, 4.1),
            (TEXT, TABLE, 14.9),
            (TEXT, PANEL, 13.5),
            (TEXT, CARD, 11.5),
            (TEXT, CHOSEN, 9.9),
            (STRONG, CHOSEN, 11.2),
            (SECOND, PANEL, 9.6),
            (SECOND, CARD, 8.2),
            (SECOND, CHOSEN, 7.1),
            (RULE_ID, TABLE, 9.0),
            (RULE_ID, PANEL, 8.2),
            (RULE_ID, CARD, 7.0),
            (RULE_ID, CHOSEN, 6.0),
            (MAY, PANEL, 8.7),
            (MAY, CARD, 7.5),
            (ON_MAY, MAY, 8.9),
            (WARN, PANEL, 6.8),
            (INK, WARN, 7.0),
            (INK, STREET, 10.3),
            (INK, WOOD, 8.3),
            (INK, GRASS, 8.9),
            (INK, WATER, 6.9),
            (CREAM, INK, 15.1),
            (RAY, INK, 15.0),
            (TEAL_BASE, STREET, 6.2),
            (TEAL_FULL, STREET, 5.2),
            (TEAL_BASE, WOOD, 5.0),
            (TEAL_FULL, WOOD, 4.2),
            (TEAL_BASE, WATER, 4.2),
            (TEAL_FULL, WATER, 3.5),
            (THREAT, STREET, 5.1),
            (THREAT, GRASS, 4.4),
            (THREAT, WOOD, 4.1),
            (THREAT, BRIDGE, 3.6),
            (HATCH, STREET, 3.4),
            (ON_SIDES[0], SIDES[0], 4.8),
            (ON_SIDES[1], SIDES[1], 7.3),
            (ON_SIDES[2], SIDES[2], 4.8),
            (ON_SIDES[3], SIDES[3], 5.3),
            (INK, RAMP[0], 14.3),
            (INK, RAMP[1], 12.5),
            (INK, RAMP[2], 10.0),
            (INK, RAMP[3], 7.2),
            (WHITE, RAMP[4], 4.8),
            (WHITE, RAMP[5], 7.0),
            (WHITE, RAMP[6], 10.6),
        ] {
            let found = front.contrast(ground);
            assert!((found - ratio).abs() < 0.06, "{front:?} on {ground:?}: {found:.2}, not {ratio}");
        }
    }

    #[test]
    fn words_can_be_read_and_meaningful_outlines_seen() {
        for ground in [TABLE, PANEL, CARD, CHOSEN] {
            for words in [TEXT, STRONG, SECOND] {
                assert!(words.contrast(ground) >= 7.0);
            }
            assert!(RULE_ID.contrast(ground) >= 6.0 - 0.05);
        }
        // Plates on the board, including those that refuse.
        assert!([TEXT, STRONG, SECOND].iter().all(|words| words.contrast(INK) >= 7.0));
        for ground in [STREET, WOOD, GRASS, SLAB, EARTH, BRIDGE, WATER] {
            for line in [TEAL_BASE, TEAL_FULL, INK] {
                assert!(line.contrast(ground) >= 3.45, "{line:?} on {ground:?}");
            }
        }
    }

    /// Machado, Oliveira and Fernandes 2009, full strength, for linear light: protan, deutan, tritan.
    const MACHADO: [[[f64; 3]; 3]; 3] = [
        [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]],
        [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]],
        [[1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_900]],
    ];
    const PROTAN: usize = 0;
    const DEUTAN: usize = 1;
    const TRITAN: usize = 2;

    fn product(matrix: [[f64; 3]; 3], v: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
    }

    /// CIE Lab of linear light, white point D65.
    fn lab(light: [f64; 3]) -> [f64; 3] {
        let to_xyz =
            [[0.412_456, 0.357_576, 0.180_437], [0.212_673, 0.715_152, 0.072_175], [0.019_334, 0.119_192, 0.950_304]];
        let [x, y, z] = product(to_xyz, light.map(|channel| channel.clamp(0.0, 1.0)));
        let f = |t: f64| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
        let (x, y, z) = (f(x / 0.950_47), f(y), f(z / 1.088_83));
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    fn distance(a: Rgb, b: Rgb, eye: usize) -> f64 {
        let [a, b] = [a, b].map(|colour| lab(product(MACHADO[eye], colour.linear())));
        a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
    }

    fn smallest(a: Rgb, b: Rgb) -> f64 {
        (0..3).map(|eye| distance(a, b, eye)).fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn colour_blind_eyes_tell_them_apart() {
        let [blue, orange, green, purple] = SIDES;
        for (a, b, eye, quoted) in [
            (blue, orange, TRITAN, 79.0),
            (blue, green, TRITAN, 17.0),
            (orange, purple, TRITAN, 17.0),
            (green, purple, DEUTAN, 18.0),
            (blue, purple, PROTAN, 23.0),
        ] {
            let found = distance(a, b, eye);
            assert!((found - quoted).abs() < 1.0, "{a:?} and {b:?}: {found:.1}, not {quoted}");
            assert!((smallest(a, b) - found).abs() < 1e-9, "another eye is worse: {:.1}", smallest(a, b));
        }
        assert!(smallest(MAY, WARN) >= 50.9);
        for pair in RAMP.windows(2) {
            assert!(smallest(pair[0], pair[1]) >= 4.95, "{pair:?}");
        }
        for (less, more) in LESS.into_iter().flat_map(|less| MORE.map(|more| (less, more))) {
            assert!(smallest(less, more) >= 30.0, "{less:?} and {more:?}: {:.1}", smallest(less, more));
        }
        for pair in [LESS, MORE].iter().flat_map(|all| all.windows(2)) {
            assert!(smallest(pair[0], pair[1]) >= 15.0, "{pair:?}");
        }
        for all in [LESS, MORE] {
            assert!(INK.contrast(all[0]) >= 4.5 && INK.contrast(all[1]) >= 4.5 && WHITE.contrast(all[2]) >= 4.5);
        }
        for step in RAMP.into_iter().chain([NO_VALUE, PAPER]) {
            assert!(smallest(SAFE, step) >= 20.0, "{step:?}: {:.1}", smallest(SAFE, step));
        }
        assert!(INK.contrast(SAFE) >= 7.0);
        for step in [RAMP[0], RAMP[1], PAPER] {
            assert!(smallest(NO_VALUE, step) >= 20.0, "{step:?}");
        }
    }
}
