import { isFull } from '../../../scripts/testing/random-cases.ts';
import { environmentOf } from '../../../src/cli/environment-variables.ts';
import { jsonOf } from '../../../src/cli/output/create-report.ts';
import { jsonText } from '../../../src/cli/output/json-text.ts';
import { fixSyntax } from '../../../src/dataset/fixes/fix-syntax.ts';
import { yamlLine } from '../../../src/dataset/yaml/lines.ts';
import { yamlCursors } from '../../../src/dataset/yaml/yaml-cursor.ts';
import { readProviderAddress } from '../../../src/environments/authorization-server.ts';
import { idInLocation } from '../../../src/gateway/dataset-id.ts';
import { readDatasetResponse } from '../../../src/gateway/dataset-outcome.ts';
import { errorReason } from '../../../src/gateway/error-reason.ts';
import { isFieldValue, parseRetryAfter } from '../../../src/gateway/http.ts';
import { withReadableBody } from '../../../src/gateway/network/readable-body.ts';
import { bypassesProxy } from '../../../src/gateway/network/route.ts';
import { responseText } from '../../../src/gateway/presentation/exchange-text.ts';
import { joinPath } from '../../../src/gateway/service.ts';
import { readTokenResponse } from '../../../src/gateway/token-request.ts';
import { plainText } from '../../../src/text/plain-text.ts';
import { printable } from '../../../src/text/printable.ts';
import { redact } from '../../../src/text/redact.ts';
import { documentReaders } from '../hostile-documents.ts';

/** The largest response, or enough of it to take a quarter of a minute where time is quadratic. */
const size = (isFull ? 8 : 0.25) * 1024 * 1024;

/** The longest YAML text, and more than is masked of a response, or a part of it. */
const smallerSize = (isFull ? 2 : 0.125) * 1024 * 1024;

const environment = environmentOf({ 'base-url': 'https://gateway.example' }, {});

const fill = (part: string) => part.repeat(Math.ceil(size / part.length)).slice(0, size);
const response = (body: string, status = 201, headers: Record<string, string> = {}) => ({
  status,
  headers,
  body: Buffer.from(body),
  complete: true,
});

/** Texts that a pattern with two ways to go on takes quadratic time for, or runs out of memory. */
const strings = [
  `{"id":"${fill('\\"')}`,
  `1234567890123456${fill('\\"')}`,
  `1234567890123456${fill('"\\"')}`,
  `{"id":1234567890123456,"x":"${fill('\\n')}"}`,
  fill('"'),
  fill('1'),
  fill('123456789012345 '),
  fill('1234567890123456-'),
];
const markup = [
  `<${fill('<script>')}`,
  fill('<'),
  `${fill(' ')}x`,
  fill('<script '),
  fill('<style></style '),
  fill('\u001b]'),
];
const spaces = [`x${fill(' ')}x`, `x: ${fill(' ')}x`, `x${fill(' ')}:x`, `${fill('\t')}x`];
const quotes = [
  `x: ${fill('"\\"')}`,
  `"${fill('\\"')}`,
  `'${fill("''")}`,
  `x: ${fill("'\\'")}`,
  fill('x:x'),
  fill('"x": '),
];
const slashes = [`${fill('/')}x`, `x${fill('/')}`, fill('/x/')];
const nowhere = { line: 0, character: 0 };
const service = new URL('https://gateway.example/api');
const secrets = ['p+a/s& é"w', `${'a'.repeat(20_000)}b`, fill('secret').slice(0, 2000), '1234567890123456'];

/** What meets text from outside, by a name, each with the worst texts for it. */
export const readers: Readonly<Record<string, () => unknown>> = {
  'reading a dataset response': () =>
    [...strings, ...markup].map((body) =>
      [201, 400, 401, 500].map((status) => readDatasetResponse(response(body, status), 0, []).kind),
    ),
  'reading the ID from Location': () =>
    [...slashes, fill('%'), fill('%2')].map((location) =>
      idInLocation(
        `/datasets${location}`,
        { url: new URL('https://gateway.example/datasets'), path: '/datasets' },
        [],
      ),
    ),
  'reading a token response': () =>
    [...strings, ...markup, fill('a=&'), fill('a='), fill('=&'), fill('a&'), `${fill('a=&')}error=x`].map(
      (body) =>
        [200, 400].map(
          (status) =>
            readTokenResponse(
              response(body, status, { location: body }),
              [],
              new URL('https://gateway.example'),
            ).kind,
        ),
    ),
  'reading an error': () => [...strings, ...markup].map((body) => errorReason(body, [])),
  'reading Retry-After': () =>
    [fill('1'), `${fill(' ')}x`, `Mon${fill(' ')}`, `Mon, ${fill('1 ')}`, fill('Sun GMT '), fill('(')].map(
      (value) => parseRetryAfter(value, 0),
    ),
  'reading headers': async () => {
    for (const header of [
      `;${fill(' ')}`,
      fill(';'),
      fill('; charset'),
      `;charset${fill(' ')}`,
      fill(';charset='),
      fill('gzip,'),
    ])
      await withReadableBody(response('x', 200, { 'content-type': header, 'content-encoding': header }), 10);
    return isFieldValue(fill('x'));
  },
  'indenting a response': () =>
    [
      `["${fill('\\n').slice(0, -8)}"]`,
      `[${fill('1,').slice(0, -8)}1]`,
      `[${fill(' ')}1]`,
      fill('['),
      ...strings,
    ].map((body) => responseText(response(body)).length),
  'printing JSON': () =>
    [...strings, `["${fill('\\n').slice(0, -8)}"]`, fill('    '), fill('\n    "')].map((body) => {
      const outcome = { kind: 'created', status: 201, response: response(body) } as const;
      return jsonText(jsonOf(outcome, { environment, journaled: false })).length;
    }),
  'masking secrets': () =>
    [
      '\\',
      '%',
      '%25',
      '&',
      '&amp;',
      '&#0',
      '\\u',
      '\\u005c',
      'a',
      'secret',
      'cmV0c2Vj',
      '+',
      '12345',
      '\n',
      'a\n',
      's\\n',
      '73\r\n',
    ].map((part) => redact(fill(part).slice(0, smallerSize), secrets).length),
  'showing text': () =>
    ['\u001b[', '\u001b[0', '\u001b]', ' ', '\u202e', '\ud83d', 'x '].map((part) => [
      plainText(fill(part)),
      printable(fill(part)),
    ]),
  'reading a line of YAML': () => [...spaces, ...quotes, fill('- ')].map((line) => yamlLine(line, 0).column),
  'finding the cursor in YAML': () =>
    [...spaces, ...quotes, fill('#'), fill(' #'), fill('{')].map(
      (text) => yamlCursors(text.slice(0, smallerSize), smallerSize).length,
    ),
  'fixing a syntax error': () =>
    (['json', 'yaml'] as const).map((format) =>
      [`"${fill(',]} ')}x`, `'${fill("'")}x`, ...spaces, fill('x #')].map(
        (text) =>
          fixSyntax({
            format,
            text,
            span: { start: 0, end: format === 'json' ? text.length : 1 },
            problem: {
              code: 'syntax',
              severity: 'error',
              range: { start: nowhere, end: nowhere },
              message: '',
            },
            root: undefined,
            layout: {
              lineBreak: '\n',
              indent: '  ',
              spacedBraces: true,
              colon: ': ',
              comma: ', ',
              columnsOnOneLine: false,
            },
            writeString: JSON.stringify,
            options: { rules: {}, dataTypes: [] },
          }).length,
      ),
    ),
  'joining addresses': () =>
    slashes.map(
      (path) => joinPath(new URL(`https://gateway.example/x${path}`), path, 'datasets').href.length,
    ),
  'reading addresses': () =>
    [...slashes, fill('/.well-known/'), fill(' ')].map(
      (path) => readProviderAddress(`https://login.example/${path}`, 'issuer').ok,
    ),
  'reading no_proxy': () =>
    [fill('*.'), fill('['), fill(']'), fill(':1'), `[${fill(']:1')}x`, fill('1/')].map((entry) =>
      bypassesProxy(service, [entry]),
    ),
  ...documentReaders,
};

// As a process of its own, it runs what it is sent the name of, and answers when that has ended.
if (import.meta.main)
  process.on('message', async (name: string) => {
    await readers[name]?.();
    process.send?.('done');
  });
