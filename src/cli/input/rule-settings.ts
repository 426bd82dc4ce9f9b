import { dirname, join, relative, resolve } from 'node:path';
import { describeReadFailure } from '../../app/messages/read-failure.ts';
import type { RuleSettings } from '../../dataset/rules/settings.ts';
import { errorCode } from '../../storage/file-operations.ts';
import { readRegularFileSync } from '../../storage/regular-file.ts';
import { plainText } from '../../text/plain-text.ts';
import type { FileProblem } from '../output/problem-formats.ts';
import { settingsCode } from '../output/sarif-rules.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { noRuleSettings, readRuleSettings } from './read-rule-settings.ts';

export interface RuleSettingsOptions {
  /** Called once for each mistake. */
  readonly onProblem: (problem: FileProblem) => void;
  /**
   * Rejects if a settings file can't be read. By default, reads synchronously: a few reads take less time than the first
   * asynchronous one.
   */
  readonly readFile?: (path: string) => Promise<Uint8Array>;
  /** Absolute; no settings above it count. */
  readonly topFolder?: string;
}

/**
 * The rules that the editor applies to a file: `dataset.rules` and `dataset.dataTypes` of the nearest
 * `.vscode/settings.json` above it.
 */
export class WorkspaceRuleSettings {
  readonly #byFolder = new Map<string, Promise<RuleSettings>>();
  readonly #options: RuleSettingsOptions;

  constructor(options: RuleSettingsOptions) {
    this.#options = options;
  }

  /** Settings with mistakes throw a `UsageError`, so that no rule is off because of one. Warnings are printed. */
  static strict(terminal: Terminal): WorkspaceRuleSettings {
    return new WorkspaceRuleSettings({
      onProblem: ({ file, problem: { range, severity, message } }) => {
        const place = range ? `:${range.start.line + 1}:${range.start.character + 1}` : '';
        const line = `${plainText(file)}${place}: ${message}`;
        if (severity === 'error') throw new UsageError(line);
        terminal.error(`${line}\n`);
      },
    });
  }

  for(path: string): Promise<RuleSettings> {
    return this.#forFolder(dirname(path));
  }

  #forFolder(folder: string): Promise<RuleSettings> {
    const known = this.#byFolder.get(folder);
    if (known) return known;
    const found = this.#read(resolve(folder));
    this.#byFolder.set(folder, found);
    return found;
  }

  async #read(folder: string): Promise<RuleSettings> {
    const {
      readFile = async (path: string) => readRegularFileSync(path),
      topFolder,
      onProblem,
    } = this.#options;
    const path = join(folder, '.vscode', 'settings.json');
    const file = relative('', path);
    const report = (problem: FileProblem['problem']) => onProblem({ file, problem });
    let content: Uint8Array | undefined;
    try {
      content = await readFile(path);
    } catch (error) {
      const code = errorCode(error);
      if (code !== undefined && !['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(code))
        report({
          code: settingsCode,
          severity: 'error',
          message: `The settings can't be read. ${describeReadFailure(error)}`,
        });
    }
    if (content !== undefined) return readRuleSettings(String(content), report);
    const parent = dirname(folder);
    return parent === folder || folder === topFolder ? noRuleSettings : this.#forFolder(parent);
  }
}
