//! Randomness for the eye only: the same square always looks the same. Dice never come from here.

use crate::geometry::Square;

/// A stream of numbers that depends only on a place and what is drawn there.
pub(super) struct Chance(u64);

impl Chance {
    /// The stream of a square for one kind of drawing.
    pub(super) const fn of(square: Square, kind: u64) -> Self {
        Self::at(square.x as i64, square.y as i64, kind)
    }

    /// The stream of a place on a grid of any fineness.
    pub(super) const fn at(x: i64, y: i64, kind: u64) -> Self {
        let seed = (x as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (y as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        Self(seed ^ kind.wrapping_mul(0x1656_67B1_9E37_79F9))
    }

    /// A number from 0 up to but not including 1.
    pub(super) fn unit(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 40) as f32 / (1u32 << 24) as f32
    }

    /// A number between two others.
    pub(super) fn within(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// True with a probability.
    pub(super) fn happens(&mut self, probability: f32) -> bool {
        self.unit() < probability
    }

    /// One of several.
    pub(super) fn pick<T: Copy, const N: usize>(&mut self, of: [T; N]) -> T {
        of[((self.unit() * N as f32) as usize).min(N - 1)]
    }
}
