import { findingsPage } from '../../app/messages/check-finding.ts';
import { severityOfKind } from '../../comparison/change.ts';
import { rulesPage, ruleTable } from '../../dataset/problem.ts';
import { projectCode, weakenedCode } from './file-problem.ts';

export const repositoryUrl = 'https://github.com/dataset-studio/dataset-studio';

const pages = {
  data: findingsPage,
  changes: `${repositoryUrl}/blob/HEAD/docs/compare.md#what-it-reports`,
  weakened: `${repositoryUrl}/blob/HEAD/docs/command-line.md#validate`,
  project: `${repositoryUrl}/blob/HEAD/docs/project-file.md#mistakes-in-the-file`,
};

/** Where a code is explained. */
function pageOf(id: string): string {
  if (Object.hasOwn(ruleTable, id)) return `${rulesPage}#${id}`;
  if (id === weakenedCode) return pages.weakened;
  if (id === projectCode) return pages.project;
  return Object.hasOwn(severityOfKind, id) ? pages.changes : pages.data;
}

/** A rule of a SARIF log (2.1.0, section 3.49): code scanning shows its title, help, and link. */
export function sarifRule(id: string): object {
  const words = id.replaceAll('-', ' ');
  const table: Readonly<Record<string, { readonly description: string }>> = ruleTable;
  const title = table[id]?.description ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
  const helpUri = pageOf(id);
  return {
    id,
    shortDescription: { text: title },
    help: { text: `${title} For what to do, see ${helpUri}.` },
    helpUri,
  };
}
