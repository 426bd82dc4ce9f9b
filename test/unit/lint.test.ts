import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';

const { plugins } = JSON.parse(readFileSync('biome.json', 'utf8'));

/** By file: lines, and whether the rules of `scripts/lint` accept them. */
const examples: Readonly<Record<string, readonly (readonly [string, accepted: boolean])[]>> = {
  'src/editor/any.ts': [
    ['window.showErrorMessage(notificationText(x));', false],
    ['export const show = window.showInformationMessage;', false],
    ['function a() { return window.withProgress({ title: x }, run); }', false],
    ['function b() { return window.withProgress({ title: notificationText(x) }, run); }', true],
    ['time.toLocaleString();', false],
    ["time.toLocaleTimeString('de', options);", false],
    ["new Intl.DateTimeFormat('de').format(time);", false],
    ["'name' in item;", true],
  ],
  'src/editor/ui/notifications.ts': [
    ['export const show = window.showInformationMessage;', true],
    ['window.showWarningMessage(x, options);', false],
    ['window.showWarningMessage(notificationText(x), options);', true],
  ],
  'src/editor/ui/local-time.ts': [['time.toLocaleString();', true]],
  'src/designer/any.ts': [
    ["'name' in item;", false],
    ['for (const key in item) use(key);', true],
  ],
  'src/git/any.ts': [
    ["import { spawn } from 'node:child_process';", false],
    ['const env = { ...process.env, LC_ALL: language };', false],
    ["spawn('git', [], {});", false],
    ["spawn('/usr/bin/git', [], {});", true],
    ['spawn(path, [], {});', true],
    ["execFile('ps', [], {}, done);", false],
  ],
  'src/git/passing.ts': [
    ["import { spawn } from 'node:child_process';", true],
    ['spawn(path, [], { env: programEnvironment(process.env, {}) });', true],
  ],
};

describe('The lint', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dataset-studio-'));
    for (const plugin of plugins) await cp(plugin, join(folder, plugin));
    const configuration = { plugins, linter: { rules: { preset: 'none' } } };
    await writeFile(join(folder, 'biome.json'), JSON.stringify(configuration));
    for (const [file, lines] of Object.entries(examples)) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), lines.map(([line]) => `${line}\n`).join(''));
    }
  });

  after(() => rm(folder, { recursive: true }));

  it('finds what must be done in one place, where it is done in another one', () => {
    const biome = resolve('node_modules/@biomejs/biome/bin/biome');
    const args = [biome, 'lint', '--reporter=github', '--max-diagnostics=none'];
    const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    const found = [...stdout.matchAll(/title=plugin,file=(.*?),line=(\d+),/g)].map(
      ([, file = '', line]) => `${relative(folder, resolve(folder, file)).replaceAll('\\', '/')} ${line}`,
    );
    const expected = Object.entries(examples).flatMap(([file, lines]) =>
      lines.flatMap(([, accepted], index) => (accepted ? [] : [`${file} ${index + 1}`])),
    );
    assert.deepEqual([...new Set(found)].sort(), expected.sort(), stdout);
  });
});
