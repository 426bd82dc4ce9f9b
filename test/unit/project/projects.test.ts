import assert from 'node:assert/strict';
import { sizeOf } from '../../../scripts/testing/random-cases.ts';
import { Projects, type ProjectsOptions } from '../../../src/project/projects.ts';
import { parseCommented } from '../../../src/project/read-project-file.ts';
import { MemoryFiles } from './memory-files.ts';

type Entries = Readonly<Record<string, string | object>>;

/** `/r` is a repository. */
function projectsOf(entries: Entries, options: Partial<ProjectsOptions> = {}) {
  const files = new MemoryFiles({ '/r/.git': 'gitdir: elsewhere', ...entries });
  return { files, projects: new Projects({ files, folders: [], ...options }) };
}

/** How a document is judged, in short: the file that applies, unless it is `none`, and the problems of a broken one. */
async function judged(entries: Entries, path: string, options?: Partial<ProjectsOptions>) {
  const { projects, files } = projectsOf(entries, options);
  const { kind, project } = await projects.judge(path);
  if (project === undefined) return 'none';
  return `${kind === 'judged' ? 'included' : kind} ${files.reads[0]}`;
}

async function settingsOf(entries: Entries, path: string) {
  const found = await projectsOf(entries).projects.judge(path);
  assert.equal(found.kind, 'judged', JSON.stringify(found));
  return found.kind === 'judged' ? found.settings : undefined;
}

/** The problems of a document's project file, each as `line:column severity message`. */
async function problemsOf(entries: Entries, path = '/r/a.dataset.json') {
  const found = await projectsOf(entries).projects.judge(path);
  assert.ok(found.project);
  const { problems } = found.project;
  return problems.map(
    ({ range: { start }, severity, message }) =>
      `${start.line + 1}:${start.character + 1} ${severity} ${message}`,
  );
}

describe('JSON with comments', () => {
  it('can have comments and texts of any length', () => {
    const length = sizeOf(12_000_000);
    const long = 'a\n*'.repeat(sizeOf(4_000_000));
    for (const text of [`{} /*${long}*/`, `{} /*${long}`, `/*${long}*/ {}`, `{} //${'a'.repeat(length)}`])
      assert.deepEqual(parseCommented(text).errors, []);
    assert.deepEqual(parseCommented(`{"a": "${'a'.repeat(length)}"}`).errors, []);
  });
});

describe('The project file of a document', () => {
  it('is the nearest one upwards', async () => {
    const entries = { '/r/dataset-studio.json': {}, '/r/a/b/dataset-studio.json': {} };
    assert.equal(await judged(entries, '/r/x.dataset.json'), 'included /r/dataset-studio.json');
    assert.equal(await judged(entries, '/r/a/x.dataset.json'), 'included /r/dataset-studio.json');
    assert.equal(await judged(entries, '/r/a/b/c/x.dataset.json'), 'included /r/a/b/dataset-studio.json');
  });

  it('is never above the folder with .git', async () => {
    const entries = { '/dataset-studio.json': {}, '/r/s/.git/HEAD': '', '/r/dataset-studio.json': {} };
    assert.equal(await judged(entries, '/r/s/x.dataset.json'), 'none');
    assert.equal(await judged(entries, '/r/x.dataset.json'), 'included /r/dataset-studio.json');
  });

  it('is never above the workspace folder where there is no repository', async () => {
    const entries = { '/w/dataset-studio.json': {}, '/w/v/a/dataset-studio.json': {} };
    assert.equal(await judged(entries, '/w/v/x.dataset.json', { folders: ['/w/v'] }), 'none');
    assert.equal(
      await judged(entries, '/w/v/a/b/x.dataset.json', { folders: ['/w/v'] }),
      'included /w/v/a/dataset-studio.json',
    );
    assert.equal(
      await judged(entries, '/w/v/x.dataset.json', { folders: ['/w', '/w/other'] }),
      'included /w/dataset-studio.json',
    );
  });

  it('is the one beside the document where there is neither', async () => {
    const entries = { '/w/dataset-studio.json': {} };
    assert.equal(await judged(entries, '/w/x.dataset.json'), 'included /w/dataset-studio.json');
    assert.equal(await judged(entries, '/w/v/x.dataset.json'), 'none');
  });

  it('is never above the root of a server, even in a repository', async () => {
    const options = { folders: ['/r/a'], isBounded: true };
    const entries = { '/r/dataset-studio.json': {}, '/r/a/b/dataset-studio.json': {} };
    assert.equal(await judged(entries, '/r/a/x.dataset.json', options), 'none');
    assert.equal(
      await judged(entries, '/r/a/b/x.dataset.json', options),
      'included /r/a/b/dataset-studio.json',
    );
    assert.equal(await judged(entries, '/r/x.dataset.json', options), 'none');
  });

  it('is read once for all documents', async () => {
    const { files, projects } = projectsOf({
      '/r/dataset-studio.json': { extends: ['./base.json', './base.json'] },
      '/r/a/dataset-studio.json': { extends: '../base.json' },
      '/r/base.json': {},
    });
    const documents = ['/r/x', '/r/y', '/r/b/x', '/r/a/x', '/r/a/b/x'];
    await Promise.all(documents.map((each) => projects.judge(`${each}.dataset.json`)));
    assert.deepEqual(files.reads.sort(), [
      '/r/a/dataset-studio.json',
      '/r/base.json',
      '/r/dataset-studio.json',
    ]);
  });
});

describe('Which files are dataset files', () => {
  it('is what include has and exclude has not', async () => {
    const entries = { '/r/dataset-studio.json': { include: ['d/**'], exclude: ['**/fixtures/**'] } };
    assert.match(await judged(entries, '/r/d/x.dataset.json'), /^included/);
    assert.match(await judged(entries, '/r/d/e/x.dataset.json'), /^included/);
    assert.match(await judged(entries, '/r/x.dataset.json'), /^excluded/);
    assert.match(await judged(entries, '/r/d/fixtures/x.dataset.json'), /^excluded/);
  });

  it('is relative to the file that has the list, also when it is extended', async () => {
    const entries = {
      '/r/dataset-studio.json': { extends: './base/base.json', exclude: ['old/**'] },
      '/r/base/base.json': { include: ['../data/**', 'data/**'], exclude: ['**'] },
    };
    assert.match(await judged(entries, '/r/data/x.dataset.json'), /^included/);
    assert.match(await judged(entries, '/r/base/data/x.dataset.json'), /^included/);
    assert.match(await judged(entries, '/r/other/x.dataset.json'), /^excluded/);
    assert.match(await judged(entries, '/r/base/old/x.dataset.json'), /^excluded/);
  });

  it('is all of them where null removes the list', async () => {
    const entries = {
      '/r/dataset-studio.json': { extends: './b.json', include: null },
      '/r/b.json': { include: [] },
    };
    assert.match(await judged(entries, '/r/x.dataset.json'), /^included/);
    assert.match(
      await judged({ ...entries, '/r/dataset-studio.json': { extends: './b.json' } }, '/r/x.dataset.json'),
      /^excluded/,
    );
  });

  it('does not matter for the settings that a file gets if it is used all the same', async () => {
    const { projects } = projectsOf({ '/r/dataset-studio.json': { include: [], dataTypes: ['A'] } });
    const found = await projects.judge('/r/x.dataset.json');
    assert.deepEqual(found.kind === 'excluded' && found.settings.dataTypes, ['A']);
  });

  it('treats a folder with a slash as all that is in it', async () => {
    const entries = { '/r/dataset-studio.json': { exclude: ['old/', '/new/'] } };
    assert.match(await judged(entries, '/r/old/a/x.dataset.json'), /^excluded/);
    assert.match(await judged(entries, '/r/new/x.dataset.json'), /^excluded/);
    const all = { '/r/a/dataset-studio.json': { extends: '../base/b.json' } };
    assert.match(
      await judged({ ...all, '/r/base/b.json': { exclude: ['../'] } }, '/r/a/x.dataset.json'),
      /^excluded/,
    );
  });
});

describe('The order of project files', () => {
  it('is two levels of extends, then the file, then the overrides of all in the same order', async () => {
    const entries = {
      '/r/a/dataset-studio.json': {
        extends: '../one.json',
        dataTypes: ['A'],
        overrides: [{ files: ['x*'], dataTypes: ['file'], rules: { limit: 'off' } }],
      },
      '/r/one.json': {
        extends: ['./two.json', './three.json'],
        rules: { limit: 'info' },
        overrides: [{ files: ['a/**'], dataTypes: ['one'], rules: { limit: 'hint', 'no-tables': 'hint' } }],
      },
      '/r/two.json': {
        rules: { limit: 'error', 'no-columns': 'error', 'no-tables': 'error' },
        dataTypes: ['T'],
      },
      '/r/three.json': { rules: { 'no-columns': 'info' } },
    };
    const x = await settingsOf(entries, '/r/a/x.dataset.json');
    assert.deepEqual(x?.rules, { limit: 'off', 'no-columns': 'info', 'no-tables': 'hint' });
    assert.deepEqual(x?.dataTypes, ['file']);
    const y = await settingsOf(entries, '/r/a/y.dataset.json');
    assert.deepEqual(y?.rules, { limit: 'hint', 'no-columns': 'info', 'no-tables': 'hint' });
    assert.deepEqual(y?.dataTypes, ['one']);
  });

  it('does not apply the overrides of a root file to documents of a nested file that does not extend it', async () => {
    const entries = {
      '/r/dataset-studio.json': {
        rules: { limit: 'error' },
        overrides: [{ files: ['nested/**'], rules: { limit: 'off' } }],
      },
      '/r/nested/dataset-studio.json': {},
      '/r/nested/deep/dataset-studio.json': { extends: '../../dataset-studio.json' },
    };
    assert.deepEqual((await settingsOf(entries, '/r/nested/x.dataset.json'))?.rules, {});
    assert.deepEqual((await settingsOf(entries, '/r/nested/deep/x.dataset.json'))?.rules, { limit: 'off' });
  });

  it('takes the globs of an override from the folder of the file that has them', async () => {
    const base = { overrides: [{ files: ['x.dataset.json'], rules: { limit: 'off' } }] };
    const entries = { '/r/dataset-studio.json': { extends: 'base/base.json' }, '/r/base/base.json': base };
    assert.deepEqual((await settingsOf(entries, '/r/x.dataset.json'))?.rules, {});
    assert.deepEqual((await settingsOf(entries, '/r/base/x.dataset.json'))?.rules, { limit: 'off' });
  });

  it('merges objects at every depth, replaces lists, and removes what is null', async () => {
    const names = {
      column: { style: 'PascalCase', startsWith: ['A'], byType: { bool: { startsWith: ['Is'] } } },
    };
    const settings = await settingsOf(
      {
        '/r/dataset-studio.json': {
          extends: './b.json',
          names: { column: { style: null, startsWith: ['B', 'C'], byType: { bool: { endsWith: ['Z'] } } } },
          require: null,
          overrides: [{ files: ['**'], names: { table: { maxLength: 2 } } }],
        },
        '/r/b.json': { names, require: { columns: [{ name: 'a', dataType: 'bool' }] } },
      },
      '/r/x.dataset.json',
    );
    assert.deepEqual(settings?.names, {
      column: { startsWith: ['B', 'C'], byType: { bool: { startsWith: ['Is'], endsWith: ['Z'] } } },
      table: { maxLength: 2 },
    });
    assert.equal(settings?.require, undefined);
  });
});

describe('A new project file', () => {
  for (const [what, document, expected, options] of [
    ['the folder that has the document', '/r/w/a/x.dataset.json', '/r/w', { folders: ['/r/w'] }],
    ['the inner one of two folders', '/r/w/a/x.dataset.json', '/r/w/a', { folders: ['/r/w', '/r/w/a'] }],
    ['the root of the repository without such a folder', '/r/a/x.dataset.json', '/r', { folders: ['/w'] }],
    ['the root of a repository in the folder', '/r/a/x.dataset.json', '/r', { folders: [''] }],
    ['the folder of the document without either', '/w/a/x.dataset.json', '/w/a', {}],
    ['a folder that is the root of a file system', '/w/a/x.dataset.json', '', { folders: [''] }],
  ] as const)
    it(`belongs in ${what}, where it applies to the document`, async () => {
      const path = await projectsOf({}, options).projects.newProjectFile(document);
      assert.equal(path, `${expected}/dataset-studio.json`);
      assert.equal(await judged({ [path]: {} }, document, options), `included ${path}`);
    });
});

describe('A problem of a project file', () => {
  it('is an unknown property, a wrong type, or a wrong value, at its line', async () => {
    const text = `{
  // Comments are allowed, and commas at the end.
  "$schema": "x", /* "here, too": [ */
  "exlude": [],
  "environments": { "a": { "baseUrl": "https://x.example", "secret": 1 } },
  "dataTypes": ["A", 1, null],
  "include": "x",
  "names": { "column": { "style": "Pascal", "maxLength": 0 }, "row": {} },
  "rules": { "limit": "fatal", "syntax": "off", "duplicate-key": "error" },
  "limits": [],
  "overrides": [{ "rules": {} }, { "files": null }, 1],
  "require": { "columns": [{ "name": "a" }] },
}`;
    assert.deepEqual(await problemsOf({ '/r/dataset-studio.json': text }), [
      '4:3 error Unknown property "exlude". Did you mean "exclude"?',
      '5:3 error A project file has no property "environments" here. Remove it.',
      '6:22 error "dataTypes[1]" must be a string, but its type is number.',
      '6:25 error "dataTypes[2]" must be a string, but its type is null.',
      '7:14 error "include" must be an array, but its type is string.',
      '8:35 error "style" must be one of: camelCase, PascalCase, snake_case, kebab-case, CONSTANT_CASE.',
      '8:58 error "maxLength" must be a whole number from 1.',
      '8:63 error A project file has no property "row" here. Remove it.',
      '9:23 error "limit" must be one of: off, hint, info, warning, error.',
      '9:42 error The rule "syntax" is always an error. Remove it here.',
      '10:13 error "limits" must be an object, but its type is array.',
      '11:17 error The property "files" is missing. Add it.',
      '11:45 error "files" must be an array, but its type is null.',
      '11:53 error "overrides[2]" must be an object, but its type is number.',
      '12:28 error The property "dataType" is missing. Add it.',
    ]);
  });

  it('is a warning for an unknown rule, which is ignored', async () => {
    const entries = {
      '/r/dataset-studio.json': { rules: { nolimit: 'error', 'unknown-type': 'error', limit: 'off' } },
    };
    assert.deepEqual(await problemsOf(entries), [
      '1:11 warning Unknown property "nolimit". Did you mean "limit"?',
      '1:29 warning A project file has no property "unknown-type" here. Remove it.',
    ]);
    assert.deepEqual((await settingsOf(entries, '/r/x.dataset.json'))?.rules, { limit: 'off' });
  });

  it('is text that is not JSON, and a property that occurs twice', async () => {
    assert.deepEqual(await problemsOf({ '/r/dataset-studio.json': '{\n  "rules": }' }), [
      '2:12 error A value is missing before this }.',
    ]);
    assert.deepEqual(await problemsOf({ '/r/dataset-studio.json': '{"rules": {},\n"rules": {}}' }), [
      '2:1 error The property "rules" occurs twice. Remove or rename one of them.',
    ]);
    for (const empty of ['', ' \n', '// Only a comment\n'])
      assert.deepEqual(await problemsOf({ '/r/dataset-studio.json': empty }), [
        '1:1 error The file is empty. A project file is a JSON object, such as {}.',
      ]);
    assert.deepEqual(await problemsOf({ '/r/dataset-studio.json': '[]' }), [
      '1:1 error "dataset-studio.json" must be an object, but its type is array.',
    ]);
  });

  it('is at the line of extends, with the place in the other file, if that is broken', async () => {
    const entries = {
      '/r/dataset-studio.json': '{\n "extends": [\n  "./b/b.json"\n] }',
      '/r/b/b.json': '{\n  "extends": "../c.json" }',
      '/r/c.json': '{ "names": {\n     "colum": {} } }',
    };
    assert.deepEqual(await problemsOf(entries), [
      '3:3 error b/b.json:2:14: c.json:2:6: The file is not a valid project file. Open it to see why.',
    ]);
  });

  it('has no text of a file that another one names, by extends or by a link', async () => {
    for (const secret of [
      'DATASET_PASSWORD=hunter2',
      '{"hunter2": 1}',
      '"hunter2"',
      '{"rules": {"syntax": "hunter2"}}',
    ])
      for (const project of [{ extends: './.env' }, { extends: './l/.env' }, '-> /r/.env', '-> /r/l/.env']) {
        const problems = await problemsOf({
          '/r/.env': secret,
          '/r/l': '-> /r',
          '/r/dataset-studio.json': project,
        });
        assert.match(problems.join(), /1:\d+: .*not a valid project file|^1:\d+ error .*not a valid/);
        assert.doesNotMatch(problems.join(), /hunter2/);
      }
    const linked = { '/w': '-> /r', '/r/dataset-studio.json': '{"colum": 1}' };
    assert.match((await problemsOf(linked, '/w/a.dataset.json')).join(), /"colum"/);
  });

  it('is a circle', async () => {
    assert.deepEqual(
      await problemsOf({ '/r/dataset-studio.json': '{\n"extends": "dataset-studio.json" }' }),
      ['2:12 error The files extend each other in a circle: dataset-studio.json → dataset-studio.json.'],
    );
    const entries = {
      '/r/dataset-studio.json': { extends: './b.json' },
      '/r/b.json': '{\n  "extends": "./c.json" }',
      '/r/c.json': { extends: './b.json' },
    };
    assert.deepEqual(await problemsOf(entries), [
      '1:12 error b.json:2:14: c.json:1:12: The files extend each other in a circle: dataset-studio.json → b.json → c.json → b.json.',
    ]);
  });

  it('is an extended file that is missing', async () => {
    assert.deepEqual(await problemsOf({ '/r/dataset-studio.json': { extends: './b.json' } }), [
      '1:12 error There is no file b.json. Check the path.',
    ]);
  });
});

describe('A hostile project file', () => {
  it('reads nothing outside of the root', async () => {
    for (const target of [
      '../x.json',
      '/x.json',
      'a/../../x.json',
      'C:\\x.json',
      'https://x.example/x.json',
      'file:///x',
      '..',
    ]) {
      const { files, projects } = projectsOf({
        '/x.json': {},
        '/r/dataset-studio.json': { extends: target },
      });
      assert.equal((await projects.judge('/r/a.dataset.json')).kind, 'broken', target);
      assert.deepEqual(files.reads, ['/r/dataset-studio.json']);
    }
  });

  it('reads no link that leads out of the root, of a file or of a folder', async () => {
    const entries = { '/out/x.json': {}, '/r/l': '-> /out', '/r/x.json': '-> /out/x.json' };
    const message = 'The file is a link that leads out of the repository. Replace it by a file.';
    assert.deepEqual(await problemsOf({ ...entries, '/r/dataset-studio.json': '-> /out/x.json' }), [
      `1:1 error ${message}`,
    ]);
    assert.deepEqual(await problemsOf({ ...entries, '/r/dataset-studio.json': { extends: 'l/x.json' } }), [
      `1:12 error l/x.json:1:1: ${message}`,
    ]);
    assert.deepEqual(await problemsOf({ ...entries, '/r/dataset-studio.json': { extends: 'x.json' } }), [
      `1:12 error x.json:1:1: ${message}`,
    ]);
    assert.match(
      await judged(
        { ...entries, '/r/dataset-studio.json': '-> /r/y.json', '/r/y.json': {} },
        '/r/a.dataset.json',
      ),
      /^included/,
    );
  });

  it('is broken if its link leads nowhere, and if it is a folder', async () => {
    assert.match(await judged({ '/r/dataset-studio.json': '-> /r/missing' }, '/r/a.dataset.json'), /^broken/);
    assert.match(await judged({ '/r/dataset-studio.json/x': '' }, '/r/a.dataset.json'), /^broken/);
  });

  it('can be large, and nested deeply', async () => {
    assert.deepEqual(
      await problemsOf({ '/r/dataset-studio.json': `{"dataTypes":["${'a'.repeat(10_000_000)}"]}` }),
      ['1:1 error The file is larger than 64 KB. Move a part of it to a file that it extends.'],
    );
    const depth = 30_000;
    assert.deepEqual(
      await problemsOf({ '/r/dataset-studio.json': `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}` }),
      ['1:2 error A project file has no property "a" here. Remove it.'],
    );
    assert.equal((await problemsOf({ '/r/dataset-studio.json': '/*'.repeat(30_000) })).length, 1);
  });

  it('can extend files that extend files twice', async () => {
    const entries = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `/r/${i}.json`,
        { extends: [`./${i + 1}.json`, `./${i + 1}.json`] },
      ]),
    );
    const problems = await problemsOf({
      ...entries,
      '/r/40.json': {},
      '/r/dataset-studio.json': { extends: './0.json' },
    });
    assert.match(problems.join(), /More than 16 files are extended. Extend fewer.$/);
  });

  it('can extend itself through a link to its folder', async () => {
    const entries = { '/r/l': '-> /r', '/r/dataset-studio.json': { extends: './l/dataset-studio.json' } };
    assert.match((await problemsOf(entries)).join(), /More than 16 files/);
  });

  it('can have globs that take for ever elsewhere', async () => {
    const exclude = [
      `${'**/'.repeat(300)}c`,
      `${'*a'.repeat(400)}c`,
      `${'{a,'.repeat(190)}${'}*'.repeat(190)}c`,
    ];
    const document = `/r/${'a/'.repeat(100)}${'a'.repeat(2000)}.dataset.json`;
    assert.match(await judged({ '/r/dataset-studio.json': { exclude } }, document), /^included/);
    assert.deepEqual(await problemsOf({ '/r/dataset-studio.json': { exclude: ['*'.repeat(1001)] } }), [
      '1:13 error "exclude[0]" is too long. The maximum length is 1000.',
    ]);
  });

  it('changes no object by its keys', async () => {
    const names =
      '{"column":{"byType":{"__proto__":{"startsWith":["A"]},"constructor":{"startsWith":["B"]}}}}';
    const settings = await settingsOf(
      {
        '/r/dataset-studio.json': `{"extends":"./b.json","names":${names}}`,
        '/r/b.json': `{"names":${names}}`,
      },
      '/r/a.dataset.json',
    );
    assert.equal(JSON.stringify(settings?.names), names);
    assert.equal(Object.getPrototypeOf(settings?.names?.column?.byType), Object.prototype);
    assert.deepEqual(
      await problemsOf({ '/r/dataset-studio.json': '{"__proto__":{"rules":{}},"constructor":1}' }),
      [
        '1:2 error A project file has no property "__proto__" here. Remove it.',
        '1:27 error A project file has no property "constructor" here. Remove it.',
      ],
    );
  });
});
