import * as paths from 'node:path';
import { dirname, join, relative, resolve } from 'node:path';
import type { Node, ParseError } from 'jsonc-parser';
import { readFile } from '../../app/read-file.ts';
import type { Severity } from '../../dataset/problem.ts';
import { nearest } from '../../dataset/rules/nearest.ts';
import { defaultSeverities, type RuleSetting, type RuleSettings } from '../../dataset/rules/settings.ts';
import { positionsIn } from '../../dataset/text-positions.ts';
import { diskProjectFiles } from '../../project/node/disk-project-files.ts';
import type { Project } from '../../project/project.ts';
import { type Judgement, Projects } from '../../project/projects.ts';
import { readRegularFileSync } from '../../storage/regular-file.ts';
import { plainText } from '../../text/plain-text.ts';
import { withSlashes } from '../file-paths.ts';
import type { FileProblem, ReportedProblem } from '../output/problem-formats.ts';
import { projectCode, settingsCode } from '../output/sarif-rules.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { type NamedFiles, reportExcluded } from './named-files.ts';

export interface RuleSettingsOptions {
  /** Called once for each mistake. */
  readonly onProblem: (problem: FileProblem) => void;
  /** By default, reads synchronously: a few reads take less time than the first asynchronous one. */
  readonly readFile?: (path: string) => Uint8Array | Promise<Uint8Array>;
  /** Absolute; no settings and no project files above them count. */
  readonly topFolders?: readonly string[];
}

/**
 * The rules that the editor applies to a file: those of its project file, and above them `dataset.rules` and `dataset.dataTypes`
 * of the nearest `.vscode/settings.json` above the file.
 */
export class WorkspaceRuleSettings {
  readonly #byFolder = new Map<string, Promise<RuleSettings>>();
  readonly #options: RuleSettingsOptions;
  readonly #projects: Projects;
  readonly #reported = new Set<Project>();

  constructor(options: RuleSettingsOptions) {
    this.#options = options;
    const { topFolders } = options;
    const folders = (topFolders ?? [process.cwd()]).map((folder) => withSlashes(folder, paths));
    this.#projects = new Projects({ files: diskProjectFiles, folders, isBounded: topFolders !== undefined });
  }

  /** Settings with mistakes throw a `UsageError`, so that no rule is off because of one. Warnings are printed. */
  static strict(terminal: Terminal): WorkspaceRuleSettings {
    return new WorkspaceRuleSettings({
      onProblem: ({ file, problem }) => {
        const line = describeMistake(file, problem);
        if (problem.severity === 'error') throw new UsageError(line);
        terminal.error(`${line}\n`);
      },
    });
  }

  /** How a file is judged. */
  async judge(path: string): Promise<Judgement> {
    const settings = await this.#forFolder(dirname(path));
    const judgement = await this.#projects.judge(withSlashes(resolve(path), paths), settings);
    const { project } = judgement;
    if (project === undefined || this.#reported.has(project)) return judgement;
    this.#reported.add(project);
    for (const { file, severity, range, message } of project.problems)
      this.#options.onProblem({
        file: relative('', file),
        problem: { code: projectCode, severity, range, message },
      });
    return judgement;
  }

  /** Files without those that a folder or a glob lists, but a project excludes. Reports how many these are. */
  async withoutExcluded({ files, listed }: NamedFiles, terminal: Terminal): Promise<string[]> {
    const wanted: string[] = [];
    for (const file of files)
      if (!listed.has(file) || (await this.judge(file)).kind !== 'excluded') wanted.push(file);
    reportExcluded(files.length - wanted.length, terminal);
    return wanted;
  }

  #forFolder(folder: string): Promise<RuleSettings> {
    const known = this.#byFolder.get(folder);
    if (known) return known;
    const found = this.#read(resolve(folder));
    this.#byFolder.set(folder, found);
    return found;
  }

  async #read(folder: string): Promise<RuleSettings> {
    const { readFile: read = readRegularFileSync, topFolders, onProblem } = this.#options;
    const path = join(folder, '.vscode', 'settings.json');
    const file = relative('', path);
    const report = (problem: FileProblem['problem']) => onProblem({ file, problem });
    const content = await readFile(() => read(path));
    if (content.ok) return readRuleSettings(String(content.value), report);
    if (content.failure.kind === 'unreadable')
      report({
        code: settingsCode,
        severity: 'error',
        message: `The settings can't be read. ${content.failure.details}`,
      });
    const parent = dirname(folder);
    return parent === folder || topFolders?.includes(folder) ? noRuleSettings : this.#forFolder(parent);
  }
}

/** A mistake in a settings file or a project file, in one line. */
export function describeMistake(file: string, { range, message }: FileProblem['problem']): string {
  const place = range ? `:${range.start.line + 1}:${range.start.character + 1}` : '';
  return `${plainText(file)}${place}: ${message}`;
}

export const noRuleSettings: RuleSettings = { rules: {}, dataTypes: [] };

const severities: readonly RuleSetting[] = ['off', 'hint', 'info', 'warning', 'error'];

/**
 * `dataset.rules` and `dataset.dataTypes` in the text of a `settings.json`. What isn't valid is left out, and is an error: a
 * rule with such a severity checks something else than the file says.
 */
export async function readRuleSettings(
  settingsText: string,
  onProblem: (problem: ReportedProblem) => void,
): Promise<RuleSettings> {
  // Most settings files have none of these settings, and need no parser. A name in JSON may contain escapes.
  if (!/dataset\.|\\u/.test(settingsText)) return noRuleSettings;
  const text = settingsText.replace(/^\ufeff/, '');
  const { parseTree, getNodeValue } = await import('jsonc-parser');
  const positionOf = positionsIn(text);
  const report = (severity: Severity, message: string, { offset, length }: Pick<Node, 'offset' | 'length'>) =>
    onProblem({
      code: settingsCode,
      severity,
      message,
      range: { start: positionOf(offset), end: positionOf(offset + length) },
    });

  const errors: ParseError[] = [];
  const root = parsed(() => parseTree(text, errors, { allowTrailingComma: true }));
  const [error = root?.type === 'object' ? undefined : { offset: 0, length: 0 }] = errors;
  if (error) report('warning', 'The file is not valid JSON, so settings in it may not be used.', error);

  const rules: [string, RuleSetting][] = [];
  for (const [code, value] of rulesIn(propertiesOf(root).get('dataset.rules'))) {
    const severity = severities.find((each) => each === getNodeValue(value));
    if (!Object.hasOwn(defaultSeverities, code)) {
      const near = nearest(code, Object.keys(defaultSeverities));
      const suggestion = near === undefined ? '' : ` Did you mean "${near}"?`;
      report('warning', `There is no rule "${plainText(code, 60)}".${suggestion}`, value.parent ?? value);
    } else if (severity !== undefined) rules.push([code, severity]);
    else
      report(
        'error',
        `The severity of ${code} must be "off", "hint", "info", "warning", or "error", not ${plainText(text.slice(value.offset, value.offset + value.length), 60)}.`,
        value,
      );
  }
  return {
    rules: Object.fromEntries(rules),
    dataTypes: dataTypesIn(propertiesOf(root).get('dataset.dataTypes')),
  };

  function rulesIn(value: Node | undefined): ReadonlyMap<string, Node> {
    if (value && value.type !== 'object')
      report(
        'error',
        '"dataset.rules" must be an object with severities of rules, such as { "no-tables": "error" }.',
        value,
      );
    return propertiesOf(value);
  }

  function dataTypesIn(value: Node | undefined): readonly string[] {
    const items = value?.children ?? [];
    const wrong = value?.type === 'array' ? items.find(({ type }) => type !== 'string') : value;
    if (wrong) report('error', '"dataset.dataTypes" must be an array of names, such as ["Guid"].', wrong);
    return value?.type === 'array'
      ? items.flatMap(({ type, value: name }) => (type === 'string' ? [String(name)] : []))
      : [];
  }
}

/** Undefined for a text that is nested so deeply that the parser runs out of stack space. */
function parsed(parse: () => Node | undefined): Node | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The values of an object's properties. Of equal names, the last one counts. */
function propertiesOf(node: Node | undefined): ReadonlyMap<string, Node> {
  const properties = node?.type === 'object' ? (node.children ?? []) : [];
  return new Map(
    properties.flatMap(({ children: [name, value] = [] }) =>
      name && value ? [[String(name.value), value]] : [],
    ),
  );
}
