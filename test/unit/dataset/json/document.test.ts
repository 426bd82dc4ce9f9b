import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';

describe('a JSON document whose property names begin with an escape', () => {
  it('is read as it is, whatever V8 has parsed before', () => {
    // A process of its own: what V8 remembers of property names changes how it parses for as long as it runs.
    const module = new URL('../../../../src/dataset/json/document.ts', import.meta.url);
    const script = `
      import { readJson } from ${JSON.stringify(module.href)};
      JSON.parse('{"\\\\\\\\":1}');
      const { problems } = readJson('{"\\\\u006eame":"d","tables":[]}', { rules: {}, dataTypes: [] });
      console.log(problems.map(({ code }) => code).join());
    `;
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
    });
    assert.equal(output.trim(), 'no-tables');
  });
});
