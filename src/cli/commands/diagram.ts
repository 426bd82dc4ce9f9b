import { extname } from 'node:path';
import { layOut, type Scene } from '../../diagram/scene.ts';
import { sceneAsSvg } from '../../diagram/write-svg.ts';
import { sceneAsDbml, sceneAsMarkdown, sceneAsMermaid } from '../../diagram/write-text.ts';
import { command, exitCode } from '../command.ts';
import { readInput } from '../input/read-input.ts';
import { outputFile, refuseOverwriting } from '../output/output-file.ts';
import { writeOutput } from '../output/replace-file.ts';
import { UsageError } from '../terminal.ts';

const formatNames = ['svg', 'mermaid', 'dbml', 'markdown'] as const;
const formats: Readonly<Record<(typeof formatNames)[number], (scene: Scene) => string>> = {
  svg: sceneAsSvg,
  mermaid: sceneAsMermaid,
  dbml: sceneAsDbml,
  markdown: sceneAsMarkdown,
};

const formatsByExtension: Readonly<Record<string, keyof typeof formats>> = {
  '': 'svg',
  '.svg': 'svg',
  '.mmd': 'mermaid',
  '.mermaid': 'mermaid',
  '.dbml': 'dbml',
  '.md': 'markdown',
};

/** `dataset-studio diagram`: a picture of a document, or its structure in another form. */
export const diagram = command({
  name: 'diagram',
  summary: 'Draw a dataset.',
  description: 'Draws a dataset. - is standard input, as JSON or YAML.',
  arguments: '<file>',
  options: {
    format: { value: 'FORMAT', choices: formatNames, help: 'svg by default, or as --output is named' },
    output: { value: 'FILE', help: 'write to FILE, or replace an earlier output; - is standard output' },
  },
  examples: ['diagram sales.dataset.json --output sales.svg', 'diagram sales.dataset.json --format mermaid'],
  run: async (values, [path = ''], { terminal }) => {
    const output = outputFile(values.output);
    const format = values.format ?? formatsByExtension[extname(output ?? '').toLowerCase()];
    refuseOverwriting([{ file: output, format: format ?? 'svg' }], [path]);
    if (format === undefined)
      throw new UsageError(
        '--output takes a file that ends in .svg, .mmd, .dbml, or .md. For another name, add --format.',
      );
    const write = formats[format];

    const dataset = await readInput(path, terminal);
    if (!dataset.ok) return exitCode.usage;
    const text = write(layOut(dataset.value.value));
    if (output === undefined) terminal.out(text);
    else if (!(await writeOutput(output, text, terminal))) return exitCode.usage;
    return exitCode.done;
  },
});
