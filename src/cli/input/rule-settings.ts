import * as paths from 'node:path';
import { dirname, join, relative, resolve } from 'node:path';
import { readFile } from '../../app/read-file.ts';
import { noRuleSettings, type RuleSettings } from '../../dataset/rules/settings.ts';
import type { DataEntry } from '../../project/data-entry.ts';
import { diskProjectFiles } from '../../project/node/disk-project-files.ts';
import type { Project } from '../../project/project.ts';
import { type Judgement, type ProjectFiles, Projects } from '../../project/projects.ts';
import { readRuleSettings } from '../../project/read-rule-settings.ts';
import { isWithin } from '../../system/is-within.ts';
import { readRegularFileSync } from '../../system/regular-file.ts';
import { repositoryRoots } from '../../system/repository-root.ts';
import { plainText } from '../../text/plain-text.ts';
import { withSlashes } from '../file-paths.ts';
import type { FileProblem, ReportedProblem } from '../output/file-problem.ts';
import { projectCode, settingsCode } from '../output/file-problem.ts';
import { InputError, note, type Terminal } from '../terminal.ts';
import { type NamedFiles, reportExcluded } from './named-files.ts';

export interface RuleSettingsOptions {
  /** Called once for each mistake. */
  readonly onProblem: (problem: FileProblem) => void;
  /** Called when all mistakes of a file are known. */
  readonly afterFile?: () => void;
  /** By default, reads synchronously: a few reads take less time than the first asynchronous one. */
  readonly readFile?: (path: string, limit: number) => Uint8Array | Promise<Uint8Array>;
  /** Absolute; no settings and no project files above them count. */
  readonly topFolders?: readonly string[];
  /** By default, those on the disk. */
  readonly projectFiles?: ProjectFiles;
}

/** In bytes: settings that aren't read take no time. */
const maxSettingsSize = 1024 * 1024;

/**
 * The rules that the editor applies to a file: those of its project file, and above them `dataset.rules` and `dataset.dataTypes`
 * of the nearest `.vscode/settings.json` above the file, up to the root that also bounds project files.
 */
export class WorkspaceRuleSettings {
  readonly #byFolder = new Map<string, Promise<RuleSettings>>();
  readonly #options: RuleSettingsOptions;
  readonly #projects: Projects;
  readonly #reported = new Set<Project>();
  readonly #rootOf = repositoryRoots();

  constructor(options: RuleSettingsOptions) {
    this.#options = options;
    const { topFolders, projectFiles: files = diskProjectFiles } = options;
    const folders = (topFolders ?? [process.cwd()]).map((folder) => withSlashes(folder, paths));
    this.#projects = new Projects({ files, folders, isBounded: topFolders !== undefined });
  }

  /** Settings with mistakes throw an `InputError`, so that no rule is off because of one. Warnings are printed. */
  static strict(terminal: Terminal): WorkspaceRuleSettings {
    const errors: string[] = [];
    return new WorkspaceRuleSettings({
      onProblem: ({ file, problem }) => {
        const line = describeMistake(file, problem);
        if (problem.severity === 'error') errors.push(line);
        else note(terminal, `${line}\n`);
      },
      afterFile: () => {
        if (errors.length > 0) throw new InputError(errors.join('\n'));
      },
    });
  }

  /** How a file is judged. */
  async judge(path: string): Promise<Judgement> {
    const settings = await this.#forFolder(dirname(path));
    const judgement = await this.#projects.judge(withSlashes(resolve(path), paths), settings);
    if (judgement.project !== undefined) this.#report(judgement.project);
    return judgement;
  }

  /** What the project file says of a data file. */
  async dataEntry(path: string): Promise<DataEntry | undefined> {
    const { projects, entry } = await this.#projects.dataEntry(withSlashes(resolve(path), paths));
    for (const project of projects) this.#report(project);
    return entry;
  }

  #report(project: Project): void {
    if (this.#reported.has(project)) return;
    this.#reported.add(project);
    for (const { file, severity, range, message } of project.problems)
      this.#options.onProblem({
        file: relative('', file),
        problem: { code: projectCode, severity, range, message },
      });
    this.#options.afterFile?.();
  }

  /** Files without those that a folder or a glob lists, but a project excludes. Reports these. */
  async withoutExcluded({ files, listed }: NamedFiles, terminal: Terminal): Promise<string[]> {
    const excluded = new Set<string>();
    for (const file of files)
      if (listed.has(file) && (await this.judge(file)).kind === 'excluded') excluded.add(file);
    reportExcluded([...excluded], terminal);
    return files.filter((file) => !excluded.has(file));
  }

  #forFolder(folder: string): Promise<RuleSettings> {
    const known = this.#byFolder.get(folder);
    if (known) return known;
    const found = this.#read(resolve(folder));
    this.#byFolder.set(folder, found);
    return found;
  }

  async #read(folder: string): Promise<RuleSettings> {
    const { readFile: read = readRegularFileSync, onProblem, afterFile } = this.#options;
    const path = join(folder, '.vscode', 'settings.json');
    const file = relative('', path);
    const report = (mistake: Omit<ReportedProblem, 'code'>) =>
      onProblem({ file, problem: { code: settingsCode, ...mistake } });
    const content = await readFile(() => read(path, maxSettingsSize + 1));
    if (content.ok && content.value.length > maxSettingsSize)
      report({
        severity: 'error',
        message: 'The settings are larger than 1 MB. Move rules to a project file.',
      });
    else if (content.ok) {
      const settings = await readRuleSettings(String(content.value), report);
      afterFile?.();
      return settings;
    } else if (content.failure.kind === 'unreadable')
      report({ severity: 'error', message: `The settings can't be read. ${content.failure.details}` });
    afterFile?.();
    return this.#isTop(folder) ? noRuleSettings : this.#forFolder(dirname(folder));
  }

  /** The root of the repository, otherwise the current folder, or if the file isn't in it, its own. */
  #isTop(folder: string): boolean {
    const { topFolders } = this.#options;
    if (topFolders !== undefined) return topFolders.includes(folder) || dirname(folder) === folder;
    const repository = this.#rootOf(join(folder, 'any'));
    return repository === undefined ? !isWithin(process.cwd(), dirname(folder)) : repository === folder;
  }
}

/** A mistake in a settings file or a project file, in one line. */
export function describeMistake(file: string, { range, message }: FileProblem['problem']): string {
  const place = range ? `:${range.start.line + 1}:${range.start.character + 1}` : '';
  return `${plainText(file)}${place}: ${message}`;
}
