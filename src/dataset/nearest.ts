/**
 * The known name that was probably meant: equal but for case, or else one of the two begins with the other
 * (three characters at least), or else the one with the fewest slips (Damerau-Levenshtein, case aside):
 * at most four in ten characters, and never more than three.
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  // No longer name can be near, and folding a megabyte to learn that is a waste.
  const longestKnown = known.reduce((longest, each) => Math.max(longest, each.length), 0);
  if (name.length > longestKnown + 40) return undefined;

  const folded = name.trim().toLowerCase();
  const candidates = known.map((each) => ({ each, folded: each.toLowerCase() }));
  const sameButCase = candidates.find((candidate) => candidate.folded === folded);
  if (sameButCase !== undefined) return sameButCase.each;

  const extension = candidates.find(
    (candidate) =>
      Math.min(folded.length, candidate.folded.length) >= 3 &&
      (candidate.folded.startsWith(folded) || folded.startsWith(candidate.folded)),
  );
  if (extension !== undefined) return extension.each;

  let best: string | undefined;
  let fewest = Math.min(3, Math.floor(folded.length * 0.4)) + 1;
  for (const candidate of candidates) {
    const slips = distance(folded, candidate.folded, fewest);
    if (slips < fewest) {
      fewest = slips;
      best = candidate.each;
    }
  }
  return best;
}

/** Edit distance with transpositions (optimal string alignment); any number ≥ `bound` when it isn't below it. */
function distance(a: string, b: string, bound: number): number {
  if (Math.abs(a.length - b.length) >= bound) return bound;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    let smallest = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(at(previous, j) + 1, at(current, j - 1) + 1, at(previous, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, at(beforePrevious, j - 2) + 1);
      }
      current.push(cost);
      smallest = Math.min(smallest, cost);
    }
    if (smallest >= bound) return bound;
    beforePrevious = previous;
    previous = current;
  }
  return at(previous, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
