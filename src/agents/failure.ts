import type { CreateResult } from '../app/submissions/create-datasets.ts';
import { pathBelow } from '../project/paths.ts';
import type { Project } from '../project/project.ts';
import { describeProjectProblem } from '../project/project-file.ts';
import { type AgentAnswer, agentAnswers } from '../submission/outcome-table.ts';
import type { InputProblem } from './input-schema.ts';

/** A file that a tool may not or can't read. `file` is what the caller wrote. */
export type FileFailure =
  /** `excluded`: by its project. */
  | {
      readonly kind: 'outside-root' | 'not-a-path' | 'not-found' | 'not-a-document' | 'excluded';
      readonly file: string;
    }
  /** `details`: what the file system reports, as a sentence. */
  | { readonly kind: 'unreadable'; readonly file: string; readonly details: string }
  /** `details`: the mistakes, one in each line. */
  | { readonly kind: 'wrong-settings'; readonly file: string; readonly details: string }
  | { readonly kind: 'no-match'; readonly files: readonly string[] }
  /** As `not-found` and `no-match`, where data files are named. */
  | { readonly kind: 'data-not-found'; readonly file: string }
  | { readonly kind: 'no-data'; readonly files: readonly string[] };

/** Further mistakes are not reported. */
const maxMistakes = 10;

/** Why a file isn't read that a project with errors applies to. Its files are named from `root`. */
export function wrongProject(file: string, { problems }: Project, root = ''): FileFailure {
  const lines = problems
    .filter(({ severity }) => severity === 'error')
    .slice(0, maxMistakes)
    .map((problem) => describeProjectProblem(pathBelow(root, problem.file) ?? problem.file, problem));
  return { kind: 'wrong-settings', file, details: lines.join('\n') };
}

/** Why the arguments of a call can't be used. */
export type InputFailure =
  | { readonly kind: 'wrong-arguments'; readonly arguments: readonly InputProblem[] }
  | { readonly kind: 'ambiguous-document'; readonly accepted: readonly string[] };

/** Why a submission was refused before it started. */
export type RefusalFailure =
  | { readonly kind: 'restricted-mode' | 'never-allowed' | 'declined' | 'no-environment' }
  /** Over MCP. */
  | { readonly kind: 'cannot-ask' | 'stale-answer' }
  | { readonly kind: 'unknown-environment'; readonly environments: readonly string[] }
  /** `details`: what has to be set, as a sentence. */
  | { readonly kind: 'not-configured'; readonly details: string }
  | { readonly kind: 'version-changed'; readonly file: string }
  | {
      readonly kind: 'invalid-document';
      readonly outcome: 'invalid';
      readonly file: string;
      readonly counts: unknown;
      readonly problems: readonly unknown[];
    };

export type DataFailure =
  /** `details`: what is wrong with the file, as a sentence. */
  | { readonly kind: 'not-inferable'; readonly file: string; readonly details: string }
  | {
      readonly kind: 'invalid-dataset';
      readonly file: string;
      readonly counts: unknown;
      readonly problems: readonly unknown[];
    }
  /** No dataset is named, and the project file has none for the file. */
  | { readonly kind: 'no-entry'; readonly file: string }
  /** `tables`: the names that the dataset has. */
  | { readonly kind: 'no-such-table'; readonly tables: readonly string[] };

export type AgentFailure =
  | FileFailure
  | InputFailure
  | RefusalFailure
  /** A submission that created nothing, or may have created nothing. `details` contains text of the gateway. */
  | (CreateResult & {
      readonly kind: AgentAnswer;
      readonly environment: string;
      readonly details: string;
      /** The journal could not record the outcome. */
      readonly warning?: string;
      readonly earlier?: unknown;
    })
  | DataFailure
  | { readonly kind: 'edit-refused'; readonly file: string }
  | { readonly kind: 'cancelled-call' }
  | { readonly kind: 'unexpected' };

/** What is wrong with a file, in sentences. */
export function describeFileFailure(failure: FileFailure): string {
  const { message } = answers[failure.kind];
  return 'details' in failure ? `${message} ${failure.details}` : message;
}

interface FailureText {
  readonly message: string;
  /** What the agent does next. */
  readonly next: string;
}

/**
 * What happened, and what to do next. These sentences are fixed: everything that comes from documents, file names, and
 * gateways is in other fields. In English, like the descriptions of the tools, because models read them.
 */
const answers: Readonly<Record<AgentFailure['kind'], FailureText>> = {
  ...agentAnswers,
  'wrong-arguments': {
    message: 'The arguments are not valid.',
    next: 'Correct the arguments that `arguments` lists, and call the tool again.',
  },
  'ambiguous-document': {
    message: 'The arguments must name one document.',
    next: 'Call the tool again with exactly one of the arguments that `accepted` lists; `language` only goes with `text`.',
  },
  'outside-root': {
    message: 'The file is outside of the folder that this tool may read.',
    next: 'Name a file in the workspace folder (over MCP: below the root of the server). Symbolic links and ".." must not lead out of it. Ask the user to move the file or to open its folder.',
  },
  'not-a-path': {
    message: 'This is not a path.',
    next: 'Pass a path, absolute or relative to the root, such as sales.dataset.json, and not a URI.',
  },
  'not-found': {
    message: 'There is no such file.',
    next: 'Check the path. List the files with dataset_validate and `files`: ["**/*.dataset.{json,yaml,yml}"].',
  },
  'not-a-document': {
    message: 'This is not a dataset file.',
    next: 'Name a file that ends in .dataset.json, .dataset.yaml, or .dataset.yml.',
  },
  unreadable: {
    message: "The file can't be read.",
    next: 'Read `details`. Name a regular file that the user can read.',
  },
  'wrong-settings': {
    message: 'The project file of this file has errors.',
    next: 'Correct what `details` lists, or ask the user to. Otherwise rules would be off, or have another severity than the user wants.',
  },
  excluded: {
    message:
      'The project file (dataset-studio.json) says that this file is not a dataset file, so it has no problems.',
    next: 'Leave it as it is. If it should be validated, ask the user to change `include` or `exclude` of the project file.',
  },
  'no-match': {
    message: 'No file matches.',
    next: 'Check the paths and globs, or use "**/*.dataset.{json,yaml,yml}" for all dataset files.',
  },
  'data-not-found': {
    message: 'There is no such file.',
    next: 'Check the path. If you are not sure, pass a folder or a glob, such as "**/*.csv", or ask the user where the data is.',
  },
  'no-data': {
    message: 'No data file matches.',
    next: 'Check the paths and globs, or pass a folder: its data files are found by their extensions. Datasets are not data.',
  },
  'restricted-mode': {
    message: 'VS Code is in Restricted Mode, where nothing is sent and no credentials are read.',
    next: 'Ask the user to trust the workspace. You can validate, fix, and infer without it.',
  },
  'never-allowed': {
    message: 'The user does not allow agents to submit datasets (setting dataset.agents.create).',
    next: 'Do not try again. Tell the user that the file is ready, and that they can run the command Dataset: Create Dataset.',
  },
  declined: {
    message: 'The user declined. Nothing was sent.',
    next: 'Do not try again unless the user asks for it.',
  },
  'cannot-ask': {
    message:
      'The user has to agree to a submission, and this client has no way to ask them (elicitation). Nothing was sent.',
    next: 'Do not try again. Tell the user that the file is ready, and that they can run dataset-studio create. Started with --allow-create=always, the server leaves the question to the agent.',
  },
  'stale-answer': {
    message:
      "The user's answer was used before, or belongs to another file, version, or environment. Nothing was sent.",
    next: 'Call dataset_create again without the answer, so that the user is asked.',
  },
  'no-environment': {
    message: 'No environment is selected.',
    next: 'Call dataset_environments, ask the user which one to use, and pass its name as `environment`. If there is none, ask the user to add one.',
  },
  'unknown-environment': {
    message: 'There is no environment with this name.',
    next: 'Use one of the names in `environments`, or ask the user to add an environment.',
  },
  'not-configured': {
    message: 'The environment is not complete. Nothing was sent.',
    next: 'Ask the user to do what `details` says. Never ask for a password, token, or key in the chat.',
  },
  'version-changed': {
    message: 'The text is not the one that `expectedVersion` identifies. Nothing was sent.',
    next: 'Call dataset_validate for the file, look at what changed, and pass the new `version` if the user still wants it.',
  },
  'invalid-document': {
    message: 'The document has errors. Nothing was sent.',
    next: 'Fix the problems (dataset_fix fixes some of them), validate again, and pass the new `version`.',
  },
  'not-inferable': {
    message: 'No dataset can be inferred from a file. Nothing was written.',
    next: 'Read `details`. Correct or leave out the file, and call the tool again.',
  },
  'invalid-dataset': {
    message: 'The dataset has errors, so no data can be checked against it.',
    next: 'Fix the problems (dataset_fix fixes some of them), and call dataset_check again.',
  },
  'no-entry': {
    message: 'The project file (dataset-studio.json) does not say which dataset this file belongs to.',
    next: 'Pass `dataset`, or ask the user to add an entry for the file to `data` in the project file.',
  },
  'no-such-table': {
    message: 'The dataset has no table of this name.',
    next: 'Use one of the names in `tables`, or leave out `table`. If `tables` is empty, add a table to the dataset.',
  },
  'edit-refused': {
    message: 'The file changed while it was fixed, or is read-only. Nothing was changed.',
    next: 'Call dataset_fix again. If it fails again, tell the user.',
  },
  'cancelled-call': {
    message: 'The call was cancelled.',
    next: 'Call the tool again if you still need it.',
  },
  unexpected: {
    message: 'Dataset Studio failed unexpectedly.',
    next: 'Tell the user to report the error that is in the log (in VS Code: Dataset: Show Log; over MCP: the standard error output of the server).',
  },
};

/** What a tool returns: an object for `structuredContent`, and the same as JSON text. */
export interface ToolResult {
  readonly isError: boolean;
  readonly content: Readonly<Record<string, unknown>>;
}

export function toolSuccess(content: Readonly<Record<string, unknown>>): ToolResult {
  return { isError: false, content };
}

/** `isError` is repeated in the content for hosts, such as VS Code, whose results have no field for it. */
export function toolFailure(reason: AgentFailure): ToolResult {
  const { kind, ...data } = reason;
  return { isError: true, content: { isError: true, error: kind, ...answers[kind], ...data } };
}

/** The text of a result. One line of JSON: text of documents and gateways is only within its strings. */
export function resultText({ content }: ToolResult): string {
  return JSON.stringify(content);
}
