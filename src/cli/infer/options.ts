import * as l10n from '@vscode/l10n';
import { formatOf } from '../../dataset/document-format.ts';
import { isDelimiter } from '../../inference/formats/delimited/dialect.ts';
import { tidyName } from '../../inference/names.ts';
import { parseCommandLine } from '../arguments.ts';
import { outputFile } from '../output/output-file.ts';
import { UsageError } from '../terminal.ts';

export type OutputFormat = 'json' | 'yaml';

export interface InferOptions {
  /** Files, folders, globs, or `-` for standard input. */
  readonly paths: readonly string[];
  readonly name?: string;
  readonly output?: string;
  readonly format: OutputFormat;
  /** A path that ends in `.json` or `.md`. */
  readonly report?: string;
  readonly decimalType?: string;
  readonly nulls: readonly string[];
  readonly delimiter?: string;
  readonly header?: boolean;
  readonly merge: boolean;
}

/** The flags of `infer`. Throws a `UsageError`. */
export function readOptions(args: readonly string[]): InferOptions {
  const { values, positionals } = parseCommandLine(args, {
    name: { type: 'string' },
    output: { type: 'string' },
    format: { type: 'string' },
    report: { type: 'string' },
    'decimal-type': { type: 'string' },
    null: { type: 'string', multiple: true },
    delimiter: { type: 'string' },
    header: { type: 'boolean' },
    'no-header': { type: 'boolean' },
    merge: { type: 'boolean' },
  });
  const { name, report, delimiter } = values;
  const output = outputFile(values.output);
  const decimalType = values['decimal-type'];
  const header = readHeader(values.header, values['no-header']);
  if (name !== undefined && tidyName(name) === '') throw new UsageError(l10n.t('--name takes a name.'));
  if (decimalType !== undefined && decimalType.trim() === '')
    throw new UsageError(l10n.t('--decimal-type takes a data type, such as Double.'));
  if (report !== undefined && !/\.(?:json|md)$/i.test(report))
    throw new UsageError(l10n.t('--report takes a file that ends in .json or .md.'));
  return {
    paths: positionals,
    ...(name !== undefined && { name }),
    ...(output !== undefined && { output }),
    format: readFormat(values.format, output),
    ...(report !== undefined && { report }),
    ...(decimalType !== undefined && { decimalType: decimalType.trim() }),
    nulls: values.null ?? [],
    ...(delimiter !== undefined && { delimiter: readDelimiter(delimiter) }),
    ...(header !== undefined && { header }),
    merge: values.merge ?? false,
  };
}

function readHeader(header = false, noHeader = false): boolean | undefined {
  if (header && noHeader) throw new UsageError(l10n.t('--header and --no-header exclude each other.'));
  return header || noHeader ? header : undefined;
}

/** An output file that is named as YAML gets YAML. */
function readFormat(format: string | undefined, output: string | undefined): OutputFormat {
  if (format === undefined) return (output !== undefined && formatOf(output)) || 'json';
  if (format !== 'json' && format !== 'yaml')
    throw new UsageError(l10n.t('--format takes one of {0}.', 'json, yaml'));
  return format;
}

function readDelimiter(delimiter: string): string {
  if (delimiter === 'tab' || delimiter === '\\t') return '\t';
  if (!isDelimiter(delimiter))
    throw new UsageError(
      l10n.t(
        '--delimiter must be one ASCII character that is not a letter, a digit, a quote, or a sign, such as ";", or "tab".',
      ),
    );
  return delimiter;
}
