import { dirname, join, resolve } from 'node:path';
import type { RuleSettings } from '../../dataset/rules/settings.ts';
import { readRegularFileSync } from '../../storage/regular-file.ts';
import { isRecord } from '../../text/is-record.ts';

const none: RuleSettings = { rules: {}, dataTypes: [] };

/**
 * The rules that the editor applies to a file: `dataset.rules` and `dataset.dataTypes` of the nearest
 * `.vscode/settings.json` above it.
 */
export class WorkspaceRuleSettings {
  readonly #byFolder = new Map<string, Promise<RuleSettings>>();
  readonly #readFile: (path: string) => Promise<Uint8Array>;
  readonly #topFolder: string | undefined;

  /**
   * `readFile`: rejects if a settings file can't be read. By default, reads synchronously: a few reads take less time than the
   * first asynchronous one. `topFolder`: absolute; no settings above it count.
   */
  constructor(readFile = async (path: string) => readRegularFileSync(path), topFolder?: string) {
    this.#readFile = readFile;
    this.#topFolder = topFolder;
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
    const file = join(folder, '.vscode', 'settings.json');
    const text = await this.#readFile(file).then(String, () => undefined);
    if (text !== undefined) return readSettings(text);
    const parent = dirname(folder);
    return parent === folder || folder === this.#topFolder ? none : this.#forFolder(parent);
  }
}

/** `dataset.rules` and `dataset.dataTypes` in the text of a `settings.json`; what isn't valid is left out. */
async function readSettings(text: string): Promise<RuleSettings> {
  // Most settings files have none of these settings, and need no parser. A name in JSON may contain escapes.
  if (!/dataset\.|\\u/.test(text)) return none;
  const settings = await parseTolerantly(text);
  if (!isRecord(settings)) return none;
  const rules = settings['dataset.rules'];
  const dataTypes = settings['dataset.dataTypes'];
  return {
    rules: isRecord(rules)
      ? Object.fromEntries(Object.entries(rules).filter(([, severity]) => severities.has(severity)))
      : {},
    dataTypes: Array.isArray(dataTypes) ? dataTypes.filter((type) => typeof type === 'string') : [],
  };
}

const severities = new Set<unknown>(['off', 'hint', 'info', 'warning', 'error']);

/** Undefined for a text that is nested so deeply that the parser runs out of stack space. */
async function parseTolerantly(text: string): Promise<unknown> {
  const { parse } = await import('jsonc-parser');
  try {
    return parse(text, [], { allowTrailingComma: true });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
