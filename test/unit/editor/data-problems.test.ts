import assert from 'node:assert/strict';
import { shownProblems, Uri } from './fake-vscode.ts';

const { DataProblems } = await import('../../../src/editor/from-data/checking/data-problems.ts');
type Checks = ConstructorParameters<typeof DataProblems>[0];
type Result = Parameters<InstanceType<typeof DataProblems>['show']>[0];

describe('The problems of data files', () => {
  const file = new Uri('/r/a.csv');
  const checked = (message: string) => {
    const finding = { file: file.toString(), message, severity: 'error', code: 'wrong-type', line: 1 };
    return { files: [file], findings: [finding], layouts: new Map() } as unknown as Result;
  };
  const answers: (() => void)[] = [];
  const checks = {
    run: () =>
      new Promise((resolve) => {
        answers.push(() => resolve({ kind: 'done', answer: [{ start: 0, end: 0 }] }));
      }),
  } as unknown as Checks;
  const settled = () => new Promise((resolve) => setTimeout(resolve, 10));
  let problems: InstanceType<typeof DataProblems>;

  beforeEach(() => {
    answers.length = 0;
    problems = new DataProblems(checks);
  });

  afterEach(() => problems.dispose());

  it('do not come back if the check is stopped while they are located', async () => {
    const run = new AbortController();
    const shown = problems.show(checked('first'), run.signal);
    await settled();
    run.abort();
    answers[0]?.();
    await shown;
    assert.deepEqual([...shownProblems.values()].flat(), []);
  });

  it('are those of the latest check, whichever is located last', async () => {
    const run = new AbortController();
    const shown = [problems.show(checked('first'), run.signal)];
    await settled();
    run.abort();
    shown.push(problems.show(checked('second'), new AbortController().signal));
    await settled();
    answers[1]?.();
    await settled();
    assert.deepEqual(shownProblems.get('/r/a.csv'), ['second']);
    answers[0]?.();
    await Promise.all(shown);
    assert.deepEqual(shownProblems.get('/r/a.csv'), ['second']);
  });
});
