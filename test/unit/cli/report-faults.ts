import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';

const text = { type: 'string', minLength: 1 };
/** https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format */
const codeQuality = {
  type: 'array',
  items: {
    type: 'object',
    required: ['description', 'check_name', 'fingerprint', 'severity', 'location'],
    properties: {
      description: text,
      check_name: text,
      fingerprint: text,
      severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
      location: {
        type: 'object',
        required: ['path', 'lines'],
        properties: {
          path: { type: 'string', pattern: '^(?!\\./|/)' },
          lines: {
            type: 'object',
            required: ['begin'],
            properties: { begin: { type: 'integer', minimum: 1 } },
          },
        },
      },
    },
  },
};

/** What the schema of a report for pipelines finds wrong with it. */
export const reportFaults: Readonly<
  Record<'sarif' | 'gitlab' | 'junit', (report: string) => Promise<readonly unknown[]>>
> = {
  /** The schema of SARIF 2.1.0 is written in draft 4, and uses nothing that later drafts read otherwise. */
  sarif: async (report) => {
    const path = 'node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json';
    const { $schema: _draft, id: _id, ...schema } = JSON.parse(await readFile(path, 'utf8'));
    return schemaFaults(schema, report);
  },
  gitlab: async (report) => schemaFaults(codeQuality, report),
  junit: async (report) => junitFaults(report),
};

function schemaFaults(schema: object, report: string): readonly unknown[] {
  const validate = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);
  return validate(JSON.parse(report)) ? [] : (validate.errors ?? []);
}

/** The elements that each element of JUnit's format can contain, and the attributes that it must have. */
const elements: Readonly<Record<string, readonly [readonly string[], readonly string[]]>> = {
  '': [['testsuites'], []],
  testsuites: [['testsuite'], ['tests', 'failures', 'errors']],
  testsuite: [['testcase'], ['name', 'tests', 'failures', 'errors']],
  testcase: [
    ['failure', 'system-out'],
    ['name', 'classname'],
  ],
  failure: [[], ['type', 'message']],
  'system-out': [[], []],
};

function junitFaults(report: string): readonly string[] {
  const faults: string[] = [];
  const open = [''];
  const tag = /<(\/?)([\w-]+)((?: [\w-]+="[^"<&]*(?:&#x?[0-9a-f]+;[^"<&]*)*")*)(\/?)>/g;
  const body = report.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '');
  for (const [all, end, name = '', attributes = '', empty] of body.matchAll(tag)) {
    if (end) {
      if (open.pop() !== name) faults.push(all);
      continue;
    }
    const children = elements[open.at(-1) ?? '']?.[0] ?? [];
    const required = elements[name]?.[1] ?? [];
    if (!children.includes(name)) faults.push(all);
    for (const attribute of required) if (!attributes.includes(` ${attribute}="`)) faults.push(all);
    if (!empty) open.push(name);
  }
  const count = (pattern: RegExp) => report.match(pattern)?.length ?? 0;
  const [, tests, failures] = /<testsuites [^>]*tests="(\d+)" failures="(\d+)"/.exec(report) ?? [];
  if (Number(tests) !== count(/<testcase /g)) faults.push(`${tests} tests`);
  if (Number(failures) !== count(/<failure /g)) faults.push(`${failures} failures`);
  if (/[<&]/.test(body.replace(tag, '').replace(/&#x?[0-9a-f]+;/g, ''))) faults.push('markup');
  return open.length === 1 ? faults : [...faults, 'unclosed'];
}
