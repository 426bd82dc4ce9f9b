import * as paths from 'node:path';
import { relative, resolve } from 'node:path';

import type { DataEntry } from '../../project/data-entry.ts';
import { diskProjectFiles } from '../../project/node/disk-project-files.ts';
import type { Project } from '../../project/project.ts';
import { type Judgement, Projects } from '../../project/projects.ts';
import { plainText } from '../../text/plain-text.ts';
import { withSlashes } from '../file-paths.ts';
import { type FileProblem, projectCode } from '../output/file-problem.ts';
import { InputError, note, type Terminal } from '../terminal.ts';
import { type NamedFiles, reportExcluded } from './named-files.ts';

interface ReportedProjectsOptions {
  /** Called once for each mistake. */
  readonly onProblem: (problem: FileProblem) => void;
  /** Called when all mistakes of a project are known. */
  readonly afterProject?: () => void;
}

/** The project files on the disk, whose mistakes are reported. */
export class ReportedProjects {
  readonly #options: ReportedProjectsOptions;
  readonly #projects: Projects;
  readonly #reported = new Set<Project>();

  constructor(options: ReportedProjectsOptions) {
    this.#options = options;
    this.#projects = new Projects({ files: diskProjectFiles, folders: [withSlashes(process.cwd(), paths)] });
  }

  /** Mistakes throw an `InputError`, so that no rule is off because of one. Warnings are printed. */
  static strict(terminal: Terminal): ReportedProjects {
    const errors: string[] = [];
    return new ReportedProjects({
      onProblem: ({ file, problem }) => {
        const line = describeMistake(file, problem);
        if (problem.severity === 'error') errors.push(line);
        else note(terminal, `${line}\n`);
      },
      afterProject: () => {
        if (errors.length > 0) throw new InputError(errors.join('\n'));
      },
    });
  }

  /** How a file is judged. */
  async judge(path: string): Promise<Judgement> {
    const judgement = await this.#projects.judge(withSlashes(resolve(path), paths));
    if (judgement.project !== undefined) this.#report(judgement.project);
    return judgement;
  }

  /** What the project file says of a data file. */
  async dataEntry(path: string): Promise<DataEntry | undefined> {
    const { projects, entry } = await this.#projects.dataEntry(withSlashes(resolve(path), paths));
    for (const project of projects) this.#report(project);
    return entry;
  }

  /** Where a project file for a file without one belongs. */
  newProjectFile(path: string): Promise<string> {
    return this.#projects.newProjectFile(withSlashes(resolve(path), paths));
  }

  #report(project: Project): void {
    if (this.#reported.has(project)) return;
    this.#reported.add(project);
    for (const { file, severity, range, message } of project.problems)
      this.#options.onProblem({
        file: relative('', file),
        problem: { code: projectCode, severity, range, message },
      });
    this.#options.afterProject?.();
  }

  /** Files without those that a folder or a glob lists, but a project excludes. Reports these. */
  async withoutExcluded({ files, listed }: NamedFiles, terminal: Terminal): Promise<string[]> {
    const excluded = new Set<string>();
    for (const file of files)
      if (listed.has(file) && (await this.judge(file)).kind === 'excluded') excluded.add(file);
    reportExcluded([...excluded], terminal);
    return files.filter((file) => !excluded.has(file));
  }
}

/** A mistake in a project file, in one line. */
function describeMistake(file: string, { range, message }: FileProblem['problem']): string {
  const place = range ? `:${range.start.line + 1}:${range.start.character + 1}` : '';
  return `${plainText(file)}${place}: ${message}`;
}
