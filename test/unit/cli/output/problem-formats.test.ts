import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import { annotationPath, artifactUri } from '../../../../src/cli/file-paths.ts';
import type { FileProblem } from '../../../../src/cli/output/file-problem.ts';
import { problemFormats } from '../../../../src/cli/output/problem-formats.ts';
import { SafeOutput } from '../../../../src/cli/output/safe-output.ts';
import { syntaxProblem } from '../../../../src/dataset/problem.ts';

function printed(parts: Iterable<string | SafeOutput>): string {
  return [...parts].map((part) => SafeOutput.of(part).text).join('');
}

describe('The problems of a file', () => {
  const files = ['sales.dataset.json'];
  const problems = Array.from({ length: 1000 }, (_, index) => ({
    file: 'sales.dataset.json',
    problem: syntaxProblem(`The problem ${index}.`),
  }));

  for (const [name, format] of Object.entries(problemFormats)) {
    it(`are printed one after the other as ${name}, because all might not fit into memory`, () => {
      for (const part of format(problems, files)) {
        const { text } = SafeOutput.of(part);
        assert.ok(text.length < 2000, text.slice(0, 100));
      }
    });

    it(`are all printed as ${name}, in their order`, () => {
      const text = printed(format(problems, files));
      const found = [...text.matchAll(/The problem (\d+)\./g)].map(([, index]) => Number(index));
      assert.deepEqual(found, [...problems.keys()]);
      if (name === 'json' || name === 'gitlab' || name === 'sarif')
        assert.equal(`${JSON.stringify(JSON.parse(text), undefined, 2)}\n`, text);
    });

    it(`can be none as ${name}`, () => {
      const text = printed(format([], files));
      const expected = {
        stylish: /^1 file: 0 errors, 0 warnings\n$/,
        json: /^\[\]\n$/,
        github: /^$/,
        gitlab: /^\[\]\n$/,
        // Jenkins takes a report without any test for a mistake.
        junit: /tests="1" failures="0"[\s\S]*<testcase classname="sales.dataset.json" name="no problems"\/>/,
        azure: /^$/,
        sarif: /"results": \[\]\n/,
      };
      assert.match(text, expected[name as keyof typeof expected]);
    });
  }
});

describe('A report for a pipeline', () => {
  const place = { start: { line: 2, character: 4 }, end: { line: 2, character: 9 } };
  const problems: readonly FileProblem[] = [
    {
      file: 'a.csv',
      problem: {
        code: 'unfit-value',
        severity: 'error',
        message: 'Row 1 <&"\'\u0000\u202e>',
        range: place,
        subject: 't.c',
      },
    },
    {
      file: 'a.csv',
      problem: {
        code: 'extra-column',
        severity: 'warning',
        message: 'A warning; 50 % of [it]\n##vso[task.complete]',
      },
    },
    { file: 'b.csv', problem: { code: 'unchecked-type', severity: 'info', message: '::error::A note' } },
  ];
  const files = ['a.csv', 'b.csv', 'c.csv'];

  it('is XML for JUnit, where only errors are failures', () => {
    const text = printed(problemFormats.junit(problems, files));
    assert.equal(
      text,
      `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="dataset-studio" tests="4" failures="1" errors="0">
  <testsuite name="a.csv" tests="2" failures="1" errors="0">
    <testcase classname="a.csv" name="unfit-value 3:5" file="a.csv" line="3"><failure type="unfit-value" message="Row 1 &#60;&#38;&#34;&#39;\\u0000&#x202e;&#62;">a.csv 3:5</failure></testcase>
    <testcase classname="a.csv" name="extra-column" file="a.csv"><system-out>warning: A warning; 50 % of [it]&#10;&#35;#vso[task.complete]</system-out></testcase>
  </testsuite>
  <testsuite name="b.csv" tests="1" failures="0" errors="0">
    <testcase classname="b.csv" name="unchecked-type" file="b.csv"><system-out>info: &#58;:error&#58;:A note</system-out></testcase>
  </testsuite>
  <testsuite name="c.csv" tests="1" failures="0" errors="0">
    <testcase classname="c.csv" name="no problems"/>
  </testsuite>
</testsuites>
`,
    );
  });

  it('is XML for JUnit also with characters that XML does not have', () => {
    const message = 'a\ud800b\uffffc';
    const text = printed(
      problemFormats.junit([{ file: 'a.csv', problem: syntaxProblem(message) }], ['a.csv']),
    );
    assert.match(text, / message="a\\ud800b\\uffffc"/);
  });

  it('is a workflow command for GitHub Actions, whose values are no other properties', () => {
    const problem = syntaxProblem('50 %\r::error::x');
    assert.equal(
      printed(problemFormats.github([{ file: 'a,line=1:x.csv', problem }], [])).replace(
        /,line=\d.*,title/,
        ',title',
      ),
      '::error file=a%2Cline=1%3Ax.csv,title=syntax::50 %25%0D::error::x\n',
    );
  });

  it('is Code Quality for GitLab, with fingerprints that outlive lines and messages', () => {
    const fingerprints = (all: readonly FileProblem[]) =>
      JSON.parse(printed(problemFormats.gitlab(all, files))).map(
        (each: { fingerprint: string }) => each.fingerprint,
      );
    const before = fingerprints(problems);
    assert.match(before[0], /^[0-9a-f]{64}$/);
    const moved = problems.map(({ file, problem }) => ({
      file,
      problem: { ...problem, ...(problem.subject && { message: 'Row 7' }), range: undefined },
    }));
    assert.deepEqual(fingerprints(moved), before);
    assert.equal(new Set(fingerprints([...problems, ...problems])).size, 6);
    const [first, second, third] = JSON.parse(printed(problemFormats.gitlab(problems, files)));
    assert.deepEqual(
      { ...first, fingerprint: '' },
      {
        description: 'Row 1 <&"\'\u0000\u202e>',
        check_name: 'unfit-value',
        fingerprint: '',
        severity: 'major',
        location: { path: 'a.csv', lines: { begin: 3 } },
      },
    );
    assert.deepEqual([second.severity, second.location.lines.begin, third.severity], ['minor', 1, 'info']);
  });

  it('is logging commands for Azure Pipelines, whose values are no commands', () => {
    assert.equal(
      printed(problemFormats.azure(problems, files)),
      `##vso[task.logissue type=error;sourcepath=a.csv;linenumber=3;columnnumber=5;code=unfit-value;]Row 1 <&"'\\u0000\\u202e>
##vso[task.logissue type=warning;sourcepath=a.csv;code=extra-column;]A warning; 50 %AZP25 of [it]%0A#\\u0023vso[task.complete]
##vso[task.logissue type=warning;sourcepath=b.csv;code=unchecked-type;]\\u003a:error::A note
`,
    );
    const hostile: FileProblem = {
      file: 'a];x=1;%\n.csv',
      problem: { code: 'syntax', severity: 'error', message: '' },
    };
    assert.equal(
      printed(problemFormats.azure([hostile], files)),
      '##vso[task.logissue type=error;sourcepath=a%5D%3Bx=1%3B%AZP25%0A.csv;code=syntax;]\n',
    );
  });
});

describe('The URI of a file relative to the current folder of a drive', () => {
  it('is absolute, because no URI is relative to one', () => {
    const uri = artifactUri('C:samples\\x.json', win32);
    assert.match(uri, /^file:\/\/\/C:\//);
    assert.match(uri, /\/samples\/x\.json$/);
  });
});

describe('Paths in reports', () => {
  for (const [file, uri, annotation] of [
    ['sub\\50% a.json', 'sub/50%25%20a.json', 'sub/50% a.json'],
    ['sub\\a\ud800.json', 'sub/a%EF%BF%BD.json', 'sub/a\ud800.json'],
    ['.\\sub\\..\\a.json', 'a.json', 'a.json'],
    ['C:\\work\\a b.json', 'file:///C:/work/a%20b.json', 'C:/work/a b.json'],
    ['C:/work/a.json', 'file:///C:/work/a.json', 'C:/work/a.json'],
    ['\\\\?\\C:\\work\\a.json', 'file:///C:/work/a.json', 'C:/work/a.json'],
    ['\\\\server\\share\\a.json', 'file://server/share/a.json', '//server/share/a.json'],
    ['//server/share/a.json', 'file://server/share/a.json', '//server/share/a.json'],
    ['\\\\?\\UNC\\server\\share\\a.json', 'file://server/share/a.json', '//server/share/a.json'],
  ] as const)
    it(`lead to ${file} on Windows`, () => {
      assert.equal(artifactUri(file, win32), uri);
      assert.equal(annotationPath(file, win32), annotation);
    });

  it('keep a backslash on other systems, where it is part of the name', () => {
    assert.equal(artifactUri('sub/a\\b.json', posix), 'sub/a%5Cb.json');
    assert.equal(annotationPath('sub/a\\b.json', posix), 'sub/a\\b.json');
    assert.equal(artifactUri('/work/a.json', posix), 'file:///work/a.json');
  });
});
