import { isRecord } from '../text/is-record.ts';
import type { DocumentFormat } from './dataset.ts';
import type { ParsedTree } from './document-tree.ts';
import { treeOf } from './json/json-tree.ts';
import { type ParsedJson, parseJson } from './json/parser.ts';
import { readJson } from './json/read-json.ts';
import type { DocumentReading, Problem } from './problem.ts';
import type { RuleSettings } from './rules/settings.ts';
import type { YamlDocument } from './yaml/parse-yaml.ts';

/** One version of a document. What is known of its text is found out when it is first asked for, and once. */
export class ParsedDocument {
  readonly text: string;
  readonly format: DocumentFormat;
  #json: ParsedJson | undefined;
  #yaml: Promise<YamlDocument | undefined> | undefined;
  #tree: Promise<ParsedTree> | undefined;
  #reading: { readonly settings: RuleSettings; readonly reading: Promise<DocumentReading> } | undefined;

  constructor(text: string, format: DocumentFormat) {
    this.text = text;
    this.format = format;
  }

  get tree(): Promise<ParsedTree> {
    this.#tree ??= this.#parseTree();
    return this.#tree;
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
    if (this.format === 'json') return readJson(this.text, settings, () => this.#parseJson());
    const { readYaml } = await import('./yaml/read-yaml.ts');
    return readYaml(this.text, settings, await this.#parseYaml());
  }

  async #parseTree(): Promise<ParsedTree> {
    if (this.format === 'json') {
      const { nodes, errors } = this.#parseJson();
      return { root: treeOf(nodes), hasErrors: errors.length > 0 };
    }
    const { yamlTree } = await import('./yaml/yaml-tree.ts');
    return yamlTree(this.text, await this.#parseYaml());
  }

  #parseJson(): ParsedJson {
    this.#json ??= parseJson(this.text);
    return this.#json;
  }

  #parseYaml(): Promise<YamlDocument | undefined> {
    this.#yaml ??= import('./yaml/parse-yaml.ts').then(({ parseYaml }) => parseYaml(this.text));
    return this.#yaml;
  }
}

function areEqual(first: RuleSettings, second: RuleSettings): boolean {
  return first === second || JSON.stringify(first) === JSON.stringify(second);
}
