import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  describeBaseUrlFailure,
  isLoopback,
  joinPath,
  parseBaseUrl,
  reportingPathProblem,
} from '../../../src/gateway/service.ts';
import { failure } from '../../../src/result.ts';

describe('parseBaseUrl', () => {
  for (const text of [
    'https://gateway.example',
    'https://gateway.example/api/',
    'https://gateway.example:8443/a/b',
    'https://192.0.2.1',
    'http://localhost:7878',
    'http://LOCALHOST',
    'http://127.0.0.1:7878/api',
    'http://127.8.9.10',
    'http://[::1]:7878',
    // The URL parser turns these into 127.0.0.1.
    'http://2130706433',
    'http://0x7f.1',
    'http://0177.0.0.1',
  ])
    it(`accepts ${text}`, () => assert.equal(parseBaseUrl(text).ok, true));

  for (const [text, kind] of [
    ['', 'empty'],
    ['  ', 'empty'],
    ['gateway.example', 'not-a-url'],
    ['https://', 'not-a-url'],
    ['http://gateway.example', 'not-encrypted'],
    ['http://127.0.0.1.example.com', 'not-encrypted'],
    ['http://localhost.evil.example', 'not-encrypted'],
    ['http://localhost.', 'not-encrypted'],
    ['http://evil-localhost', 'not-encrypted'],
    ['http://[::2]', 'not-encrypted'],
    ['http://[::ffff:127.0.0.1]', 'not-encrypted'],
    ['http://128.0.0.1', 'not-encrypted'],
    ['http://0.0.0.0', 'not-encrypted'],
    ['localhost:7471', 'no-scheme'],
    ['localhost/api', 'no-scheme'],
    ['127.0.0.1:7471', 'no-scheme'],
    ['[::1]:7471', 'no-scheme'],
    ['gateway.example:443', 'unsupported-scheme'],
    ['ftp://localhost', 'unsupported-scheme'],
    ['file:///etc/passwd', 'unsupported-scheme'],
    ['javascript:alert(1)', 'unsupported-scheme'],
    ['https://ann@gateway.example', 'has-credentials'],
    ['https://ann:secret@gateway.example', 'has-credentials'],
    ['https://:secret@gateway.example', 'has-credentials'],
    ['http://localhost@evil.example', 'has-credentials'],
    ['https://gateway.example?a=b', 'has-query-or-fragment'],
    ['https://gateway.example/?', 'has-query-or-fragment'],
    ['https://gateway.example/#a', 'has-query-or-fragment'],
    ['https://gateway.example/api/reporting/datasets', 'has-dataset-path'],
    ['https://gateway.example/reporting/datasets/', 'has-dataset-path'],
  ] as const)
    it(`rejects ${text || 'an empty text'} as ${kind}`, () => {
      assert.deepEqual(parseBaseUrl(text), failure({ kind }));
    });
});

describe('describeBaseUrlFailure', () => {
  for (const [kind, message] of [
    ['empty', /Enter a URL such as/],
    ['not-a-url', /not a URL/],
    ['no-scheme', /must begin with http:\/\/ or https:/],
    ['unsupported-scheme', /must begin with https:/],
    ['has-credentials', /must not contain a user name or password/],
    ['has-query-or-fragment', /must not contain "\?" or "#"/],
    ['has-dataset-path', /Leave \/reporting\/datasets out/],
    ['not-encrypted', /Only URLs of this machine can begin with http:/],
  ] as const)
    it(`says what to enter instead of a URL that is rejected as ${kind}`, () => {
      assert.match(describeBaseUrlFailure({ kind }), message);
    });
});

describe('reportingPathProblem', () => {
  for (const path of ['..', '.', 'a/../b', '../../x', './reporting', 'reporting/..'])
    it(`rejects ${path}, which a URL parser would resolve`, () =>
      assert.match(reportingPathProblem(path) ?? '', /must not contain "\." or "\.\."/));

  for (const path of ['', 'reporting', 'bi/v2', '/bi/v2/', '...', 'a..b', '.well-known'])
    it(`accepts "${path}"`, () => assert.equal(reportingPathProblem(path), undefined));
});

describe('isLoopback', () => {
  it('is false for all names except localhost', () => {
    fc.assert(
      fc.property(fc.domain(), (domain) => {
        assert.equal(isLoopback(new URL(`http://${domain}`)), false);
      }),
    );
  });
});

describe('joinPath', () => {
  const cases: readonly [string, readonly string[], string][] = [
    ['https://g.example', ['reporting', 'datasets'], 'https://g.example/reporting/datasets'],
    ['https://g.example/', ['reporting', 'datasets'], 'https://g.example/reporting/datasets'],
    ['https://g.example/api', ['v1/oauth/token'], 'https://g.example/api/v1/oauth/token'],
    ['https://g.example/api/', ['v1/oauth/token'], 'https://g.example/api/v1/oauth/token'],
    ['https://g.example/a/b//', ['c'], 'https://g.example/a/b/c'],
    ['https://g.example', ['/bi/v2/', 'datasets'], 'https://g.example/bi/v2/datasets'],
    ['https://g.example', ['bi//v2', 'datasets'], 'https://g.example/bi/v2/datasets'],
    ['https://g.example', ['', 'datasets'], 'https://g.example/datasets'],
    ['https://g.example/api', ['../../x', 'datasets'], 'https://g.example/api/x/datasets'],
    ['https://g.example/api', ['%2e%2e/x', 'datasets'], 'https://g.example/api/%252e%252e/x/datasets'],
    ['https://g.example/a%20b', ['c d'], 'https://g.example/a%20b/c%20d'],
    ['https://g.example', ['a?b#c', 'd'], 'https://g.example/a%3Fb%23c/d'],
    ['https://g.example', ['a\\b'], 'https://g.example/a%5Cb'],
    ['https://g.example', ['berichte/größe'], 'https://g.example/berichte/gr%C3%B6%C3%9Fe'],
    ['https://g.example', ['//evil.example/x'], 'https://g.example/evil.example/x'],
  ];
  for (const [base, paths, joined] of cases)
    it(`joins ${base} and ${paths.join(' + ')}`, () =>
      assert.equal(joinPath(new URL(base), ...paths).href, joined));

  it('stays below the base URL and keeps all segments of any path', () => {
    const segment = fc.string({ unit: 'binary', minLength: 1 }).filter((text) => !/^\.{1,2}$|\//.test(text));
    fc.assert(
      fc.property(fc.constantFrom('', '/', '/api', '/api/v2/'), fc.array(segment), (prefix, segments) => {
        const base = new URL(`https://g.example${prefix}`);
        const { origin, pathname, search, hash } = joinPath(base, segments.join('/'));
        assert.deepEqual([origin, search, hash], [base.origin, '', '']);
        const below = pathname.slice(prefix.replace(/\/$/, '').length);
        assert.deepEqual(
          below.split('/').filter(Boolean).map(decodeURIComponent),
          segments.map((text) => text.replace(/\p{Cs}/gu, '\ufffd')),
        );
      }),
    );
  });

  it('never leaves the base URL through dot segments', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('.', '/', '%', '2', 'e', '\\', '\t') }), (path) => {
        const { href } = joinPath(new URL('https://g.example/api'), path, 'datasets');
        assert.ok(href.startsWith('https://g.example/api/') && href.endsWith('/datasets'), href);
      }),
    );
  });
});
