import { layOut, type Scene } from '../../diagram/scene.ts';
import { sceneAsDbml } from '../../diagram/write-dbml.ts';
import { sceneAsMarkdown } from '../../diagram/write-markdown.ts';
import { sceneAsMermaid } from '../../diagram/write-mermaid.ts';
import { sceneAsSvg } from '../../diagram/write-svg.ts';
import { parseCommandLine } from '../arguments.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { readInputValue } from '../input/input-value.ts';
import { lineForPeople } from '../output/line-for-people.ts';
import { outputFile } from '../output/output-file.ts';
import { refuseOverwriting } from '../output/refuse-overwriting.ts';
import { replaceFile } from '../output/replace-file.ts';
import { type Terminal, UsageError } from '../terminal.ts';

const formats: Readonly<Record<string, (scene: Scene) => string>> = {
  svg: sceneAsSvg,
  mermaid: sceneAsMermaid,
  dbml: sceneAsDbml,
  markdown: sceneAsMarkdown,
};

/** `dataset-studio diagram`: a picture of a document, or its structure in another form. */
export async function diagram(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine(args, {
    format: { type: 'string', default: 'svg' },
    output: { type: 'string' },
  });
  const write = Object.hasOwn(formats, values.format) ? formats[values.format] : undefined;
  if (!write) throw new UsageError(`--format takes one of ${Object.keys(formats).join(', ')}.`);
  const [path, ...rest] = positionals;
  if (path === undefined || rest.length > 0) throw new UsageError('diagram takes one document.');
  const output = outputFile(values.output);
  refuseOverwriting([output], [path]);

  const dataset = await readInputValue(path, terminal);
  if (!dataset.ok) return exitCode.usage;
  const text = write(layOut(dataset.value));
  if (output === undefined) {
    terminal.out(text);
    return exitCode.done;
  }
  const written = await replaceFile(output, text);
  if (written.ok) return exitCode.done;
  terminal.error(`${lineForPeople(output)}: ${written.failure.message}\n`);
  return exitCode.usage;
}
