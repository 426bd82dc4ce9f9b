import { pathToFileURL } from 'node:url';
import type { AgentPorts, EnvironmentPort, SubmissionPort } from '../../agents/ports.ts';
import { callTool } from '../../agents/tools.ts';
import { directChecks } from '../../app/direct-checks.ts';
import { createDatasets } from '../../app/submissions/create-datasets.ts';
import { defaultLimits, InferenceThread } from '../../data-files/inference-thread.ts';
import type { Environment } from '../../environments/environment.ts';
import { failure, type Result, success } from '../../result.ts';
import { describeUnexpectedError } from '../../text/unexpected-error.ts';
import type { CommandContext, Interrupt } from '../command.ts';
import { environmentOf, missingForToken, type Variables, variableNames } from '../environment-variables.ts';
import type { OpenJournal } from '../submission/open-journal.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import type { Ask } from './consent.ts';
import { createQuestion } from './create-question.ts';
import type { McpServerOptions } from './mcp-server.ts';
import type { RootedDocument } from './rooted-files.ts';
import { rootedData, rootedDocuments, rootedFiles } from './rooted-files.ts';

/** Milliseconds that an agent's request may read data files, while others wait. */
const maxReading = 2 * 60_000;

/** The tools of the server, for files below a folder. */
export async function openTools(
  rootFolder: string,
  allowCreate: 'ask' | 'always' | undefined,
  { stop }: Interrupt,
  { terminal, variables }: CommandContext,
): Promise<McpServerOptions['callTool']> {
  const files = await rootedFiles(rootFolder);
  const thread = new InferenceThread({ ...defaultLimits, duration: maxReading });
  let journal: Promise<OpenJournal> | undefined;
  const openJournal = async () => {
    const opening = await import('../submission/open-journal.ts');
    return opening.openJournal(opening.namedJournalFolder(undefined, variables), terminal);
  };
  const submitting = {
    variables,
    journal: () => {
      journal ??= openJournal().catch((error) => {
        // The user may correct what is wrong with the folder.
        journal = undefined;
        throw error;
      });
      return journal;
    },
    terminal,
    stop,
  };
  const ports: AgentPorts<RootedDocument> = {
    documents: rootedDocuments(files),
    data: rootedData(files, (data, options) => thread.read(data, options)),
    checks: directChecks,
    environments: environmentOfVariables(variables),
    onUnexpectedError: (error) => terminal.error(`${describeUnexpectedError(error)}\n`),
  };
  return (name, input, { signal, onProgress, ask }) => {
    const submissions =
      allowCreate && submissionsBy({ ...submitting, ask: allowCreate === 'ask' ? ask : undefined });
    return callTool({ ...ports, submissions }, name, input, signal, onProgress);
  };
}

/** The only environment of the server: the one that the `DATASET_*` variables describe, if they do. */
export function environmentOfVariables(variables: Variables): EnvironmentPort {
  return {
    list: async () => {
      if (!variables.DATASET_BASE_URL) return success([]);
      const environment = readEnvironment(variables);
      if (!environment.ok) return environment;
      const { name, service, authentication } = environment.value;
      return success([
        {
          name,
          origin: service.baseUrl.origin,
          grant: authentication.grantType,
          signedIn: missingForToken(environment.value, variables).length === 0,
          selected: true,
        },
      ]);
    },
  };
}

function readEnvironment(
  variables: Variables,
): Result<Environment, { readonly kind: 'not-configured'; readonly details: string }> {
  try {
    return success(environmentOf({}, variables));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return failure({ kind: 'not-configured', details: error.message });
  }
}

/** In milliseconds, for one request. */
const timeout = 60_000;

/** Submits what the user agrees to. */
export function submissionsBy({
  variables,
  ask,
  journal,
  terminal,
  stop,
}: {
  readonly variables: Variables;
  /** Absent: the user agreed to all, with --allow-create=always. */
  readonly ask?: Ask | undefined;
  /** Opened with the first submission. Rejects with a `UsageError` if it can't be used. */
  readonly journal: () => Promise<OpenJournal>;
  /** Gets what people have to know. */
  readonly terminal: Terminal;
  /** Aborts when nothing new may be sent any more. */
  readonly stop: AbortSignal;
}): SubmissionPort<RootedDocument> {
  return {
    refusal: () => undefined,
    settingNames: variableNames,
    submit: async ({ document, checked, environment: name, signal }) => {
      const environment = readEnvironment(variables);
      if (!environment.ok) return environment;
      if (name !== undefined && name !== environment.value.name)
        return failure({ kind: 'unknown-environment', environments: [environment.value.name] });
      const answer = await ask?.(await createQuestion(document, checked, environment.value));
      if (answer !== undefined && answer !== 'agreed') return failure({ kind: answer });
      const { commandLineHost } = await import('../submission/command-line-host.ts');
      const host = commandLineHost({
        environment: environment.value,
        variables,
        journal,
        timeout,
        concurrency: 1,
        again: false,
        newAddress: false,
        listen: () => ({ stop, cancel: signal }),
        terminal,
      });
      try {
        const load = async () => checked.body;
        const onResult = () => undefined;
        return success(
          await createDatasets([pathToFileURL(document.path).href], { ...host, load, onResult }),
        );
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        return failure({ kind: 'not-configured', details: error.message });
      }
    },
  };
}
