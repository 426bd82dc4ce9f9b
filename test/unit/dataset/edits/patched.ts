import assert from 'node:assert/strict';

/** Applies a unified diff strictly: each line must be where the diff says. */
export function patched(original: string, diff: string): string {
  const hunks = diff.split(/^(?=@@)/m).slice(1);
  const lines = original.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const result: string[] = [];
  let at = 0;
  for (const hunk of hunks) {
    const [head = '', ...body] = hunk.match(/[^\n]*\n/g) ?? [];
    const [, oldStart, oldCount, newStart, newCount] =
      /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@\n$/.exec(head) ?? [];
    const first = Number(oldStart) - (Number(oldCount) === 0 ? 0 : 1);
    while (at < first) result.push(lines[at++] ?? '');
    assert.equal(result.length, Number(newStart) - (Number(newCount) === 0 ? 0 : 1), head);
    const entries: string[] = [];
    for (const line of body)
      if (line.startsWith('\\')) entries.push((entries.pop() ?? '').slice(0, -1));
      else entries.push(line);
    for (const entry of entries) {
      if (entry[0] !== '+') assert.equal(lines[at++], entry.slice(1));
      if (entry[0] !== '-') result.push(entry.slice(1));
    }
    assert.equal(entries.filter((entry) => entry[0] !== '+').length, Number(oldCount));
    assert.equal(entries.filter((entry) => entry[0] !== '-').length, Number(newCount));
  }
  return [...result, ...lines.slice(at)].join('');
}
