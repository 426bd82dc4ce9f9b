import { ruleDescriptions } from '../../dataset/rules/rule-descriptions.ts';
import { defaultSeverities } from '../../dataset/rules/settings.ts';

export const repositoryUrl = 'https://github.com/dataset-studio/dataset-studio';

/** The code of mistakes in settings. */
export const settingsCode = 'settings';

const pages = {
  rules: `${repositoryUrl}/blob/HEAD/docs/rules.md`,
  data: `${repositoryUrl}/blob/HEAD/docs/check.md#what-is-a-problem`,
  settings: `${repositoryUrl}/blob/HEAD/docs/command-line.md#validate`,
};

/** What the codes beside the rules mean: those of `check`, and of mistakes in settings. */
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

/** A rule of a SARIF log (2.1.0, section 3.49): code scanning shows its title, help, and link. */
export function sarifRule(id: string): object {
  const [title, helpUri] = Object.hasOwn(defaultSeverities, id)
    ? [ruleDescriptions[id as keyof typeof ruleDescriptions], `${pages.rules}#${id}`]
    : id === settingsCode
      ? ['The settings of the rules have a mistake.', pages.settings]
      : [(Object.hasOwn(otherCodes, id) && otherCodes[id]) || id, pages.data];
  return {
    id,
    shortDescription: { text: title },
    help: { text: `${title} For what to do, see ${helpUri}.` },
    helpUri,
  };
}
