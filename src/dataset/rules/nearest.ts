/** Only so many known names are compared, because each is compared with each unknown one. */
const maxKnown = 200;

/**
 * The known name that was probably meant: one that differs only in case; else one that begins with the other
 * (at least three characters); else the one with the smallest edit distance (Damerau-Levenshtein, ignoring case):
 * at most four edits in ten characters, and never more than three.
 */
export function nearest(name: string, all: readonly string[]): string | undefined {
  const known = all.length > maxKnown ? all.slice(0, maxKnown) : all;
  // A much longer name can't be near, and folding a megabyte to find out is a waste.
  if (known.every((each) => name.length > each.length + 40)) return undefined;
  const folded = name.trim().toLowerCase();
  return (
    known.find((each) => each.toLowerCase() === folded) ??
    known.find((each) => isExtension(folded, each.toLowerCase())) ??
    smallestDistance(folded, known)
  );
}

/** Whether one of two names begins with the other. */
function isExtension(a: string, b: string): boolean {
  return Math.min(a.length, b.length) >= 3 && (a.startsWith(b) || b.startsWith(a));
}

function smallestDistance(folded: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let smallest = Math.min(3, Math.floor(folded.length * 0.4)) + 1;
  for (const each of known) {
    const edits = distance(folded, each.toLowerCase(), smallest);
    if (edits < smallest) {
      smallest = edits;
      best = each;
    }
  }
  return best;
}

/** Edit distance with transpositions (optimal string alignment); `bound` or more if it isn't below `bound`. */
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
