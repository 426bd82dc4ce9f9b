import { escapeUnprintable } from '../../text/printable.ts';

/** What replaces the beginning of a command. In JSON, the value stays the same: only its strings contain that. */
const escaped = { '#': '#\\u0023', ':': '\\u003a:' } as const;

/** Codes of SGR (ECMA-48, 8.3.117) that turn each style on and off. */
const styles = { bold: [1, 22], dim: [2, 22], red: [31, 39], yellow: [33, 39], blue: [34, 39] } as const;
export type TextStyle = keyof typeof styles;

/**
 * Text that can be printed as it is, in a terminal and in a pipeline. Only this class makes it, so that no command can forget
 * to escape: control, format, and bidirectional characters are `\uXXXX`, and nothing but `githubCommand` and
 * `azureCommand` is a command for the runner of a pipeline.
 */
export class SafeOutput {
  readonly text: string;

  private constructor(text: string) {
    this.text = text;
  }

  /**
   * Lines, or JSON. Runners obey `::` where a line begins and `##[` anywhere (GitHub Actions), and `##vso[` (Azure Pipelines). The
   * name of a file, of a column, or of a data type can't be one. Writers of formats with other escapes than `\uXXXX` (YAML, Markdown,
   * XML) escape these characters themselves, so that a value stays the same.
   */
  static of(output: string | SafeOutput): SafeOutput {
    // By its type: a command that is loaded later has a class of its own.
    if (typeof output !== 'string') return output;
    const text = escapeUnprintable(output);
    const withoutHashes = text.includes('##') ? text.replace(/##(?=\w*\[)/g, escaped['#']) : text;
    return new SafeOutput(withoutHashes.includes('::') ? withoutColons(withoutHashes) : withoutHashes);
  }

  /**
   * Like `of`, but line breaks and byte order marks at the beginning of lines stay as they are, such as those of a file that is printed.
   * The lines can be those of a diff.
   */
  static lines(text: string): SafeOutput {
    const parts = text.split(/(\r\n|(?<=^[ +-]?)\ufeff)/m);
    return new SafeOutput(
      parts.map((part, index) => (index % 2 === 1 ? part : SafeOutput.of(part).text)).join(''),
    );
  }

  /** Text that follows other text in its line, so that `::` at its beginning is no command. */
  static withinLine(text: string): SafeOutput {
    return new SafeOutput(SafeOutput.of(`-${text}`).text.slice(1));
  }

  /** Text for a terminal with colors. */
  static styled(style: TextStyle, text: string): SafeOutput {
    const [start, end] = styles[style];
    return new SafeOutput(`\u001b[${start}m${SafeOutput.of(text).text}\u001b[${end}m`);
  }

  /** One after the other. */
  static joined(outputs: readonly SafeOutput[]): SafeOutput {
    return new SafeOutput(outputs.map(({ text }) => text).join(''));
  }

  /** A workflow command of GitHub Actions on a line of its own. The values are any text. */
  static githubCommand(
    command: 'error' | 'warning' | 'notice',
    properties: Readonly<Record<string, string | number>>,
    message: string,
  ): SafeOutput {
    const written = Object.entries(properties).map(
      ([name, value]) =>
        `${name}=${commandData(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C')}`,
    );
    return new SafeOutput(`::${command} ${written.join(',')}::${commandData(message)}\n`);
  }

  /** A logging command of Azure Pipelines on a line of its own. The values are any text. */
  static azureCommand(
    command: 'task.logissue',
    properties: Readonly<Record<string, string | number>>,
    message: string,
  ): SafeOutput {
    const written = Object.entries(properties).map(
      ([name, value]) =>
        `${name}=${commandData(String(value), '%AZP25').replaceAll(';', '%3B').replaceAll(']', '%5D')};`,
    );
    return new SafeOutput(`##vso[${command} ${written.join('')}]${commandData(message, '%AZP25')}\n`);
  }
}

function withoutColons(lines: string): string {
  return lines
    .split('\n')
    .map((line) => (line.trimStart().startsWith('::') ? line.replace('::', escaped[':']) : line))
    .join('\n');
}

function commandData(text: string, percent = '%25'): string {
  return SafeOutput.of(text.replaceAll('%', percent).replaceAll('\r', '%0D').replaceAll('\n', '%0A')).text;
}

/** Rows as lines with aligned columns, two spaces apart. */
export function alignedLines(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
