import { l10n, Range, type Uri, window, workspace } from 'vscode';
import type { Judgement } from '../../project/projects.ts';
import { plainText } from '../../text/plain-text.ts';
import { fileName, neighbour, pathOf } from '../studio/uris.ts';
import type { Action } from '../ui/notifications.ts';

/** Why a document isn't judged, so that the absence of problems says nothing, and what says so. */
export interface Unjudged {
  readonly kind: 'broken' | 'excluded';
  /** The name of the document. */
  readonly document: string;
  /** The project file, and its name for people. */
  readonly uri: Uri;
  readonly name: string;
  /** The first error, or the list that excludes the document. */
  readonly range: Range;
  /** What the error is. */
  readonly message: string;
}

/** Undefined for a document that is judged. */
export function unjudged(
  document: Uri,
  { kind, project }: Pick<Judgement, 'kind' | 'project'>,
): Unjudged | undefined {
  if (kind === 'judged' || project === undefined) return undefined;
  const error = project.problems.find(({ severity }) => severity === 'error');
  const place = kind === 'broken' ? error : project.excludedBy(pathOf(document));
  const uri = neighbour(document, place?.file ?? project.paths.at(-1) ?? '');
  const { start, end } = place?.range ?? { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  return {
    kind,
    document: plainText(fileName(document)),
    uri,
    name: plainText(workspace.asRelativePath(uri)),
    range: new Range(start.line, start.character, end.line, end.character),
    message: kind === 'broken' ? (error?.message ?? '') : '',
  };
}

/** In a few words, for a place that has room for no more. */
export function summarizeUnjudged({ kind, name }: Unjudged): string {
  return kind === 'broken' ? l10n.t('Not checked: {0} has an error', name) : l10n.t('Excluded by {0}', name);
}

/** A sentence or more. */
export function describeUnjudged({ kind, document, name, range, message }: Unjudged): string {
  return kind === 'broken'
    ? l10n.t(
        '{0} has an error in line {1}, so {2} is not checked: {3}',
        name,
        range.start.line + 1,
        document,
        message,
      )
    : l10n.t('The problems of {0} are not shown, because {1} excludes it.', document, name);
}

/** A button that leads to what is wrong in the project file. */
export function showProjectFile({ uri, range }: Unjudged): Action {
  return {
    title: l10n.t('Show Problem'),
    run: () => window.showTextDocument(uri, { selection: range }),
  };
}
