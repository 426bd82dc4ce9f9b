import { l10n, Position, Range, window } from 'vscode';
import type { Problem } from '../../../dataset/problem.ts';
import { notificationText } from '../../notification-text.ts';
import type { DatasetSource } from './dataset-source.ts';

/** Says that nothing was sent of a document with errors, and leads to the first. */
export function showProblems(source: DatasetSource, problems: readonly Problem[]): void {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (!first) return;
  const { line, character } = first.range.start;
  const place = l10n.t('line {0}, column {1}', line + 1, character + 1);
  const message =
    errors.length === 1
      ? l10n.t('{0} has an error, so nothing was sent. At {1}: {2}', source.name, place, first.message)
      : l10n.t(
          '{0} has {1} errors, so nothing was sent. The first, at {2}: {3}',
          source.name,
          errors.length,
          place,
          first.message,
        );
  const show = l10n.t('Show Problem');
  void window.showErrorMessage(notificationText(message), show).then(async (choice) => {
    if (choice !== show) return;
    const start = new Position(line, character);
    await window.showTextDocument(source.uri, { selection: new Range(start, start) });
  });
}
