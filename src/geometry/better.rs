//! Which steps out of squares of one cost reach a square for less than its known cost: the inner loop of a flood over a
//! [`StepMap`]. It works on all eight steps out of a square at once.

use super::StepMap;

/// One in each lane of a word.
const ONES: u64 = 0x0001_0001_0001_0001;

/// The highest bit of each lane.
const HIGH: u64 = ONES << 15;

/// For each set of slots, given by one bit each: the slots in it, in order, then meaningless ones up to eight; and how
/// many there are.
static GOOD: [([u8; 8], u8); 256] = {
    let mut table = [([0; 8], 0); 256];
    let mut mask = 0;
    while mask < 256 {
        let mut slot = 0;
        while slot < 8 {
            if mask >> slot & 1 == 1 {
                table[mask].0[table[mask].1 as usize] = slot;
                table[mask].1 += 1;
            }
            slot += 1;
        }
        mask += 1;
    }
    table
};

/// Four numbers in the lanes of a word.
fn lanes(four: &[u16]) -> u64 {
    u64::from(four[0]) | u64::from(four[1]) << 16 | u64::from(four[2]) << 32 | u64::from(four[3]) << 48
}

/// The highest bits of the lanes in which a known cost is more than `cost` plus a step. No known cost has that bit; a
/// step that has it cannot be made.
fn dearer(known: u64, cost: u64, steps: u64) -> u64 {
    let least = cost + ONES + steps;
    ((known | HIGH) - (least & !HIGH)) & !least & HIGH
}

/// Steps worth taking from one bucket: the number of the square each starts from, and its slot.
#[derive(Debug, Default)]
pub(super) struct Better {
    squares: Vec<u32>,
    slots: Vec<u8>,
    count: usize,
}

impl Better {
    /// Gathers the steps out of a bucket's squares that lead to a square for less than its known cost. `costs` begin a
    /// row and a square before the first square of the board and end a row and two squares after its last one.
    ///
    /// Whether a step is worth taking is too irregular for the processor to predict, so this never branches on it: for
    /// each square it writes all eight slots, the good ones first, and advances past the good ones only.
    #[inline(never)]
    pub(super) fn find(&mut self, map: &StepMap, costs: &[u16], bucket: &[u32], cost: u16) {
        let room = (bucket.len() + 1) * 8;
        if self.slots.len() < room {
            self.squares.resize(room, 0);
            self.slots.resize(room, 0);
        }
        let (squares, slots) = (&mut self.squares[..room], &mut self.slots[..room]);
        let (width, whole) = (usize::from(map.extent().width), u64::from(cost) * ONES);
        let all = costs.len() - 2 * width;
        let (above, beside, below) = (&costs[..all], &costs[width..][..all], &costs[2 * width..][..all]);
        let mut count = 0;
        for square in bucket {
            let from = *square as usize;
            // Thanks to the margin, the square with this number is in the middle of the first three of each of these.
            let (above, beside, below) = (&above[from..from + 4], &beside[from..from + 4], &below[from..from + 4]);
            if beside[1] != cost {
                continue;
            }
            let steps = map.out_of(from);
            let with = |beside: u16, three: &[u16]| lanes(three) << 16 | u64::from(beside);
            let above = dearer(with(beside[0], above), whole, lanes(&steps[..4]));
            let below = dearer(with(beside[2], below), whole, lanes(&steps[4..]));
            // The eight highest bits side by side.
            let gathered = (above >> 15 | below >> 11).wrapping_mul(1 << 48 | 1 << 33 | 1 << 18 | 1 << 3);
            let (good, many) = &GOOD[(gathered >> 48 & 0xff) as usize];
            slots[count..count + 8].copy_from_slice(good);
            squares[count..count + 8].fill(*square);
            count += usize::from(*many);
        }
        self.count = count;
    }

    /// Takes the steps that still lead to a square for less than its known cost, and puts those squares into the
    /// buckets of their costs; returns how many. `costs` begin with the first square.
    // As a separate function it has the processor's registers to itself.
    #[inline(never)]
    pub(super) fn take(&self, map: &StepMap, costs: &mut [u16], cost: u16, buckets: &mut [Vec<u32>]) -> usize {
        let width = usize::from(map.extent().width) as isize;
        let offsets = StepMap::SLOTS.map(|direction| {
            let (dx, dy) = direction.delta();
            isize::from(dy) * width + isize::from(dx)
        });
        let mut taken = 0;
        for (from, slot) in self.squares[..self.count].iter().zip(&self.slots[..self.count]) {
            let (from, slot) = (*from as usize, usize::from(*slot & 7));
            let (to, total) = (from.wrapping_add_signed(offsets[slot]), cost + map.out_of(from)[slot]);
            let best = &mut costs[to];
            if total < *best {
                *best = total;
                let last = buckets.len() - 1;
                buckets[usize::from(total) & last].push(to as u32);
                taken += 1;
            }
        }
        taken
    }
}
