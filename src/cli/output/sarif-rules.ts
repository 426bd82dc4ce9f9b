import type { ChangeKind } from '../../comparison/change.ts';
import { ruleDescriptions } from '../../dataset/rules/rule-descriptions.ts';

export const repositoryUrl = 'https://github.com/dataset-studio/dataset-studio';

/** The code of mistakes in settings. */
export const settingsCode = 'settings';

/** The code of mistakes in project files. */
export const projectCode = 'project-file';

const pages = {
  rules: `${repositoryUrl}/blob/HEAD/docs/rules.md`,
  data: `${repositoryUrl}/blob/HEAD/docs/check.md#what-is-a-problem`,
  changes: `${repositoryUrl}/blob/HEAD/docs/compare.md#what-it-reports`,
  settings: `${repositoryUrl}/blob/HEAD/docs/command-line.md#validate`,
  project: `${repositoryUrl}/blob/HEAD/docs/project-file.md#mistakes-in-the-file`,
};

/** What the codes beside the rules mean: those of `check`, and of mistakes in settings and project files. */
const otherCodes: Readonly<Record<string, string>> = {
  'unknown-table': 'The dataset has no table for the data.',
  'missing-column': "The table has a column that the data doesn't have.",
  'extra-column': "The data has a column that the table doesn't have.",
  'row-width': 'Rows have fewer or more fields than the header.',
  'skipped-data': 'A part of the file was not read.',
  'unfit-value': "Values don't fit the data type of their column.",
  unreadable: "The file can't be read.",
  'unchecked-type': "Values of a data type that is not known can't be checked.",
};

/** What the codes of `diff` mean. */
const changeTitles: Readonly<Record<ChangeKind, string>> = {
  'dataset-added': 'A dataset was added.',
  'dataset-removed': 'A dataset was removed.',
  'dataset-renamed': 'A dataset was renamed.',
  'table-added': 'A table was added.',
  'table-removed': 'A table was removed.',
  'table-renamed': 'A table was renamed.',
  'table-moved': 'A table was moved.',
  'column-added': 'A column was added.',
  'column-removed': 'A column was removed.',
  'column-renamed': 'A column was renamed.',
  'column-moved': 'A column was moved.',
  'column-type-changed': "A column's data type changed.",
  'property-changed': 'Another property changed.',
};

/** Where codes are explained. */
const sources: readonly {
  readonly titles: Readonly<Record<string, string>>;
  readonly pageOf: (id: string) => string;
}[] = [
  { titles: ruleDescriptions, pageOf: (id) => `${pages.rules}#${id}` },
  { titles: changeTitles, pageOf: () => pages.changes },
  { titles: { [settingsCode]: 'The settings of the rules have a mistake.' }, pageOf: () => pages.settings },
  { titles: { [projectCode]: 'The project file has a mistake.' }, pageOf: () => pages.project },
  { titles: otherCodes, pageOf: () => pages.data },
];

/** A rule of a SARIF log (2.1.0, section 3.49): code scanning shows its title, help, and link. */
export function sarifRule(id: string): object {
  const { titles, pageOf } = sources.find((source) => Object.hasOwn(source.titles, id)) ?? {
    titles: { [id]: id },
    pageOf: () => pages.data,
  };
  const [title, helpUri] = [titles[id], pageOf(id)];
  return {
    id,
    shortDescription: { text: title },
    help: { text: `${title} For what to do, see ${helpUri}.` },
    helpUri,
  };
}
