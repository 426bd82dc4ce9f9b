import assert from 'node:assert/strict';
import { knownServices } from '../../../../src/app/submissions/known-services.ts';
import { DatasetHistory } from '../../../../src/submission/dataset-history.ts';
import type { JournalRecord } from '../../../../src/submission/journal/journal.ts';
import { created, draft, identity } from '../../submission/journal/journal-fixture.ts';

const at = '2026-11-22T02:06:59.123Z';
const done = { ...created, at };
const test = 'https://gateway.example/test';
const prod = 'https://gateway.example/prod';
const other = 'https://other.example/reporting';

type Submitted = readonly [environment: string, address: string, state?: JournalRecord['state']];

/** Labels by address, with `!` where the name stands for another address by now. `submitted`: newest first. */
function labels(submitted: readonly Submitted[], own?: readonly [name: string, address: string]) {
  const records = submitted.map(([environment, address, state = done], index) => {
    const id = String(1000 - index);
    const body = { sha256: id, contentSha256: id, length: 1 };
    const requestUrl = `${address}/datasets?defaultRetentionPolicy=None`;
    return { entry: { ...draft, id, begunAt: at, environment, requestUrl, body, owner: identity(1) }, state };
  });
  const services = knownServices(
    new DatasetHistory(records),
    own && { name: own[0], service: `${own[1]}/datasets` },
  );
  return services.map(({ label, address, named }) => `${label} ${address}${named === address ? '' : '!'}`);
}

describe('The services of a journal', () => {
  const host = 'gateway.example';
  for (const [title, submitted, expected, own] of [
    [
      'the newest name that was given',
      [
        ['new', prod],
        ['old', prod],
      ],
      [`new ${prod}`],
    ],
    [
      'a given name rather than the host',
      [
        [host, prod],
        ['prod', prod],
      ],
      [`prod ${prod}`],
    ],
    ['the host without a name', [[host, prod]], [`${host} ${prod}`]],
    [
      'host and path, if two services have one host',
      [
        [host, prod],
        ['test', test],
      ],
      [`${host}/prod ${prod}`, `test ${test}`],
    ],
    [
      'the address, too, if one name has two',
      [
        ['p', other],
        ['p', prod],
      ],
      [`p (${other}) ${other}`, `p (${prod}) ${prod}!`],
    ],
    ['what is given now', [['old', prod]], [`new ${prod}`], ['new', prod]],
    ['what was given before, if nothing is now', [['prod', prod]], [`prod ${prod}`], [host, prod]],
    [
      'that a name stands for another address',
      [['p', prod]],
      [`p (${other}) ${other}!`, `p (${prod}) ${prod}`],
      ['p', other],
    ],
    [
      'no name by what created nothing',
      [['p', other, { kind: 'settled', settlement: { kind: 'not-created' }, at }]],
      [`p (${prod}) ${prod}`, `p (${other}) ${other}`],
      ['p', prod],
    ],
  ] as readonly (readonly [string, readonly Submitted[], readonly string[], (readonly [string, string])?])[])
    it(`are called by ${title}`, () => assert.deepEqual(labels(submitted, own), expected));
});
