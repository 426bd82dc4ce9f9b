import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { type CausedOutcome, causeTable } from '../../../src/submission/cause-table.ts';
import { parseFact } from '../../../src/submission/journal/directory/entry-format.ts';
import { stateOf } from '../../../src/submission/journal/entry.ts';
import { agentAnswers, outcomeTable } from '../../../src/submission/outcome-table.ts';
import { describeState } from '../../../src/submission/state-message.ts';

const outcomes = Object.keys(causeTable) as CausedOutcome[];

/** The state of a submission by what the journal stores of its cause. */
function storedState(outcome: string, cause: object) {
  const text = JSON.stringify({
    version: 1,
    at: '2026-01-02T03:04:05.006Z',
    outcome,
    status: 400,
    reason: '',
    response: '',
    cause,
  });
  const fact = parseFact('outcome', new TextEncoder().encode(text));
  assert.ok(fact.ok, text);
  return stateOf(fact.value);
}

describe('The table of outcomes', () => {
  for (const outcome of outcomes)
    it(`has a row for each cause of ${outcome} that a journal contains`, () => {
      for (const kind of Object.keys(causeTable[outcome])) {
        const details = { host: 'h', code: 'C', status: 500, seconds: 3, detail: 'text' };
        const text = describeState(storedState(outcome, { kind, ...details }));
        assert.match(text, outcome === 'rejected' && kind === 'other' ? /text$/ : /: [^ ]/);
        assert.doesNotMatch(text, /[{}]|undefined|: $/);
      }
    });

  it('describes a cause that another version of the program has recorded by the text of the server', () => {
    const state = storedState('unknown', { kind: 'struck-by-lightning', detail: 'no power' });
    assert.ok(state.kind === 'unknown');
    assert.equal(state.cause.kind, 'unrecognized');
    assert.equal(describeState(state), 'outcome unknown: no power');
  });

  it('tells a rejected token from one that could not be had', () => {
    assert.equal(
      describeState(storedState('rejected', { kind: 'token' })),
      'rejected with status 400: the access token was not accepted',
    );
    assert.equal(
      describeState(storedState('not-sent', { kind: 'token', code: 'missing' })),
      'not sent: no access token',
    );
  });

  it('has the exit codes that the documentation lists', () => {
    const codes = Object.entries(outcomeTable).map(([kind, { exitCode }]) => [kind, exitCode]);
    assert.deepEqual(Object.fromEntries(codes), {
      unknown: 5,
      'in-flight': 5,
      rejected: 4,
      'not-sent': 6,
      invalid: 1,
      skipped: 6,
      cancelled: 130,
      'not-created': 0,
      created: 0,
      accepted: 0,
    });
  });

  it('has an answer for agents that no cause lacks, and none too many', () => {
    const given = outcomes.flatMap((outcome) => Object.values(causeTable[outcome]).map(({ agent }) => agent));
    // These follow from the state of the earlier submission, and from a submission without a cause.
    const others = ['in-flight', 'earlier-unknown', 'cancelled'];
    assert.deepEqual([...new Set([...given, ...others])].sort(), Object.keys(agentAnswers).sort());
  });

  describe('is the only place that words an outcome', () => {
    /** The texts in a file, without comments and code. */
    const textsOf = (source: string): readonly string[] =>
      [
        ...source.matchAll(
          /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g,
        ),
      ].flatMap(([, ...texts]) => texts.filter((text) => text?.includes(' ')));
    const isTable = (path: string) => /[\\/](outcome|cause)-table\.ts$/.test(path);
    const paths = globSync('src/**/*.{ts,tsx}');
    const textsIn = (wanted: readonly string[]) =>
      wanted.flatMap((path) => textsOf(readFileSync(path, 'utf8')).map((text) => ({ path, text })));
    const others = textsIn(paths.filter((path) => !isTable(path)));

    it('that is unknown', () => {
      // In the description for agents, `unknown` is a value in JSON.
      const unknown = /\boutcomes?\b[^.]*(?<!`)\bunknown\b|\bunknown\b[^.]*\boutcomes?\b/i;
      assert.deepEqual(
        others.filter(({ text }) => unknown.test(text)),
        [],
      );
      assert.ok(textsIn(paths.filter(isTable)).some(({ text }) => unknown.test(text)));
    });

    it('or is in the table at all', () => {
      const advice: readonly string[] = Object.values(agentAnswers).map(({ next }) => next);
      const texts = textsIn(paths.filter(isTable)).map(({ text }) => text);
      const words = new Set(texts.filter((text) => !advice.includes(text)));
      assert.deepEqual(
        others.filter(({ text }) => words.has(text)),
        [],
      );
    });
  });
});
