import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

const files = ['src', 'test', 'schemas', 'scripts'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
    (path) => `${folder}/${path.replaceAll('\\', '/')}`,
  ),
);

function inBackticks(document: string, form: RegExp): string[] {
  return [...readFileSync(document, 'utf8').matchAll(/`([^`\n]+)`/g)]
    .flatMap(([, text = '']) => text)
    .filter((text) => form.test(text));
}

describe('The documents for developers', () => {
  it('mention only existing files in ARCHITECTURE.md', () => {
    const named = inBackticks('ARCHITECTURE.md', /^[\w/.-]+\.(ts|mjs)$/);
    assert.ok(named.length > 10);
    assert.deepEqual(
      named.filter(
        (name) => !files.some((file) => file === name || file === `src/${name}` || basename(file) === name),
      ),
      [],
    );
  });

  it('mention only existing tests in SECURITY.md', () => {
    const named = inBackticks('SECURITY.md', /^(unit|host|browser|identity-provider|contract|faults)\//);
    assert.ok(named.length > 10);
    assert.deepEqual(
      named.filter((name) => !files.includes(`test/${name}.test.ts`)),
      [],
    );
  });
});
