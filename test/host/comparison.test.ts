import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { CreateResult } from '../../src/app/submissions/create-datasets.ts';
import { Answers } from './answers.ts';
import {
  closeEditors,
  eventually,
  openDocument,
  removeIfPresent,
  replaceText,
} from './authoring/documents.ts';
import { lensesOf } from './authoring/lenses.ts';
import { FragileGateway } from './fragile-gateway.ts';

function dataset(name: string, ...columns: readonly (readonly [string, string])[]): string {
  const items = columns.map(([column, dataType]) => ({ name: column, dataType }));
  return JSON.stringify({ name, tables: [{ name: 'Orders', columns: items }] }, undefined, 2);
}

async function changesLens(uri: vscode.Uri): Promise<vscode.Command | undefined> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    uri,
    10,
  );
  return lenses.find(({ command }) => command?.command === '_dataset.showChanges')?.command;
}

function openTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
}

/** Listens to the view of changes: what a tree view shows can't be read. */
class ListedChanges {
  readonly #window = vscode.window as unknown as Record<string, unknown>;
  readonly #create = vscode.window.createTreeView;
  #provider: vscode.TreeDataProvider<unknown> | undefined;
  #view: vscode.TreeView<unknown> | undefined;

  constructor() {
    const create = (id: string, options: vscode.TreeViewOptions<unknown>) => {
      const view = this.#create(id, options);
      if (id === 'dataset.changes') [this.#provider, this.#view] = [options.treeDataProvider, view];
      return view;
    };
    this.#window.createTreeView = create;
  }

  /** Waits for this title. */
  async entries(title: string | RegExp): Promise<readonly vscode.TreeItem[]> {
    const isShown = () => (this.#heading[0]?.match(title) ? true : undefined);
    assert.ok(await eventually(isShown), `${this.#heading[0]}, not ${title}`);
    const nodes = (await this.#provider?.getChildren()) ?? [];
    return Promise.all(nodes.map(async (node) => (await this.#provider?.getTreeItem(node)) ?? {}));
  }

  async labels(title: string | RegExp): Promise<readonly unknown[]> {
    return (await this.entries(title)).map(({ label }) => label);
  }

  get summary(): string | undefined {
    return this.#heading[1];
  }

  get #heading(): readonly string[] {
    return this.#view?.message?.split(': ') ?? [];
  }

  restore(): void {
    this.#window.createTreeView = this.#create;
  }
}

/** What VS Code shows where a text is in a document. */
async function hoverAt(document: vscode.TextDocument, text: string): Promise<string> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    document.uri,
    document.positionAt(document.getText().indexOf(text) + 1),
  );
  const contents = hovers.flatMap((hover) => hover.contents);
  return contents.map((content) => (typeof content === 'string' ? content : content.value)).join('\n');
}

function nameOf({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

describe('Comparing with another version', function () {
  this.timeout(120_000);
  const gateway = new FragileGateway();
  let answers: Answers;
  let listed: ListedChanges;

  before(() => gateway.start('fragile'));
  after(() => gateway.stop());

  beforeEach(() => {
    answers = new Answers().typing('secret').pressing();
    listed = new ListedChanges();
  });

  afterEach(async () => {
    answers.restore();
    listed.restore();
    await closeEditors();
  });

  it('shows the number of changes since a document was created above it', async () => {
    const name = randomUUID();
    const document = await openDocument('.dataset.json', dataset(name, ['Id', 'Int64']));
    assert.equal(await changesLens(document.uri), undefined);
    await vscode.commands.executeCommand('dataset.create', document.uri);
    const unchanged = await eventually(() => changesLens(document.uri));
    assert.match(unchanged?.title ?? '', /^No changes since it was created in fragile, /);

    const titles = (await lensesOf(document)).map(({ command }) => command?.title ?? '');
    assert.equal(titles.length, 2);
    assert.match(titles.at(-1) ?? '', /^No changes since it was created in fragile, /);

    await replaceText(document, dataset(name, ['Id', 'string'], ['Total', 'Int64']));
    const hover = await eventually(async () => {
      const found = await hoverAt(document, name);
      return found.includes('2 changes (1 breaking)') ? found : undefined;
    });
    assert.match(hover ?? '', /^\| Environment \| Dataset ID \| Submitted \| Changes Since \|/);
    assert.match(hover ?? '', /\| fragile \| .* \| .* \| 2 changes \(1 breaking\) \|/);
    assert.doesNotMatch(await hoverAt(document, 'Orders'), /fragile/);

    const lens = await eventually(async () => {
      const found = await changesLens(document.uri);
      return found?.title.startsWith('2 changes') ? found : undefined;
    });
    assert.match(lens?.title ?? '', /^2 changes since fragile, /);
    assert.match(lens?.tooltip ?? '', /type changed from Int64 to string/);

    await vscode.commands.executeCommand(lens?.command ?? '', ...(lens?.arguments ?? []));
    assert.ok(openTabs().some(({ input }) => input instanceof vscode.TabInputTextDiff));
    const labels = await listed.labels(/\.dataset\.json since fragile, /);
    assert.equal(listed.summary, '2 changes (1 breaking)');
    assert.match(String(labels[1]), /Total.*added with type.*Int64/);
  });

  it('says after a change was undone that nothing has changed, and which dataset is later', async () => {
    const name = randomUUID();
    const document = await openDocument('.dataset.json', dataset(name, ['Id', 'Int64']));
    await vscode.commands.executeCommand('dataset.create', document.uri);
    await replaceText(document, dataset(name, ['Id', 'string']));
    await vscode.commands.executeCommand('dataset.create', document.uri);
    await replaceText(document, dataset(name, ['Id', 'Int64']));
    const lens = await eventually(async () => {
      const found = await changesLens(document.uri);
      return found?.tooltip?.startsWith('Since then, this file created ') ? found : undefined;
    });
    assert.match(lens?.title ?? '', /^No changes since it was created in fragile, /);
    const hover = await hoverAt(document, name);
    assert.match(hover, /\| fragile \| .* \| No changes \|/);
    assert.match(hover, /fragile: Since then, this file created /);
    // Another file with the later content is not its own document.
    const copy = await openDocument('.dataset.json', dataset(name, ['Id', 'string']));
    const ofCopy = await eventually(() => changesLens(copy.uri));
    assert.match(ofCopy?.tooltip ?? '', /^Submitted as \S+\.dataset\.json/);
  });

  it('also shows it if the document was saved only after that, and compares the saved file', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const name = randomUUID();
    const file = vscode.Uri.joinPath(folder.uri, `${name}.dataset.json`);
    try {
      const document = await vscode.workspace.openTextDocument(file.with({ scheme: 'untitled' }));
      await vscode.window.showTextDocument(document);
      await replaceText(document, dataset(name, ['Id', 'Int64']));
      await vscode.commands.executeCommand('dataset.create', document.uri);
      assert.ok(await document.save());
      const lens = await eventually(() => changesLens(file));
      assert.match(lens?.title ?? '', /^No changes since it was created in fragile, /);

      await vscode.commands.executeCommand('dataset.compareSubmission', lens?.arguments?.[1]);
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(input instanceof vscode.TabInputTextDiff);
      assert.equal(input.modified.toString(), file.toString());
    } finally {
      await removeIfPresent(file);
    }
  });

  it('compares no untitled document without a path with what was created: VS Code reuses its URI', async () => {
    const content = dataset(randomUUID(), ['Id', 'Int64']);
    const document = await vscode.workspace.openTextDocument({ language: 'dataset-json', content });
    const { uri } = document;
    const created = await vscode.commands.executeCommand<CreateResult>('dataset.create', uri);
    // By its content.
    assert.match((await eventually(() => changesLens(uri)))?.title ?? '', /^No changes since/);
    await vscode.window.showTextDocument(document);
    await replaceText(document, dataset(randomUUID(), ['Id', 'string']));
    assert.equal(await changesLens(uri), undefined);
    answers.picking('nothing');
    await vscode.commands.executeCommand('dataset.compareWith', uri);
    assert.equal(answers.picks.at(-1)?.[0]?.label, '$(folder-opened) Browse…');
    await vscode.commands.executeCommand('dataset.compareSubmission', created.submissionId);
    assert.match(answers.asked.at(-1) ?? '', /Untitled-\d+ no longer exists/);
  });

  it('compares with another file of the workspace, which is offered at once outside of Git', async () => {
    const other = await openDocument('.dataset.yaml', 'name: a\ntables: []\n');
    const document = await openDocument('.dataset.json', '{ "name": "b", "tables": [] }');
    answers.picking(vscode.workspace.asRelativePath(other.uri));
    await vscode.commands.executeCommand('dataset.compareWith', document.uri);
    const title = `${nameOf(document.uri)} compared with ${nameOf(other.uri)}`;
    assert.deepEqual(await listed.labels(title), ['Dataset: renamed from a to b']);
  });

  it('compares two files that are selected in the Explorer with each other, and no three', async () => {
    const [one, two, three] = [
      await openDocument('.dataset.json', '{ "name": "a", "tables": [] }'),
      await openDocument('.dataset.json', '{ "name": "b", "tables": [] }'),
      await openDocument('.dataset.json', '{ "name": "c", "tables": [] }'),
    ].map(({ uri }) => uri);
    assert.ok(one && two && three);
    await vscode.commands.executeCommand('dataset.compareWith', two, [one, two]);
    assert.deepEqual(await listed.labels(`${nameOf(two)} compared with ${nameOf(one)}`), [
      'Dataset: renamed from a to b',
    ]);
    await vscode.commands.executeCommand('dataset.compareWith', two, [one, two, three]);
    assert.match(answers.asked.at(-1) ?? '', /^Only two files can be compared\. /);
  });

  it('lists no change as such', async () => {
    const [one, two] = [
      await openDocument('.dataset.json', '{ "name": "a", "tables": [] }'),
      await openDocument('.dataset.yaml', 'name: a\ntables: []\n'),
    ];
    await vscode.commands.executeCommand('dataset.compareWith', one.uri, [one.uri, two.uri]);
    assert.deepEqual(await listed.labels(/compared with/), ['No changes']);
  });

  describe('from a Git repository', () => {
    let folder: vscode.Uri;
    let document: vscode.TextDocument;
    const git = (...args: readonly string[]) => {
      const user = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', '-c', 'commit.gpgsign=false'];
      execFileSync('git', ['-C', folder.fsPath, ...user, ...args]);
    };
    const write = (content: string) =>
      vscode.workspace.fs.writeFile(
        vscode.Uri.joinPath(folder, 'sales.dataset.json'),
        new TextEncoder().encode(content),
      );

    before(async () => {
      const [workspace] = vscode.workspace.workspaceFolders ?? [];
      assert.ok(workspace);
      folder = vscode.Uri.joinPath(workspace.uri, randomUUID());
      await write(dataset('Sales', ['Id', 'Int64']));
      git('init', '--quiet');
      git('add', '.');
      git('commit', '--quiet', '--message', 'First version\n\nBody');
      await write(dataset('Sales', ['Id', 'string']));
      git('commit', '--quiet', '--all', '--message', 'Second version');
      await write(dataset('Sales', ['Id', 'string'], ['Total', 'Int64']));
    });

    after(() => vscode.workspace.fs.delete(folder, { recursive: true }));

    beforeEach(async () => {
      document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, 'sales.dataset.json'));
      await vscode.window.showTextDocument(document);
    });

    it('compares with another file', async () => {
      const picked = vscode.workspace.asRelativePath(vscode.Uri.joinPath(folder, '..', 'other.dataset.json'));
      const other = vscode.Uri.joinPath(folder, '..', 'other.dataset.json');
      await vscode.workspace.fs.writeFile(other, new TextEncoder().encode(dataset('Other')));
      answers.picking(new RegExp(`^(\\$\\(file\\) File…|${picked})$`));
      await vscode.commands.executeCommand('dataset.compareWith', document.uri);
      const labels = await listed.labels('sales.dataset.json compared with other.dataset.json');
      assert.match(labels.join(), /renamed from Other to Sales/);
    });

    it('offers the commits that changed the file, newest first, and compares with the selected one', async () => {
      answers.picking(/Git Revision|First version/);
      await vscode.commands.executeCommand('dataset.compareWith', document.uri);
      assert.deepEqual(
        answers.picks.at(-1)?.map(({ label }) => label),
        ['$(git-commit) Second version', '$(git-commit) First version', '$(edit) Other Revision…'],
      );
      assert.match(answers.picks.at(-1)?.[0]?.detail ?? '', /^Ann, /);
      await listed.entries(/^sales\.dataset\.json since [0-9a-f]{8}$/);
      assert.equal(listed.summary, '2 changes (1 breaking)');
      const diff = openTabs().find(({ input }) => input instanceof vscode.TabInputTextDiff);
      assert.match(diff?.label ?? '', /^sales\.dataset\.json \([0-9a-f]{8}\) ↔ sales\.dataset\.json$/);
      assert.ok(diff?.input instanceof vscode.TabInputTextDiff);
      const before = await vscode.workspace.openTextDocument(diff.input.original);
      assert.equal(before.getText(), dataset('Sales', ['Id', 'Int64']));
      assert.equal(String(diff.input.modified), String(document.uri));
    });

    it('compares with a revision that is typed', async () => {
      answers.picking(/Git Revision|Other Revision/).typing('HEAD');
      await vscode.commands.executeCommand('dataset.compareWith', document.uri);
      await listed.entries('sales.dataset.json since HEAD');
      assert.equal(listed.summary, '1 change');
    });

    it('says that a revision is unknown, or that it lacks the file', async () => {
      answers.picking(/Git Revision|Other Revision/).typing('nowhere');
      await vscode.commands.executeCommand('dataset.compareWith', document.uri);
      assert.match(answers.asked.at(-1) ?? '', /^nowhere is an unknown revision\. /);

      const added = vscode.Uri.joinPath(folder, 'added.dataset.json');
      await vscode.workspace.fs.writeFile(added, new TextEncoder().encode(dataset('Added')));
      answers.typing('HEAD');
      await vscode.commands.executeCommand('dataset.compareWith', added);
      assert.match(answers.asked.at(-1) ?? '', /^added\.dataset\.json doesn't exist in HEAD\. /);
    });

    it('offers no default branch where there is none', async () => {
      git('branch', '--move', 'trunk');
      answers.picking('nothing');
      await vscode.commands.executeCommand('dataset.compareWith', document.uri);
      assert.match(answers.picks.at(-1)?.[0]?.label ?? '', /File…/);
    });

    describe('with a branch', () => {
      before(async () => {
        git('branch', 'main');
        git('switch', '--quiet', '--create', 'review');
        await write(dataset('Sales', ['Id', 'string'], ['Total', 'Int64'], ['Region', 'string']));
        git('commit', '--quiet', '--all', '--message', 'Third version');
        git('switch', '--quiet', 'main');
        // The merge base doesn't have it.
        await write(dataset('Sales', ['Later', 'string']));
        git('commit', '--quiet', '--all', '--message', 'Later version of main');
        git('switch', '--quiet', 'review');
      });

      it('begins with the default branch, and compares with the merge base', async () => {
        answers.picking('$(git-branch) Default Branch (main)');
        await vscode.commands.executeCommand('dataset.compareWith', document.uri);
        assert.match(answers.picks.at(-1)?.[0]?.label ?? '', /Default Branch \(main\)/);
        const entries = await listed.entries('sales.dataset.json since main');
        assert.deepEqual(
          entries.map(({ label }) => String(label).replace(/ of table.*/, '')),
          ['Column Total', 'Column Region'],
        );
        const { command } = entries[1] ?? {};
        assert.ok(command);
        await vscode.commands.executeCommand(command.command, ...(command.arguments ?? []));
        const editor = await eventually(() => vscode.window.activeTextEditor);
        assert.equal(String(editor?.document.uri), String(document.uri));
        const { line } = editor?.selection.active ?? {};
        assert.match(document.lineAt((line ?? 0) + 1).text, /Region/);
      });

      it('says in the lens how many changes there are since the default branch', async () => {
        // The Git extension notices some time later what Git did.
        const lens = await eventually(async () => {
          const found = await changesLens(document.uri);
          return found?.title === '2 changes since main' ? found : undefined;
        });
        assert.ok(lens);
        await vscode.commands.executeCommand(lens.command, ...(lens.arguments ?? []));
        await listed.entries('sales.dataset.json since main');
      });

      it('prefers what origin/HEAD names', async () => {
        git('update-ref', 'refs/remotes/origin/next', 'HEAD');
        git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/next');
        answers.picking(/Default Branch/);
        await vscode.commands.executeCommand('dataset.compareWith', document.uri);
        assert.deepEqual(await listed.labels('sales.dataset.json since origin/next'), ['No changes']);
      });

      it('follows a file that the branch renamed, and shows one that it added as new', async () => {
        git('mv', 'sales.dataset.json', 'orders.dataset.json');
        git('commit', '--quiet', '--message', 'Rename');
        const added = vscode.Uri.joinPath(folder, 'new.dataset.json');
        await vscode.workspace.fs.writeFile(added, new TextEncoder().encode(dataset('New')));
        answers.picking(/Default Branch/);
        await vscode.commands.executeCommand(
          'dataset.compareWith',
          vscode.Uri.joinPath(folder, 'orders.dataset.json'),
        );
        assert.deepEqual(await listed.labels('orders.dataset.json since origin/next'), ['No changes']);
        await vscode.commands.executeCommand('dataset.compareWith', added);
        assert.deepEqual(await listed.labels('new.dataset.json since origin/next'), ['Dataset New: added']);
      });
    });
  });
});

describe('Diagrams', () => {
  let answers: Answers;

  beforeEach(() => {
    answers = new Answers().pressing().picking('Save as File…');
  });

  afterEach(async () => {
    answers.restore();
    await closeEditors();
  });

  for (const [ending, expected] of [
    ['svg', /^<svg [\s\S]*Orders[\s\S]*<\/svg>/],
    ['mmd', /^erDiagram\n[\s\S]*Orders/],
    ['dbml', /Table "?Orders"? \{/],
    ['md', /\| Column \| /i],
  ] as const)
    it(`are exported as .${ending}, from the text in the editor`, async () => {
      const document = await openDocument('.dataset.json', dataset('unsaved'));
      await replaceText(document, dataset('d', ['Id', 'Int64']));
      const file = document.uri.with({ path: document.uri.path.replace('.dataset.json', `.${ending}`) });
      answers.savingTo(file);
      await vscode.commands.executeCommand('dataset.exportDiagram', document.uri);
      assert.match(String(await vscode.workspace.fs.readFile(file)), expected);
      assert.match(answers.asked.at(-1) ?? '', /The diagram was exported to/);
    });

  for (const name of ['noext', 'a.png'])
    it(`are not exported as ${name}, with the extensions that work`, async () => {
      const document = await openDocument('.dataset.json', dataset('d', ['Id', 'Int64']));
      answers.savingTo(vscode.Uri.joinPath(document.uri, '..', name));
      await vscode.commands.executeCommand('dataset.exportDiagram', document.uri);
      assert.equal(
        answers.asked.at(-1)?.trim(),
        `The diagram can't be written to ${name}. Use a name that ends in .svg, .mmd, .dbml, or .md.`,
      );
    });

  it('are opened as a picture if they are SVG', async () => {
    const document = await openDocument('.dataset.json', dataset('d', ['Id', 'Int64']));
    const file = document.uri.with({ path: document.uri.path.replace('.dataset.json', '.svg') });
    answers.savingTo(file).pressing('Open');
    await vscode.commands.executeCommand('dataset.exportDiagram', document.uri);
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    assert.ok(activeTab?.input instanceof vscode.TabInputCustom);
    assert.equal(activeTab.input.viewType, 'imagePreview.previewEditor');
    assert.equal(activeTab.input.uri.path, file.path);
  });

  it('are copied as Mermaid, DBML, and Markdown', async () => {
    const document = await openDocument('.dataset.json', dataset('d', ['Id', 'Int64']));
    for (const [label, expected] of [
      ['Copy as Mermaid', /^erDiagram/],
      ['Copy as DBML', /^Table /m],
      ['Copy as Markdown', /\| Column \| /i],
    ] as const) {
      answers.picking(label);
      await vscode.commands.executeCommand('dataset.exportDiagram', document.uri);
      assert.match(answers.asked.at(-1) ?? '', /The diagram was copied to the clipboard/);
      assert.match(await vscode.env.clipboard.readText(), expected);
    }
  });

  it('are made of the dataset in the designer, too', async () => {
    const document = await openDocument('.dataset.json', dataset('d', ['Id', 'Int64']));
    await vscode.commands.executeCommand('vscode.openWith', document.uri, 'dataset.designer');
    const isActive = () => vscode.window.activeTextEditor === undefined || undefined;
    assert.ok(await eventually(isActive));
    answers.picking('Copy as Mermaid');
    await vscode.commands.executeCommand('dataset.exportDiagram');
    assert.match(answers.asked.at(-1) ?? '', /The diagram was copied/);
  });

  it('are not created from a document with syntax errors', async () => {
    const document = await openDocument('.dataset.json', '{ "name": ');
    await vscode.commands.executeCommand('dataset.exportDiagram', document.uri);
    assert.match(answers.asked.at(-1) ?? '', /has syntax errors, so no diagram can be made/);
  });
});
