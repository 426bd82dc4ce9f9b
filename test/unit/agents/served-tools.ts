import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToolResult } from '../../../src/agents/failure.ts';
import type { AgentPorts } from '../../../src/agents/ports.ts';
import type { ToolName } from '../../../src/agents/tool-names.ts';
import { callTool } from '../../../src/agents/tools.ts';
import { directChecks } from '../../../src/app/direct-checks.ts';
import type { Variables } from '../../../src/cli/environment-variables.ts';
import {
  type RootedDocument,
  rootedData,
  rootedDocuments,
  rootedFiles,
} from '../../../src/cli/mcp/rooted-files.ts';
import { environmentOfVariables, submissionsBy } from '../../../src/cli/mcp/server-tools.ts';
import { openJournal } from '../../../src/cli/submission/open-journal.ts';
import { fileSource, nodePorts } from '../../../src/data-files/file-source.ts';
import { inferSources } from '../../../src/inference/infer-sources.ts';
import { describeUnexpectedError } from '../../../src/text/unexpected-error.ts';

/** The tools as `dataset-studio mcp --allow-create=always` has them, on a folder with these files. */
export class ServedTools {
  readonly #ports: AgentPorts<RootedDocument>;
  readonly folder: string;
  /** Everything that the server writes to standard error. */
  readonly log: () => string;

  private constructor(ports: AgentPorts<RootedDocument>, folder: string, log: () => string) {
    this.#ports = ports;
    this.folder = folder;
    this.log = log;
  }

  static async on(files: Readonly<Record<string, string>>, variables: Variables): Promise<ServedTools> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'dataset-studio-agents-')));
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    let log = '';
    const terminal = {
      out: () => {
        throw new Error('Standard output belongs to the protocol.');
      },
      error: (text: string) => {
        log += text;
      },
    };
    const rooted = await rootedFiles(folder);
    const journal = await openJournal(undefined, terminal);
    const ports: AgentPorts<RootedDocument> = {
      documents: rootedDocuments(rooted),
      // Without a worker thread, whose start takes longer than all calls of a case.
      data: rootedData(rooted, (data, options) =>
        inferSources(
          data.map((file) => ({ ...fileSource(file.path, file), reading: file.reading })),
          nodePorts,
          options,
        ),
      ),
      checks: directChecks,
      environments: environmentOfVariables(variables),
      submissions: submissionsBy({
        variables,
        journal: async () => journal,
        terminal,
        stop: new AbortController().signal,
      }),
      onUnexpectedError: (error) => terminal.error(describeUnexpectedError(error)),
    };
    return new ServedTools(ports, folder, () => log);
  }

  call(name: ToolName, input: unknown): Promise<ToolResult> {
    return callTool(this.#ports, name, input, new AbortController().signal);
  }

  close(): Promise<void> {
    return rm(this.folder, { recursive: true });
  }
}
