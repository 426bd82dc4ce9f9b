import * as paths from 'node:path';
import { relative, resolve } from 'node:path';
import type { DataEntry } from '../../project/data-entry.ts';
import { diskProjectFiles } from '../../project/node/disk-project-files.ts';
import type { Project } from '../../project/project.ts';
import { describeProjectProblem, type ProjectProblem } from '../../project/project-file.ts';
import { type Judgement, Projects } from '../../project/projects.ts';
import { withSlashes } from '../file-paths.ts';
import { InputError, note, type Terminal } from '../terminal.ts';
import { type NamedFiles, reportExcluded } from './named-files.ts';

/** The project files on the disk, whose mistakes are reported. */
export class ReportedProjects {
  readonly #projects: Projects;
  readonly #reported = new Set<Project>();

  readonly #onMistakes: (mistakes: readonly ProjectProblem[]) => void;

  /** `onMistakes`: gets those of a project, once. */
  constructor(onMistakes: (mistakes: readonly ProjectProblem[]) => void) {
    this.#onMistakes = onMistakes;
    this.#projects = new Projects({ files: diskProjectFiles, folders: [withSlashes(process.cwd(), paths)] });
  }

  /** Mistakes throw an `InputError`, so that no rule is off because of one. Warnings are printed. */
  static strict(terminal: Terminal): ReportedProjects {
    return new ReportedProjects((mistakes) => {
      const errors: string[] = [];
      for (const mistake of mistakes) {
        const line = describeProjectProblem(relative('', mistake.file), mistake);
        if (mistake.severity === 'error') errors.push(line);
        else note(terminal, `${line}\n`);
      }
      if (errors.length > 0) throw new InputError(errors.join('\n'));
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
    this.#onMistakes(project.problems);
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
