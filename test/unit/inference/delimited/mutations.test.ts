import assert from 'node:assert/strict';
import { inferenceReport } from '../../../../src/inference/report/report.ts';
import { tryInfer } from '../infer-text.ts';
import { mutatedFiles } from './mutated-files.ts';

/** The names of a file's columns as they are read; why it can't be read. */
async function namesIn(text: string): Promise<string> {
  const result = await tryInfer(text);
  if (!result.ok) return result.failure.kind;
  const [table] = inferenceReport(result.value, 'Double').tables;
  return JSON.stringify(table?.columns.map(({ name }) => name));
}

describe('Files with titles, comments, short rows and other changes', () => {
  it('have the right header and delimiter in 98 % of all cases', async () => {
    const wrong: string[] = [];
    let count = 0;
    for (const { name, text, names } of mutatedFiles()) {
      count++;
      const found = await namesIn(text);
      if (found !== JSON.stringify(names)) wrong.push(`${name}: ${found}`);
    }
    assert.ok(wrong.length * 50 <= count, `${wrong.length} of ${count} are wrong:\n${wrong.join('\n')}`);
  });
});
