import { l10n, Position, Range, window } from 'vscode';
import type { Problem } from '../../../dataset/problem.ts';
import { notify } from '../../notifications.ts';
import type { DatasetSource } from './dataset-source.ts';

/** Reports that a document with errors was not sent, and offers to show the first error. */
export async function showProblems(source: DatasetSource, problems: readonly Problem[]): Promise<void> {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (!first) return;
  const { line, character } = first.range.start;
  const message =
    errors.length === 1
      ? l10n.t(
          '{0} has an error, so nothing was sent. Line {1}, column {2}: {3}',
          source.name,
          line + 1,
          character + 1,
          first.message,
        )
      : l10n.t(
          '{0} has {1} errors, so nothing was sent. The first is in line {2}, column {3}: {4}',
          source.name,
          errors.length,
          line + 1,
          character + 1,
          first.message,
        );
  const choice = await notify('error', message, { buttons: { show: l10n.t('Show Problem') } });
  if (choice !== 'show') return;
  const start = new Position(line, character);
  await window.showTextDocument(source.uri, { selection: new Range(start, start) });
}
