import { l10n, Uri, workspace } from 'vscode';
import { isRecord } from '../../is-record.ts';
import { plainText } from '../../text/plain-text.ts';
import { workspaceFiles } from '../studio/stored-files.ts';
import { activeDocumentUri, exists, openDocument } from '../studio/uris.ts';
import { showFailure } from '../ui/notifications.ts';

/** What a command acts on. */
export interface Targets {
  readonly uris: readonly Uri[];
  /** Whether it is called with a list, even of one, or a selection of several. */
  readonly several: boolean;
  /** Whether the files are selected in the Explorer beside others, and not named each. */
  readonly isSelection: boolean;
}

/**
 * What a command is called with: a list, or one target, or the explorer's selection behind that, if it has several; none without an
 * argument. Texts, and what is in a list, are existing files; a folder is a URI. Undefined, after a message, if anything isn't
 * understood: it is never left out, or replaced by the active editor.
 */
export async function passedTargets(target: unknown, selection?: unknown): Promise<Targets | undefined> {
  const isList = Array.isArray(target);
  const isSelection = !isList && Array.isArray(selection) && selection.length > 1;
  const uris: Uri[] = [];
  for (const value of isSelection ? selection : [target ?? []].flat()) {
    const uri = asUri(value);
    if (!uri || ((isList || typeof value === 'string') && !(await isExistingFile(uri)))) {
      showFailure(describeMisunderstood(value, target));
      return undefined;
    }
    uris.push(uri);
  }
  return { uris, several: isList || isSelection, isSelection };
}

/** Documents that are open count, such as one that was never saved. */
async function isExistingFile(uri: Uri): Promise<boolean> {
  return !!openDocument(uri) || ((await exists(uri)) && !(await workspaceFiles.isFolder(uri)));
}

function describeMisunderstood(value: unknown, target: unknown): string {
  if ([target, ...Object.values(Object(target))].some(isVariable))
    return l10n.t(
      'A task or launch configuration can\'t say which file the command is for. Run the command line in a task instead, as "VS Code tasks" in docs/pipelines.md shows.',
    );
  return l10n.t(
    'The command was called with {0}, which is not a file. Pass a URI, an absolute path, or a path from the only workspace folder.',
    plainText(String(value), 200) || '""',
  );
}

/** VS Code passes texts of tasks and launch configurations as they are, such as `${command:…}`. No file of such a name is looked for. */
function isVariable(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('${');
}

/** The same, by default for the document in the active editor, also if that is the Dataset Designer. */
export async function targetsOf(target?: unknown, selection?: unknown): Promise<Targets | undefined> {
  const passed = await passedTargets(target, selection);
  if (passed === undefined || passed.several || passed.uris.length > 0) return passed;
  const active = activeDocumentUri();
  if (!active)
    showFailure(l10n.t('No dataset file is open. Open one, such as sales.dataset.json, and try again.'));
  return { ...passed, uris: active ? [active] : [] };
}

/** Callers in other processes pass the components of a URI instead of a `Uri`; key bindings, a text. */
function asUri(value: unknown): Uri | undefined {
  if (value instanceof Uri) return value;
  try {
    if (typeof value === 'string') return uriOfText(value);
    const { scheme, path, authority = '', query = '', fragment = '' } = isRecord(value) ? value : {};
    const parts = { scheme, path, authority, query, fragment } as Parameters<typeof Uri.from>[0];
    return Object.values(parts).every((part) => typeof part === 'string') ? Uri.from(parts) : undefined;
  } catch {
    // It has a scheme that can't be.
    return undefined;
  }
}

/** A URI, an absolute path, or a path from the only workspace folder. */
function uriOfText(text: string): Uri | undefined {
  if (text.trim() === '' || text.includes('\0') || isVariable(text)) return undefined;
  // Without `.` and `..`, because open documents are compared by their URIs.
  if (/^(?:\/|\\\\|[a-z]:[\\/])/i.test(text)) return Uri.joinPath(Uri.file(text), '.');
  if (/^[a-z][a-z\d+.-]+:/i.test(text)) return Uri.parse(text, true);
  const [folder, another] = workspace.workspaceFolders ?? [];
  return folder && !another ? Uri.joinPath(folder.uri, text) : undefined;
}
