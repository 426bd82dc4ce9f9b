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

  it('describe every folder of src in ARCHITECTURE.md', () => {
    const described = inBackticks('ARCHITECTURE.md', /^[\w-]+\/$/);
    const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    assert.deepEqual(
      folders.map(({ name }) => `${name}/`).filter((name) => !described.includes(name)),
      [],
    );
  });

  it('stay short enough to be read before an agent is set up', () => {
    const words = readFileSync('docs/agents.md', 'utf8').split(/\s+/).length;
    assert.ok(words <= 800, `docs/agents.md has ${words} words.`);
  });

  it('mention only existing tests in SECURITY.md', () => {
    const named = inBackticks('SECURITY.md', /^(unit|host|browser|identity-provider|contract|faults)\//);
    assert.ok(named.length > 10);
    assert.deepEqual(
      named.filter((name) => !files.includes(`test/${name}.test.ts`)),
      [],
    );
  });

  it('name an existing test for each promise of README.md and SECURITY.md', () => {
    const wrong: string[] = [];
    const tables = readFileSync('test/promises.md', 'utf8')
      .split(/^\| (?=\S+\.md \|)/m)
      .slice(1);
    assert.equal(tables.length, 2);
    for (const table of tables) {
      const [header = '', , ...rows] = table.trim().split('\n');
      const [document = ''] = header.split(' |');
      const promised = readFileSync(document, 'utf8')
        .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
        .replaceAll(/\s+/g, ' ');
      assert.ok(rows.length > 10);
      for (const row of rows) {
        const [, promise = '', file = '', title = ''] = /^\| (.*) \| `(\S+)` ?(.*) \|$/.exec(row) ?? [];
        const path = `test/${file}.test.ts`;
        // The title of a test that is made for several cases ends before what differs.
        const isTested = files.includes(path) && titlesIn(path).some((found) => found.startsWith(title));
        if (promise === '' || !promised.includes(promise) || !isTested) wrong.push(row);
      }
    }
    assert.deepEqual(wrong, []);
  });
});

/** The titles of tests and of their groups in a file, as they are written there. */
function titlesIn(path: string): string[] {
  const titles = /\b(?:it|describe)\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)`)/g;
  return [...readFileSync(path, 'utf8').matchAll(titles)].map(
    ([, single, double, template]) => single ?? double ?? template ?? '',
  );
}

describe('Connections', () => {
  it('are opened only by gateway/network', () => {
    const opens =
      /from '(?:undici\b[^']*|node:(?:https?|http2|net|tls|dgram))'|\bfetch\(|\bTelemetry|\bWebSocket\b|XMLHttpRequest|sendBeacon|EventSource/;
    const modules = files.filter(
      (file) => /^src\/.*\.tsx?$/.test(file) && !file.startsWith('src/gateway/network/'),
    );
    const found = modules.filter((file) => {
      const withoutTypes = readFileSync(file, 'utf8').replaceAll(/^import type .*$/gm, '');
      return opens.test(withoutTypes);
    });
    // They only listen: for the browser that returns from a sign-in, and as a gateway.
    const servers = ['src/identity/redirects/loopback-redirect.ts', 'src/local-gateway/local-gateway.ts'];
    assert.deepEqual(found.sort(), servers);
    for (const server of servers)
      assert.match(
        readFileSync(server, 'utf8'),
        /import \{ createServer, (?:type \w+(?:, )?)+ \} from 'node:http'/,
      );
  });
});
