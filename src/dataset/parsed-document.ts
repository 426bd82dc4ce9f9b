import { isRecord } from '../is-record.ts';
import type { DocumentFormat } from './dataset.ts';
import type { ParsedTree } from './document-tree.ts';
import { jsonTree } from './json/json-tree.ts';
import { hasUniqueKeys } from './json/unique-keys.ts';
import type { DocumentReading, Problem } from './problem.ts';
import { findingsInText, toProblems, valueFindings } from './rules/problems.ts';
import type { RuleSettings } from './rules/settings.ts';
import { valueOfTree } from './tree-value.ts';

/** In broken JSON, deeper values are read as `null`, because no rule needs them. */
const maxBrokenDepth = 16;

/** One version of a document. What is known of its text is found out when it is first asked for, and once. */
export class ParsedDocument {
  readonly text: string;
  readonly format: DocumentFormat;
  #json: ParsedTree | undefined;
  #yaml: Promise<ParsedTree> | undefined;
  #reading: { readonly settings: RuleSettings; readonly reading: Promise<DocumentReading> } | undefined;

  constructor(text: string, format: DocumentFormat) {
    this.text = text;
    this.format = format;
  }

  get tree(): Promise<ParsedTree> {
    if (this.format === 'json') return Promise.resolve(this.#jsonTree());
    this.#yaml ??= import('./yaml/yaml-tree.ts').then(({ yamlTree }) => yamlTree(this.text));
    return this.#yaml;
  }

  #jsonTree(): ParsedTree {
    this.#json ??= jsonTree(this.text);
    return this.#json;
  }

  /** The problems in the order of the text, and the value. Kept for the last settings. */
  read(settings: RuleSettings): Promise<DocumentReading> {
    if (this.#reading === undefined || !areEqual(this.#reading.settings, settings))
      this.#reading = { settings, reading: this.#read(settings) };
    return this.#reading.reading;
  }

  async problems(settings: RuleSettings): Promise<readonly Problem[]> {
    return (await this.read(settings)).problems;
  }

  /** A value that isn't an object can't be a dataset, so the settings can't turn its problems off. */
  async #read(settings: RuleSettings): Promise<DocumentReading> {
    const reading = await this.#readBy(settings);
    if (reading.parsed === undefined || isRecord(reading.parsed.value)) return reading;
    return reading.problems.some(({ severity }) => severity === 'error')
      ? reading
      : this.#readBy({ ...settings, rules: {} });
  }

  async #readBy(settings: RuleSettings): Promise<DocumentReading> {
    const { text } = this;
    if (this.format === 'json') return this.#readJson(settings);
    const tree = await this.tree;
    const value = valueOfTree(tree.root, Number.POSITIVE_INFINITY, null);
    const findings = tree.root === undefined ? [] : valueFindings(value, settings);
    const problems = toProblems(findingsInText(text, tree, findings), text, settings);
    return tree.errors.length === 0 ? { problems, parsed: { value } } : { problems };
  }

  /** The tree is built only when there is something to point at, so that JSON without problems costs little more than `JSON.parse`. */
  #readJson(settings: RuleSettings): DocumentReading {
    const { text } = this;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      const tree = this.#jsonTree();
      const broken = valueFindings(valueOfTree(tree.root, maxBrokenDepth, undefined), settings);
      return { problems: toProblems(findingsInText(text, tree, broken), text, settings) };
    }
    const findings = valueFindings(value, settings);
    const duplicates = hasUniqueKeys(text, value) ? [] : undefined;
    if (findings.length === 0 && duplicates !== undefined) return { problems: [], parsed: { value } };
    const found = findingsInText(text, this.#jsonTree(), findings, duplicates);
    return { problems: toProblems(found, text, settings), parsed: { value } };
  }
}

function areEqual(first: RuleSettings, second: RuleSettings): boolean {
  return first === second || JSON.stringify(first) === JSON.stringify(second);
}
