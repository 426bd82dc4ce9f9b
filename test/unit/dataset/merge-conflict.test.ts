import assert from 'node:assert/strict';
import type { DocumentFormat } from '../../../src/dataset/dataset.ts';
import { validateText } from '../../../src/dataset/document.ts';
import { quickFixesFor } from '../../../src/dataset/fixes/quick-fixes.ts';
import { ParsedDocument } from '../../../src/dataset/parsed-document.ts';
import { readProjectFile } from '../../../src/project/read-project-file.ts';
import { codesOf, options, pointedAt } from './marked.ts';

const [ours, base, split, theirs] = ['<<<<<<< HEAD', '||||||| 1a2b3c4', '=======', '>>>>>>> feature'];

/** A document in conflict from line 4 on, whose lines are `marked`. */
const documents: Readonly<Record<DocumentFormat, (...marked: readonly string[]) => string>> = {
  json: (...marked) => `{\n"name": "d",\n"tables": [\n${marked.join('\n')}\n]\n}\n`,
  yaml: (...marked) => `# A comment\nname: d\ntables:\n${marked.join('\n')}\n`,
};

const versions: Readonly<Record<DocumentFormat, readonly [string, string]>> = {
  json: ['{"name": "T", "columns": []}', '{"name": "U", "columns": []}'],
  yaml: ['- {name: T, columns: []}', '- {name: U, columns: []}'],
};

const message =
  'The file has an unresolved merge conflict. Keep what is right, and remove the lines that begin with <<<<<<<, =======, or >>>>>>>.';

describe('An unresolved merge conflict', () => {
  for (const format of ['json', 'yaml'] as const) {
    const [one, other] = versions[format];
    for (const [name, lines] of [
      ['', [ours, one, split, other, theirs]],
      [' in the style diff3', [ours, one, base, one, split, other, theirs]],
      [' without names of branches', ['<<<<<<<', one, split, other, '>>>>>>>']],
      [' whose end was left', [split, other, theirs]],
      [' of which one line was left', [theirs, one]],
    ] as const)
      it(`is one problem in ${format}${name}`, async () => {
        for (const text of [
          documents[format](...lines),
          documents[format](...lines).replace(/\n/g, '\r\n'),
        ]) {
          const [problem, ...more] = await validateText(text, format, options);
          assert.deepEqual([problem?.code, problem?.message, more], ['syntax', message, []]);
          assert.equal(problem && pointedAt(text, problem), lines[0]);
          assert.deepEqual(await quickFixesFor(new ParsedDocument(text, format), options, () => true), []);
        }
      });
  }

  it('hides what may follow from it', async () => {
    const text = documents.yaml('- {name: T}', ours, '- {name: ,', split, '- {name: "x}', theirs);
    assert.deepEqual(await codesOf(text, 'yaml'), ['syntax']);
  });

  it('is said of a project file, too', () => {
    const text = `{\n// Of the team\n"dataTypes":\n${ours}\n["A"]\n${split}\n["B"]\n${theirs}\n}`;
    const { problems } = readProjectFile('dataset-studio.json', new TextEncoder().encode(text));
    assert.deepEqual(
      problems.map((problem) => problem.message),
      [message],
    );
  });

  it('is none in a valid document, nor where a line only begins like one', async () => {
    assert.deepEqual(await codesOf('name: |2\n  a\n  =======\ntables: []\n', 'yaml'), [
      'untidy-name',
      'no-tables',
    ]);
    for (const line of ['<<<<<<<HEAD', '<<<<<<<< a', ' =======', '======= a'])
      assert.doesNotMatch(
        (await validateText(documents.json(line), 'json', options))[0]?.message ?? '',
        /conflict/,
      );
  });
});
