import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isLoopback, joinPath, parseBaseUrl, reportingPathProblem } from '../../../src/gateway/service.ts';

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
    // The URL parser makes 127.0.0.1 of these.
    'http://2130706433',
    'http://0x7f.1',
    'http://0177.0.0.1',
  ])
    it(`takes ${text}`, () => assert.equal(parseBaseUrl(text).ok, true));

  for (const [text, message] of [
    ['', /Type an address/],
    ['  ', /Type an address/],
    ['gateway.example', /no address/],
    ['https://', /no address/],
    ['http://gateway.example', /must begin with https:/],
    ['http://127.0.0.1.example.com', /must begin with https:/],
    ['http://localhost.evil.example', /must begin with https:/],
    ['http://localhost.', /must begin with https:/],
    ['http://evil-localhost', /must begin with https:/],
    ['http://[::2]', /must begin with https:/],
    ['http://[::ffff:127.0.0.1]', /must begin with https:/],
    ['http://128.0.0.1', /must begin with https:/],
    ['http://0.0.0.0', /must begin with https:/],
    ['ftp://localhost', /must begin with https:/],
    ['file:///etc/passwd', /must begin with https:/],
    ['javascript:alert(1)', /must begin with https:/],
    ['https://ann@gateway.example', /user name or password/],
    ['https://ann:secret@gateway.example', /user name or password/],
    ['http://localhost@evil.example', /user name or password/],
    ['https://gateway.example?a=b', /before "\?" and "#"/],
    ['https://gateway.example/?', /before "\?" and "#"/],
    ['https://gateway.example/#a', /before "\?" and "#"/],
  ] as const)
    it(`refuses ${text || 'nothing'}`, () => {
      const reading = parseBaseUrl(text);
      assert.ok(!reading.ok);
      assert.match(reading.message, message);
    });

  it('names no secret in its message', () => {
    const reading = parseBaseUrl('https://ann:hunter2@gateway.example');
    assert.ok(!reading.ok && !reading.message.includes('hunter2'));
  });
});

describe('reportingPathProblem', () => {
  for (const path of ['..', '.', 'a/../b', '../../x', './reporting', 'reporting/..'])
    it(`refuses ${path}, which an address can't hold as it stands`, () =>
      assert.match(reportingPathProblem(path) ?? '', /leave "\." and "\.\." out/));

  for (const path of ['', 'reporting', 'bi/v2', '/bi/v2/', '...', 'a..b', '.well-known'])
    it(`takes "${path}"`, () => assert.equal(reportingPathProblem(path), undefined));
});

describe('isLoopback', () => {
  it('is true for no name but localhost', () => {
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

  it('stays below the base and loses no segment, whatever the path holds', () => {
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

  it('never leaves the base by dots', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('.', '/', '%', '2', 'e', '\\', '\t') }), (path) => {
        const { href } = joinPath(new URL('https://g.example/api'), path, 'datasets');
        assert.ok(href.startsWith('https://g.example/api/') && href.endsWith('/datasets'), href);
      }),
    );
  });
});
