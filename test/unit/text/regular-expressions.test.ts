import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { check } from 'recheck';
import { isFull } from '../../../scripts/testing/random-cases.ts';
import {
  type RegularExpression,
  regularExpressionsOfJson,
  regularExpressionsOfSource,
} from './regular-expressions.ts';

/** By file: calls of `RegExp` whose argument is not a constant. */
const checkedElsewhere: Readonly<Record<string, string>> = {
  'src/schema-mistakes.ts': 'A property named `pattern` of `definitions.ts`, which is checked as such.',
  'src/inference/reading-option.ts':
    'The patterns of `reading-options.ts`, which are checked as such, or are those of the formats.',
  'src/data-view/options.tsx': 'The patterns of `reading-options.ts`, which are those of the formats.',
};

/**
 * The hashes of the expressions that a full run found to be linear, with the version of the checker, so that other runs
 * check those only that are new. Only a full run writes it.
 */
const recordPath = 'test/unit/text/linear-expressions.json';
const { version } = JSON.parse(readFileSync('node_modules/recheck/package.json', 'utf8'));
const record = JSON.parse(readFileSync(recordPath, 'utf8'));
const recorded: ReadonlySet<string> = new Set(isFull || record.recheck !== version ? [] : record.hashes);

function hashOf({ source, flags }: RegularExpression): string {
  return createHash('sha256').update(`/${source}/${flags}`).digest('hex');
}

/**
 * In milliseconds. All expressions take about ten seconds, and ten times as long where `recheck` has no program for the
 * machine.
 */
const timeout = 300_000;

/**
 * The same result on every machine: with a fixed seed, because some expressions are checked with random texts, and with an attack
 * that is over when it takes too many steps, not too much time. A full run proves that the largest are linear, and
 * tries more texts.
 */
const options = {
  timeout,
  randomSeed: 0,
  attackLimit: 10_000_000,
  attackTimeout: timeout,
  ...(isFull ? {} : { maxNFASize: 2000, maxIteration: 5 }),
};

async function findDefect(expression: RegularExpression): Promise<string | undefined> {
  const { source, flags } = expression;
  if (source === undefined) return 'not a constant';
  if (recorded.has(hashOf(expression))) return undefined;
  const result = await check(source, flags, options);
  if (result.status === 'safe') return undefined;
  return result.status === 'unknown'
    ? result.error.kind
    : `${result.complexity.summary}, ${result.attack.pattern}`;
}

describe('Regular expressions', () => {
  const inJson = ['package.json', ...globSync('schemas/*.json')].flatMap(regularExpressionsOfJson);

  it('take linear time for any text', async () => {
    const all = [...regularExpressionsOfSource(), ...inJson];
    assert.ok(all.length > 200);
    const unique = new Map(
      all.map((expression) => [`/${expression.source ?? expression.file}/${expression.flags}`, expression]),
    );
    // One after another: side by side, they take twice the time of the processor.
    const found: { file: string; text: string; defect: string }[] = [];
    for (const [text, expression] of unique) {
      const defect = await findDefect(expression);
      if (defect !== undefined) found.push({ file: expression.file, text, defect });
    }
    assert.deepEqual(
      found.filter(({ file }) => !(file in checkedElsewhere)),
      [],
    );
    assert.deepEqual(
      [...new Set(found.map(({ file }) => file))].sort(),
      Object.keys(checkedElsewhere).sort(),
    );
    if (!isFull) return;
    const linear = [...unique.values()].filter(({ source }) => source !== undefined);
    const newRecord = { recheck: version, hashes: linear.map(hashOf).sort() };
    writeFileSync(recordPath, `${JSON.stringify(newRecord, undefined, 2)}\n`);
  }).timeout(timeout);
});
