import { l10n, type QuickPickItem, QuickPickItemKind, SnippetString, window } from 'vscode';
import type { DocumentFormat } from '../../../dataset/dataset.ts';
import { type Template, templates } from '../../../dataset/language/templates.ts';
import { showNewDocument } from '../../new-document.ts';
import { showFailure } from '../../notifications.ts';

interface Choice {
  readonly template: Template;
  readonly format: DocumentFormat;
}

/**
 * Runs *New Dataset File*: opens an untitled document with a template as a snippet. Key bindings and other extensions
 * can pass the template and format in `request`, such as `{ template: "sample", format: "yaml" }`. Otherwise, the user
 * selects them.
 */
export async function newDataset(request?: unknown): Promise<void> {
  const choice = parseRequest(request) ?? (await pickTemplate());
  if (choice === undefined) return;
  const { template, format } = choice;
  const editor = await showNewDocument({ name: 'dataset', content: '', format });
  const isInserted = await editor.insertSnippet(new SnippetString(template.snippet(format)));
  if (!isInserted) showFailure(l10n.t('The document has changed in the meantime. Try again.'));
}

function parseRequest(request: unknown): Choice | undefined {
  if (typeof request !== 'object' || request === null || !('template' in request)) return undefined;
  const template = templates().find(({ id }) => id === request.template);
  const format = 'format' in request && request.format === 'yaml' ? 'yaml' : 'json';
  return template && { template, format };
}

async function pickTemplate(): Promise<Choice | undefined> {
  const section = (label: string, format: DocumentFormat): (QuickPickItem & Partial<Choice>)[] => [
    { label, kind: QuickPickItemKind.Separator },
    ...templates().map((template) => ({
      label: template.label,
      description: template.description,
      template,
      format,
    })),
  ];
  const picked = await window.showQuickPick([...section('JSON', 'json'), ...section('YAML', 'yaml')], {
    title: l10n.t('New Dataset File'),
    placeHolder: l10n.t('Select a template'),
  });
  return picked?.template && picked.format && { template: picked.template, format: picked.format };
}
