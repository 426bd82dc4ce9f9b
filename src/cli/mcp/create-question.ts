import { versionOf } from '../../agents/document-input.ts';
import { warningLines } from '../../app/messages/warning-lines.ts';
import { checkDocument, type ValidDocument } from '../../dataset/document.ts';
import type { Environment } from '../../environments/environment.ts';
import { datasetUrl } from '../../gateway/dataset-request.ts';
import { plainText } from '../../text/plain-text.ts';
import { printable } from '../../text/printable.ts';
import type { Question } from './consent.ts';
import type { RootedDocument } from './rooted-files.ts';

/** What a person is asked before a dataset is created: what goes where, and the warnings. */
export async function createQuestion(
  { file, path, content, format, settings }: RootedDocument,
  { summary }: ValidDocument,
  { name, service }: Environment,
): Promise<Question> {
  const address = datasetUrl(service).href;
  // By the default severities of the rules: a repository can't silence a warning here.
  const { problems } = await checkDocument(content, format, { ...settings, rules: {} });
  const { lines, more } = warningLines(
    problems.filter(({ severity }) => severity === 'warning' || severity === 'error'),
  );
  const message = [
    `An AI agent wants to create the dataset "${printable(summary.name ?? '')}" from "${plainText(file, 200)}" in ${plainText(name)}. Create it?`,
    `To: ${plainText(address)}`,
    `${counted(summary.tables, 'table')}, ${counted(summary.columns, 'column')}`,
    ...lines.map((line) => plainText(line)),
    ...(more > 0 ? [`… and ${counted(more, 'more warning')}`] : []),
  ];
  return { message: message.join('\n'), about: [path, await versionOf(content), name, address] };
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
