import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { clientAuthenticationMethods, grantTypes } from '../../src/environments/environment.ts';
import {
  dataExtensions,
  dataFilesIn,
  otherFiles,
  schemaExtensions,
} from '../../src/inference/formats/formats.ts';
import { isShownWhen, type WhenContext } from './when-clause.ts';

const manifest = JSON.parse(await readFile('package.json', 'utf8'));
const strings: Record<string, string> = JSON.parse(await readFile('package.nls.json', 'utf8'));
const registrations = globSync('src/editor/open/register-*.ts').map((path) => basename(path));
const wiring = await Promise.all(registrations.map((file) => readFile(`src/editor/open/${file}`, 'utf8')));
const { contributes } = manifest;
/** Shown in all hosts, only with content. */
const changesView = await readFile('src/editor/ui/changes-view.ts', 'utf8');

/** Those that `extension.web.ts` uses: what they register also works in a browser. */
const webEntry = await readFile('src/extension.web.ts', 'utf8');
const inBrowser = registrations.filter((file) => webEntry.includes(`/${file}'`));
/** False in a browser without a server. A remote window in a browser is web, too, but has Node.js. */
const needsNode = '!isWeb || remoteName';
/** The opposite. */
const withoutNode = 'isWeb && !remoteName';

interface Command {
  /** Absent in a menu's entry for a submenu. */
  readonly command: string;
  readonly submenu?: string;
  readonly enablement?: string;
  readonly title: string;
  readonly category: string;
  /** In menus. */
  readonly when?: string;
}

interface View {
  readonly when?: string;
  readonly id: string;
  readonly name: string;
  readonly icon?: string;
}

interface WalkthroughStep {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly when?: string;
  readonly media: { readonly image: Readonly<Record<string, string>>; readonly altText: string };
  readonly completionEvents?: readonly string[];
}

describe('package.json', () => {
  it('has a text for every placeholder, and no text without one', () => {
    const used = [...JSON.stringify(manifest).matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key);
    assert.deepEqual([...new Set(used)].sort(), Object.keys(strings).sort());
  });

  it('contributes exactly the commands that activate() registers', () => {
    const registered = [...wiring.join('').matchAll(/^ {4,6}'(dataset\.\w+)':/gm)].map(([, id]) => id);
    const contributed = contributes.commands.map(({ command }: Command) => command);
    assert.deepEqual(contributed.toSorted(), registered.toSorted());
  });

  it('hides in a browser exactly the commands that extension.web.ts does not register, and the views of Node.js', () => {
    const registered = new Set(
      [...wiring.filter((_, index) => inBrowser.includes(registrations[index] ?? '')), webEntry].flatMap(
        (room) => [...room.matchAll(/^ {4,6}'(dataset\.\w+)':/gm)].map(([, id]) => id),
      ),
    );
    assert.ok(registered.has('dataset.new'));
    const commands: Command[] = contributes.commands;
    assert.deepEqual(
      commands.filter(({ enablement = '' }) => !enablement.includes(needsNode)).map(({ command }) => command),
      commands.map(({ command }) => command).filter((command) => registered.has(command)),
    );
    const menus = Object.entries<Command[]>(contributes.menus).filter(
      // The palette follows `enablement`; the views are hidden as a whole.
      ([menu]) => menu !== 'commandPalette' && !menu.startsWith('view/'),
    );
    for (const { command, submenu, when = '' } of menus.flatMap(([, entries]) => entries)) {
      if (submenu !== undefined) continue;
      assert.equal(when.includes(needsNode), !registered.has(command), command);
    }
    for (const { id, when } of Object.values<View[]>(contributes.views).flat())
      assert.equal(when, id === 'dataset.changes' ? 'dataset.hasComparison' : needsNode, id);
  });

  it('gives every command a title and the category Dataset', () => {
    for (const { title, category } of contributes.commands as Command[]) {
      assert.ok(strings[title.slice(1, -1)]);
      assert.equal(strings[category.slice(1, -1)], 'Dataset');
    }
  });

  it('ends a title with "…" if the command asks for something before it does it', () => {
    const titleOf = (id: string) => {
      const found = (contributes.commands as Command[]).find(({ command }) => command === `dataset.${id}`);
      return strings[found?.title.slice(1, -1) ?? ''] ?? '';
    };
    const asking = [
      ...['new', 'newFromData', 'updateFromData', 'compareWith', 'exportDiagram', 'filterSubmissions'],
      ...['addEnvironment', 'editEnvironment', 'removeEnvironment', 'selectEnvironment', 'manageEnvironment'],
      ...['setSubscriptionKey', 'setClientSecret'],
      'settleSubmission',
    ];
    const acting = [
      'create',
      'validateWorkspace',
      'openDesigner',
      'openSample',
      'signIn',
      'signOut',
      'showLog',
    ];
    for (const id of asking) assert.match(titleOf(id), /…$/, id);
    for (const id of acting) assert.doesNotMatch(titleOf(id), /…|^$/, id);
  });

  /** The commands in the palette, without their prefix. */
  const inPalette = (context: WhenContext) => {
    const entries: Command[] = contributes.menus.commandPalette;
    return (contributes.commands as Command[]).flatMap(({ command, enablement }) => {
      const own = entries.filter((entry) => entry.command === command);
      const isOffered =
        isShownWhen(enablement, context) && own.every(({ when }) => isShownWhen(when, context));
      return isOffered ? [command.slice('dataset.'.length)] : [];
    });
  };
  const newWindow = { isWorkspaceTrusted: true, 'config.dataset.environments': '[]' };
  const withEnvironment = {
    isWorkspaceTrusted: true,
    workspaceFolderCount: 1,
    'config.dataset.environments': '[{"name":"staging","baseUrl":"https://a.example"}]',
  };
  const forNewcomers = ['new', 'newFromData', 'checkData', 'getStarted'];
  /** What is about one environment. */
  const ofEnvironment = [
    'editEnvironment',
    'removeEnvironment',
    'switchAccount',
    'getToken',
    'setSubscriptionKey',
    'setClientSecret',
  ];

  it('has at most 24 commands in the palette with a dataset and one environment, among them what a newcomer needs', () => {
    for (const dataset of [
      { resourceLangId: 'dataset-json', resourceFilename: 'sales.dataset.json' },
      { resourceLangId: 'dataset-yaml', resourceFilename: 'sales.dataset.yaml' },
      // The designer has no language.
      { resourceFilename: 'sales.dataset.json' },
    ]) {
      // Before it is known what can't do anything, all is offered.
      const offered = inPalette({ ...withEnvironment, ...dataset });
      // Three more are VS Code's, which show the views.
      assert.ok(offered.length <= 21, offered.join());
      const missing = ['create', 'openDesigner', 'forgetCredentials', 'manageEnvironment', ...forNewcomers];
      assert.deepEqual(
        missing.filter((command) => !offered.includes(command)),
        [],
      );
    }
  });

  it('offers to select an environment in the palette once there are several', () => {
    const one = '{"name":"staging","baseUrl":"https://a.example"}';
    const isOffered = (environments: string) =>
      inPalette({ ...withEnvironment, 'config.dataset.environments': environments }).includes(
        'selectEnvironment',
      );
    assert.deepEqual(['[]', `[${one}]`, `[${one},${one}]`].map(isOffered), [false, false, true]);
  });

  it('has few commands in the palette of a new window, among them what makes a dataset', () => {
    const offered = inPalette({ ...newWindow, 'dataset.nothingToForget': true });
    assert.deepEqual(offered.toSorted(), [
      'addEnvironment',
      'checkData',
      'getStarted',
      'new',
      'newFromData',
      'openSample',
      'showLog',
      'showSubmissions',
      'startLocalGateway',
    ]);
  });

  it('offers what is about one environment in its menu in the view and by Manage Environment, not in the palette', async () => {
    const managing = await readFile('src/editor/environments/view/environment-status.ts', 'utf8');
    const row = {
      isWorkspaceTrusted: true,
      view: 'dataset.environmentsView',
      viewItem: 'environment current signed-in user confidential',
    };
    const menu = (contributes.menus['view/item/context'] as Command[])
      .filter(({ when }) => isShownWhen(when, row))
      .map(({ command }) => command);
    const offered = inPalette({ ...withEnvironment, resourceLangId: 'dataset-json' });
    for (const command of ofEnvironment) {
      assert.ok(!offered.includes(command), command);
      assert.ok(menu.includes(`dataset.${command}`), command);
      assert.ok(managing.includes(`'dataset.${command}'`), command);
    }
  });

  it('has every command in the palette that a text names with its category', async () => {
    const palette: Command[] = contributes.menus.commandPalette;
    const hidden = new Set(palette.flatMap(({ command, when }) => (when === 'false' ? [command] : [])));
    const english = ['package.nls.json', 'README.md', ...globSync('{docs,src}/**/*.{md,ts}')];
    for (const file of [...english, ...globSync('package.nls.*.json')]) {
      const text = await readFile(file, 'utf8');
      const words: Record<string, string> = english.includes(file) ? strings : JSON.parse(text);
      const titles = (contributes.commands as Command[]).flatMap(({ command, title }) =>
        hidden.has(command) ? [(words[title.slice(1, -1)] ?? '').replace('…', '')] : [],
      );
      assert.doesNotMatch(text, new RegExp(`${words.category}\\s?: (${titles.join('|')})`), file);
    }
  });

  it('contributes exactly the views that activate() fills, each with a name, an icon and welcome content', () => {
    const filled = [
      ...[...wiring, changesView]
        .join('')
        .matchAll(/(?:createTreeView|registerTreeDataProvider)\(\s*'(dataset\.\w+)'/g),
    ].map(([, id]) => id);
    const views: View[] = Object.values<View[]>(contributes.views).flat();
    assert.deepEqual(views.map(({ id }) => id).sort(), filled.sort());
    for (const { id, name, icon } of views) {
      assert.ok(strings[name.slice(1, -1)], id);
      assert.equal(typeof icon, 'string', id);
      assert.ok(
        id === 'dataset.changes' ||
          contributes.viewsWelcome.some(({ view }: { view: string }) => view === id),
        id,
      );
    }
  });

  it('uses only contributed views in its menus, and contributed commands in welcome content', () => {
    const views = new Set(
      Object.values<View[]>(contributes.views).flatMap((group) => group.map(({ id }) => id)),
    );
    for (const { when = '' } of Object.values<Command[]>(contributes.menus).flat())
      for (const [, id = ''] of when.matchAll(/\bview == ([\w.]+)/g)) assert.ok(views.has(id), id);
    const known = new Set(contributes.commands.map(({ command }: Command) => command));
    for (const { contents } of contributes.viewsWelcome)
      for (const [, id] of strings[contents.slice(1, -1)]?.matchAll(/\(command:(dataset\.\w+)\)/g) ?? [])
        assert.ok(known.has(id), id);
  });

  it('uses only contributed commands in its menus', () => {
    const known = new Set(contributes.commands.map(({ command }: Command) => command));
    for (const entries of Object.values<Command[]>(contributes.menus))
      for (const { command, submenu } of entries)
        assert.ok(submenu === undefined ? known.has(command) : submenu in contributes.menus, command);
  });

  /** The commands in the Explorer's menu of a file, and `undefined` for the submenu. */
  const inExplorer = (name: string) => {
    const context = { resourceFilename: name.replace(/^.*[\\/]/, ''), resourcePath: name };
    return (contributes.menus['explorer/context'] as Command[])
      .filter(({ when }) => isShownWhen(when, context))
      .map(({ command }) => command);
  };

  it('has at most five entries for a dataset in the explorer, and the rest in a submenu', () => {
    for (const name of ['sales.dataset.json', 'sales.dataset.yaml'])
      assert.deepEqual(
        inExplorer(name),
        ['dataset.create', 'dataset.openDesigner', 'dataset.checkData', 'dataset.compareWith', undefined],
        name,
      );
  });

  it('has entries for data in the explorer, and none for files that are named for programs or readers', () => {
    for (const name of ['a.csv', 'data.json', 'my-package.json', 'notes.txt', 'settings.json', 'A.JSON.GZ'])
      assert.deepEqual(inExplorer(name), ['dataset.checkData', 'dataset.newFromData'], name);
    const others = [
      ...[
        'package.json',
        'package-lock.json',
        'dataset-studio.json',
        'tsconfig.build.json',
        '.eslintrc.json',
      ],
      ...['README.txt', 'requirements-dev.txt', 'CMakeLists.txt', 'a.md', 'a.ts'],
    ].flatMap((name) => [`/home/a.b/${name}`, `C:\\work\\${name}`]);
    for (const name of [...others, '/home/.vscode/settings.json', '.github/x.json'])
      assert.deepEqual(inExplorer(name), [], name);
  });

  it('takes the same files for other files than data as the search of a folder', () => {
    const entries = (contributes.menus['explorer/context'] as Command[]).filter(({ when = '' }) =>
      when.includes('csv'),
    );
    assert.equal(entries.length, 2);
    for (const { when = '' } of entries) assert.ok(when.includes(`!(resourcePath =~ ${otherFiles})`), when);
    assert.deepEqual(
      dataFilesIn(['a/package.json', 'a/README.txt', 'a/b.json'], (file) => file),
      ['a/b.json'],
    );
  });

  it('repeats Create Dataset in no menu of a tab or an editor, and has one button in each empty view', () => {
    const menu = (name: string) =>
      ((contributes.menus[name] ?? []) as Command[]).map(({ command }) => command);
    assert.deepEqual(menu('editor/title'), ['dataset.create', 'dataset.openDesigner']);
    assert.deepEqual(menu('editor/title/context'), ['dataset.compareWith']);
    assert.deepEqual(menu('editor/context'), []);
    // VS Code makes a button of a link that is alone in its line.
    const buttons = contributes.viewsWelcome.map(({ contents }: { contents: string }) =>
      [...(strings[contents.slice(1, -1)] ?? '').matchAll(/^\[.*\]\(command:(.*)\)$/gm)].map(([, id]) => id),
    );
    assert.deepEqual(buttons, [
      ['dataset.addEnvironment'],
      ['workbench.trust.manage'],
      ['dataset.getStarted'],
      ['workbench.trust.manage'],
    ]);
  });

  it('offers in Restricted Mode no command that only says that it is disabled there, except Create Dataset', async () => {
    const offered = (contributes.commands as Command[])
      .filter(({ enablement = '' }) => !enablement.includes('isWorkspaceTrusted'))
      .map(({ command }) => command);
    for (const command of [
      'signIn',
      'signOut',
      'getToken',
      'forgetCredentials',
      'resumeBatch',
      'submitAgain',
    ])
      assert.ok(!offered.includes(`dataset.${command}`), command);
    for (const command of ['create', 'new', 'validateWorkspace', 'openDesigner', 'newFromData', 'checkData'])
      assert.ok(offered.includes(`dataset.${command}`), command);
  });

  it('contributes a walkthrough whose commands are registered, and whose steps are completed by commands that are registered, or by context keys that the code sets', async () => {
    const sources = await Promise.all(globSync('src/editor/**/*.ts').map((path) => readFile(path, 'utf8')));
    const code = sources.join('\n');
    const [walkthrough] = contributes.walkthroughs;
    const steps: WalkthroughStep[] = walkthrough.steps;
    assert.equal(steps.length, 6);
    assert.ok(code.includes(`#${walkthrough.id}`));
    assert.ok(code.includes(`'${walkthrough.when}'`));
    for (const { id, title, description, completionEvents, when } of steps) {
      assert.ok(strings[title.slice(1, -1)], id);
      if (when === withoutNode) continue;
      const [, command] =
        /\(command:(?:toSide:)?([\w.]+)\)$/.exec(strings[description.slice(1, -1)] ?? '') ?? [];
      assert.ok(command && code.includes(`'${command}':`), id);
      for (const event of completionEvents ?? ['none']) {
        const [, key] = /^on(?:Context|Command):([\w.]+)$/.exec(event) ?? [];
        assert.ok(key && code.includes(`'${key}'`), id);
      }
    }
  });

  it('promises a gateway in the walkthrough only where one can be used, and says elsewhere what to do instead', () => {
    const [{ title, description, steps }] = contributes.walkthroughs;
    const text = (placeholder: string) => strings[placeholder.slice(1, -1)] ?? '';
    const everywhere: WalkthroughStep[] = steps.filter(({ when }: WalkthroughStep) => when !== needsNode);
    for (const promise of [
      title,
      description,
      ...everywhere.flatMap((step) => [step.title, step.description]),
    ])
      assert.doesNotMatch(text(promise), /this machine|gateway/, promise);
    assert.deepEqual(
      everywhere.map(({ when }) => when),
      [undefined, undefined, withoutNode],
    );
    assert.match(text(everywhere.at(-1)?.description ?? ''), /VS Code on your computer/);
  });

  it('shows a picture with alternative text for each kind of theme in the walkthrough', async () => {
    for (const { id, media } of contributes.walkthroughs[0].steps as WalkthroughStep[]) {
      assert.ok(strings[media.altText.slice(1, -1)], id);
      assert.deepEqual(Object.keys(media.image), ['dark', 'light', 'hc', 'hcLight'], id);
      for (const path of Object.values(media.image))
        assert.doesNotMatch(await readFile(path, 'utf8'), /var\(/, path);
    }
  });

  it('offers a dataset from each kind of data file in the explorer', () => {
    const entries: Command[] = contributes.menus['explorer/context'];
    const extensions = entries
      .filter(({ command }) => command === 'dataset.newFromData')
      .flatMap(({ when = '' }) => /\\\.\(([\w|]+)\)\(\\\.gz\)\?\$/.exec(when)?.[1]?.split('|') ?? []);
    // Most YAML files are no schemas.
    const offered = dataExtensions.filter((extension) => !schemaExtensions.includes(extension));
    assert.deepEqual(extensions.toSorted(), offered.toSorted());
  });

  it('offers all grant types and client authentication methods that are supported', () => {
    const { auth } = contributes.configuration.properties['dataset.environments'].items.properties;
    assert.deepEqual(auth.properties.grantType.enum.toSorted(), grantTypes.toSorted());
    assert.deepEqual(auth.properties.clientAuthentication.enum, clientAuthenticationMethods);
  });

  it('lets no workspace define an environment, and not even a devcontainer.json loosen what needs consent', () => {
    const scopes = ['environments', 'timeout', 'concurrency', 'confirm', 'agents.create', 'dataTypes'].map(
      (setting) => contributes.configuration.properties[`dataset.${setting}`].scope,
    );
    assert.deepEqual(scopes, ['machine', 'machine', 'machine', 'application', 'application', 'application']);
  });

  it('ignores the environment that an untrusted workspace selects', () => {
    const { untrustedWorkspaces } = manifest.capabilities;
    assert.equal(untrustedWorkspaces.supported, 'limited');
    assert.deepEqual(untrustedWorkspaces.restrictedConfigurations, ['dataset.environment']);
  });

  it('contributes only settings that the extension reads', async () => {
    const reader = await readFile('src/editor/studio/editor-settings.ts', 'utf8');
    for (const key of Object.keys(contributes.configuration.properties))
      assert.match(reader, new RegExp(`'${key.replace('dataset.', '')}'`), key);
  });

  it('contributes only settings that a test in VS Code changes', () => {
    const tests = globSync('test/{host,browser,web}/**/*.ts').map((path) => readFileSync(path, 'utf8'));
    const untested = Object.keys(contributes.configuration.properties).filter((setting) => {
      const name = setting.replace('dataset.', '').replaceAll('.', '\\.');
      const changes = new RegExp(`['"]dataset\\.${name}['"]|\\b(?:set|update)\\w*\\(\\s*'${name}'`);
      return !tests.some((test) => changes.test(test));
    });
    assert.deepEqual(untested, [], 'Test what these settings change, in test/host.');
  });

  it('refers to existing files', async () => {
    const paths = [
      manifest.icon,
      ...contributes.viewsContainers.activitybar.map((container: { icon: string }) => container.icon),
      // A language of VS Code has its configuration already.
      ...contributes.languages.flatMap(
        (language: { configuration?: string }) => language.configuration ?? [],
      ),
      ...contributes.jsonValidation.map(({ url }: { url: string }) => url),
      ...contributes.grammars.map((grammar: { path: string }) => grammar.path),
    ];
    for (const path of paths) await access(path);
  });
});
