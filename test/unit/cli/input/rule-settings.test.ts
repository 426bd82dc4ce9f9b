import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WorkspaceRuleSettings } from '../../../../src/cli/input/rule-settings.ts';
import { InputError } from '../../../../src/cli/terminal.ts';

/** The rules for a file in a folder with these settings, and the mistakes in them: severity, place and message. */
async function rulesBy(settings: string, readFile = async () => Buffer.from(settings)) {
  const mistakes: unknown[] = [];
  const { settings: rules } = await new WorkspaceRuleSettings({
    readFile,
    onProblem: ({ problem: { severity, range, message } }) =>
      mistakes.push([severity, range && [range.start.line, range.start.character], message]),
  }).judge('/work/a.dataset.json');
  return { ...rules, mistakes };
}

describe('The rules of a workspace', () => {
  it('are read from a settings file with comments, trailing commas and a byte order mark', async () => {
    assert.deepEqual(
      await rulesBy(
        '\ufeff// Ours\n{ "dataset.rules": { "no-tables": "off" }, "dataset.dataTypes": ["Guid"], }',
      ),
      { rules: { 'no-tables': 'off' }, dataTypes: ['Guid'], mistakes: [] },
    );
  });

  it('have all mistakes of a file in one message, where they end a command', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'settings-'));
    try {
      await writeFile(
        join(folder, 'dataset-studio.json'),
        '{ "rules": { "no-tables": "x", "limit": 3 }, "foo": 1 }',
      );
      const terminal = { out: () => assert.fail(), error: () => assert.fail() };
      await assert.rejects(
        WorkspaceRuleSettings.strict(terminal).judge(join(folder, 'a.dataset.json')),
        (error) => {
          assert.ok(error instanceof InputError);
          assert.equal(error.message.split('\n').length, 3);
          return true;
        },
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('are those of the repository, or without one of the current folder or of the folder of the file', async () => {
    const top = await realpath(await mkdtemp(join(tmpdir(), 'settings-')));
    const write = async (folder: string, text: string) => {
      await mkdir(join(top, folder, '.vscode'), { recursive: true });
      await writeFile(join(top, folder, '.vscode', 'settings.json'), text);
    };
    const dataTypesOf = async (file: string) => {
      const settings = new WorkspaceRuleSettings({
        onProblem: (problem) => assert.fail(JSON.stringify(problem)),
      });
      return (await settings.judge(join(top, file))).settings.dataTypes;
    };
    const cwd = process.cwd();
    try {
      await write('.', '{"dataset.dataTypes":["Top"]}');
      await mkdir(join(top, 'r', '.git'), { recursive: true });
      await mkdir(join(top, 'r', 'a', 'b'), { recursive: true });
      assert.deepEqual(await dataTypesOf('r/a/b/x.dataset.json'), []);
      assert.deepEqual(await dataTypesOf('other/x.dataset.json'), []);
      assert.deepEqual(await dataTypesOf('x.dataset.json'), ['Top']);
      await write('r', '{"dataset.dataTypes":["R"]}');
      assert.deepEqual(await dataTypesOf('r/a/b/x.dataset.json'), ['R']);
      process.chdir(top);
      assert.deepEqual(await dataTypesOf('other/deep/x.dataset.json'), ['Top']);
    } finally {
      process.chdir(cwd);
      await rm(top, { recursive: true });
    }
  });

  it('are not read from a file of more than 1 MB, which is an error', async () => {
    const { mistakes, ...rules } = await rulesBy(
      `{"dataset.dataTypes":["Guid"],"x":"${'x'.repeat(1024 * 1024)}"}`,
    );
    assert.deepEqual(rules, { rules: {}, dataTypes: [] });
    assert.deepEqual(mistakes, [
      ['error', undefined, 'The settings are larger than 1 MB. Move rules to a project file.'],
    ]);
  });

  it('are the last ones of several with the same name, as in VS Code', async () => {
    const settings =
      '{"dataset.rules":{"no-tables":"off"},"dataset.rules":{"no-tables":"hint","no-tables":"error"}}';
    assert.deepEqual(await rulesBy(settings), {
      rules: { 'no-tables': 'error' },
      dataTypes: [],
      mistakes: [],
    });
  });

  it('are the default ones for a settings file that is nested too deeply to be read, which is a warning', async () => {
    for (const nested of [
      `["dataset.rules",${'['.repeat(200_000)}`,
      `{"dataset.rules":${'{"a":'.repeat(200_000)}`,
    ]) {
      const { mistakes, ...rules } = await rulesBy(nested);
      assert.deepEqual(rules, { rules: {}, dataTypes: [] });
      assert.match(JSON.stringify(mistakes), /^\[\["warning",.*not valid JSON/);
    }
  });

  for (const [what, settings, mistake] of [
    [
      'an unknown severity',
      '{\n  "dataset.rules": { "no-tables": "errr" }\n}',
      'error,1,34,"no-tables" must be one of: off, hint, info, warning, error. Did you mean "error"?',
    ],
    [
      'a severity in capitals',
      '{"dataset.rules":{"no-tables":"Error"}}',
      'error,0,30,"no-tables" must be one of: off, hint, info, warning, error. Did you mean "error"?',
    ],
    [
      'a severity that is not a text',
      '{"dataset.rules":{"no-tables":[2]}}',
      'error,0,30,"no-tables" must be one of: off, hint, info, warning, error.',
    ],
    [
      'rules that are not an object',
      '{"dataset.rules":"error"}',
      'error,0,17,"dataset.rules" must be an object, but its type is string.',
    ],
    [
      'a list of rules',
      '{"dataset.rules":["no-tables"]}',
      'error,0,17,"dataset.rules" must be an object, but its type is array.',
    ],
    [
      'data types that are not a list',
      '{"dataset.dataTypes":"Guid"}',
      'error,0,21,"dataset.dataTypes" must be an array, but its type is string.',
    ],
    [
      'a data type that is not a text',
      '{"dataset.dataTypes":["Guid",1]}',
      'error,0,29,"dataset.dataTypes[1]" must be a string, but its type is number.',
    ],
    [
      'an unknown rule',
      '{"dataset.rules":{"no-table":"error"}}',
      'warning,0,18,There is no rule "no-table". Did you mean "no-tables"?',
    ],
    [
      'a rule that is like no other',
      '{"dataset.rules":{"__proto__":"error"}}',
      'warning,0,18,There is no rule "__proto__".',
    ],
    [
      'broken JSON',
      '{"dataset.rules":{"no-tables":"off"}',
      'warning,0,36,The file is not valid JSON, so settings in it may not be used.',
    ],
    [
      'a file that is not an object',
      '["dataset.rules"]',
      'warning,0,0,The file is not valid JSON, so settings in it may not be used.',
    ],
  ] as const)
    it(`report ${what}`, async () => {
      assert.deepEqual((await rulesBy(settings)).mistakes.map(String), [mistake]);
    });

  it('keep what is right beside mistakes', async () => {
    const settings =
      '{"dataset.rules":{"no-tables":"x","no-columns":"error"},"dataset.dataTypes":[1,"Guid"],,}';
    const { rules, dataTypes, mistakes } = await rulesBy(settings);
    assert.deepEqual([rules, dataTypes, mistakes.length], [{ 'no-columns': 'error' }, ['Guid'], 3]);
  });

  it('report a settings file that cannot be read, but not one that does not exist', async () => {
    const failing = (code: string) =>
      rulesBy('', async () => Promise.reject(Object.assign(new Error(code), { code })));
    assert.match(
      String((await failing('EACCES')).mistakes),
      /^error,,The settings can't be read. Permission was denied/,
    );
    assert.deepEqual((await failing('ENOENT')).mistakes, []);
  });
});
