import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { caseCount } from '../../../../scripts/testing/random-cases.ts';
import { applyEdits, type TextEdit } from '../../../../src/dataset/edits/text-edit.ts';
import { unifiedDiff } from '../../../../src/dataset/edits/unified-diff.ts';
import { patched } from './patched.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\n', '\r\n'), maxLength: 60 });
const edited = text.chain((original) =>
  fc
    .array(fc.tuple(fc.nat(original.length), fc.nat(3), text), { maxLength: 4 })
    .map((changes): { original: string; edits: TextEdit[] } => {
      const edits: TextEdit[] = [];
      for (const [at, length, newText] of changes.toSorted(([a], [b]) => a - b)) {
        const start = Math.max(at, edits.at(-1)?.end ?? 0);
        if (edits.length > 0 && start === edits.at(-1)?.end) continue;
        edits.push({ start, end: Math.min(start + length, original.length), newText });
      }
      return { original, edits };
    }),
);

describe('A unified diff', () => {
  it('turns the old text into the new one for any edits', () =>
    fc.assert(
      fc.property(edited, ({ original, edits }) => {
        const diff = unifiedDiff('a', original, edits);
        assert.equal(patched(original, diff.of(diff.changeCount)), applyEdits(original, edits));
      }),
      { numRuns: caseCount(5000) },
    ));

  it('is empty without changes', () => {
    assert.equal(unifiedDiff('a', 'x\n', []).changeCount, 0);
    assert.equal(unifiedDiff('a', 'x\n', [{ start: 0, end: 1, newText: 'x' }]).changeCount, 0);
    assert.equal(unifiedDiff('a', 'x\n', []).of(0), '');
  });

  it('of the first changes can be applied without the others', () => {
    const original = Array.from({ length: 40 }, (_, line) => `${line}\n`).join('');
    const edits = [0, 20, 37].map((line) => {
      const start = original.indexOf(`${line}\n`);
      return { start, end: start, newText: 'new\n' };
    });
    const diff = unifiedDiff('a', original, edits);
    assert.equal(diff.changeCount, 3);
    for (const count of [0, 1, 2, 3])
      assert.equal(patched(original, diff.of(count)), applyEdits(original, edits.slice(0, count)));
  });

  it('can be applied by git', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dataset-studio-diff-'));
    try {
      for (const original of ['{\n  "name": "a"\n}', '{\r\n  "name": "a"\r\n}\r\n', 'name: a\ntables:\n']) {
        const at = original.indexOf('a', original.indexOf('name') + 4);
        const edits = [
          { start: at, end: at + 1, newText: 'b' },
          { start: original.length, end: original.length, newText: '\n' },
        ];
        const diff = unifiedDiff('x.dataset.json', original, edits);
        await writeFile(join(folder, 'x.dataset.json'), original);
        await writeFile(join(folder, 'change.diff'), diff.of(diff.changeCount));
        execFileSync('git', ['apply', '--whitespace=nowarn', 'change.diff'], { cwd: folder, stdio: 'pipe' });
        assert.equal(await readFile(join(folder, 'x.dataset.json'), 'utf8'), applyEdits(original, edits));
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('has no line breaks of a file name in its header', () => {
    const diff = unifiedDiff('a\n+++ b/x', 'x', [{ start: 0, end: 1, newText: 'y' }]);
    assert.match(diff.of(1), /^--- a\/a\\u000a\+\+\+ b\/x\n\+\+\+ b\/.*\n@@/i);
  });
});
