import type { Severity } from '../../dataset/problem.ts';
import { plainText } from '../../text/plain-text.ts';
import { escapeUnprintable } from '../../text/printable.ts';
import { normalizedPath } from '../file-paths.ts';
import {
  type FileProblem,
  type PrintedReport,
  type ReportedProblem,
  type ReportTotals,
  wholeReport,
} from './file-problem.ts';
import { SafeOutput, type TextStyle } from './safe-output.ts';

const styles: Readonly<Record<Severity, TextStyle>> = {
  error: 'red',
  warning: 'yellow',
  info: 'blue',
  hint: 'dim',
};

/** For people: grouped by file, with totals. */
export class StylishReport implements PrintedReport {
  readonly #colors: boolean;
  #file: string | undefined;

  constructor(colors: boolean) {
    this.#colors = colors;
  }

  *problem({ file, problem }: FileProblem): Iterable<string | SafeOutput> {
    if (file !== this.#file) {
      if (this.#file !== undefined) yield '\n';
      yield this.#styled('bold', plainText(normalizedPath(file)));
      yield '\n';
    }
    this.#file = file;
    yield SafeOutput.joined([
      SafeOutput.of(`  ${shortPlace(problem).padEnd(8)} `),
      this.#styled(styles[problem.severity], problem.severity.padEnd(7)),
      SafeOutput.withinLine(`  ${messageInLine(problem)}  ${problem.code}\n`),
    ]);
  }

  *end({ files, errors, warnings, tablesWithoutData = [] }: ReportTotals): Iterable<string> {
    const sum = `${plural(files, 'file')}: ${plural(errors, 'error')}, ${plural(warnings, 'warning')}`;
    yield `${this.#file === undefined ? '' : '\n'}${sum}\n`;
    if (tablesWithoutData.length > 0)
      yield `Tables without data: ${tablesWithoutData.map((name) => plainText(name)).join(', ')}\n`;
  }

  #styled(style: TextStyle, text: string): SafeOutput {
    return this.#colors ? SafeOutput.styled(style, text) : SafeOutput.of(text);
  }
}

export const stylish = wholeReport((colors) => new StylishReport(colors));

/** `3:7`; empty if there is no place. */
export function shortPlace({ range }: ReportedProblem): string {
  return range ? `${range.start.line + 1}:${range.start.character + 1}` : '';
}

/** A message within a line, which the problem matcher of package.json finds: on one line, without space at its ends. */
function messageInLine({ message }: ReportedProblem): string {
  return escapeUnprintable(message).replaceAll('\n', ' ').trim();
}

function plural(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
