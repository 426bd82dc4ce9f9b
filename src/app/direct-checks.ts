import type { DocumentFormat } from '../dataset/dataset.ts';
import { fixAll, problems, quickFixes } from '../dataset/dataset-language.ts';
import type { Edit } from '../dataset/fixes/fix-edit.ts';
import type { QuickFix } from '../dataset/fixes/quick-fixes.ts';
import { ParsedDocument } from '../dataset/parsed-document.ts';
import type { Problem } from '../dataset/problem.ts';
import type { RuleSettings } from '../dataset/rules/settings.ts';

/** Finds the problems of texts, and their fixes. A front end can do it in a thread. */
export interface TextChecking {
  problems(text: string, format: DocumentFormat, settings: RuleSettings): Promise<readonly Problem[]>;
  quickFixes(
    text: string,
    format: DocumentFormat,
    settings: RuleSettings,
    requested: readonly Problem[],
  ): Promise<readonly QuickFix[]>;
  fixAll(text: string, format: DocumentFormat, settings: RuleSettings): Promise<readonly Edit[]>;
}

/** In the same thread. */
export const directChecks: TextChecking = {
  problems: (text, format, settings) => problems(new ParsedDocument(text, format), settings),
  quickFixes: (text, format, settings, requested) =>
    quickFixes(new ParsedDocument(text, format), settings, { requested }),
  fixAll: (text, format, settings) => fixAll(new ParsedDocument(text, format), settings),
};
