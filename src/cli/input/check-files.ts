import { relative } from 'node:path';
import { type DocumentToValidate, validateDatasets } from '../../app/validate-datasets.ts';
import { type Problem, syntaxProblem } from '../../dataset/problem.ts';
import type { RuleSettings } from '../../dataset/rules/settings.ts';
import type { Judgement } from '../../project/projects.ts';
import { failure, success } from '../../result.ts';
import { type FileProblem, projectCode } from '../output/file-problem.ts';
import type { FileFixes } from './file-fixes.ts';
import { withoutLinkedText } from './linked-text.ts';
import type { NamedFiles } from './named-files.ts';
import { readNamed } from './read-input.ts';
import { ReportedProjects } from './reported-projects.ts';

/** What is found in files. */
export class CheckedFiles {
  /** In the order of the files, including one for each file or folder that can't be checked. */
  readonly problems: FileProblem[] = [];
  /** How many files and folders can't be checked. */
  unchecked = 0;
  /** Files that their projects exclude. */
  readonly excluded = new Set<string>();
  /** Whether project files have errors. */
  areProjectsWrong = false;
  /** What is wrong with them is a problem, too. */
  readonly #projects: ReportedProjects;

  /** `nameOf`: what reports call a project file. */
  constructor(nameOf = (file: string) => relative('', file)) {
    this.#projects = new ReportedProjects((mistakes) => {
      for (const { file, severity, range, message } of mistakes)
        this.problems.push({ file: nameOf(file), problem: { code: projectCode, severity, range, message } });
      this.areProjectsWrong ||= mistakes.some(({ severity }) => severity === 'error');
    });
  }

  /** The rules for a file; undefined if it isn't judged. `name`: what reports call it. */
  async rulesFor(file: string, name = file): Promise<RuleSettings | undefined> {
    const { kind, settings } = await this.#projects.judge(file);
    // Standard input without a name has none that could be excluded.
    if (kind === 'judged' || (kind === 'excluded' && file === '-')) return settings;
    if (kind === 'excluded') this.excluded.add(name);
    return undefined;
  }

  /** What `rulesFor` decides by. */
  judge(file: string): Promise<Judgement> {
    return this.#projects.judge(file);
  }

  add(file: string, problems: readonly Problem[]): void {
    for (const problem of problems) this.problems.push({ file, problem });
  }

  /** `reason`: why it can't be read and what to do, in sentences. */
  addUnreadable(file: string, reason: string): void {
    this.add(file, [syntaxProblem(reason)]);
    this.unchecked++;
  }
}

/**
 * Checks files one after the other, each by its rules. `nameOf`: the name of a file in reports, and that says which
 * rules apply. `fix`: fixes a file before it is checked. `onChecked` gets how many files are done.
 */
export async function checkFiles(
  { files, unreadable }: Pick<NamedFiles, 'files' | 'unreadable'>,
  nameOf: (file: string) => string,
  fix: FileFixes['fix'] | undefined,
  onChecked: (count: number) => void,
): Promise<CheckedFiles> {
  const checked = new CheckedFiles();
  for (const { path, message } of unreadable) checked.addUnreadable(path, message);
  let count = 0;
  await validateDatasets<string, DocumentToValidate, string | undefined>(files, {
    read: async (file) => {
      const name = nameOf(file);
      const settings = await checked.rulesFor(name);
      if (settings === undefined) return failure(undefined);
      const read = await readNamed(file, name);
      if (!read.ok) return failure(`The file can't be read. ${read.failure}`);
      const document = { ...read.value, settings };
      return fix ? fix(file, document) : success(document);
    },
    onResult: async (file, result) => {
      if (result.ok)
        checked.add(
          nameOf(file),
          await withoutLinkedText(file, result.value.document, result.value.problems),
        );
      else if (result.failure !== undefined) checked.addUnreadable(nameOf(file), result.failure);
      onChecked(++count);
    },
  });
  return checked;
}
