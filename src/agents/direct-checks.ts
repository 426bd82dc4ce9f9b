import { validateText } from '../dataset/document.ts';
import { fixAll } from '../dataset/fixes/fix-all.ts';
import { quickFixes } from '../dataset/fixes/quick-fixes.ts';
import { ParsedDocument } from '../dataset/parsed-document.ts';
import { isSameProblem } from '../dataset/problem.ts';
import type { TextCheckPort } from './ports.ts';

/** Checks and fixes in the same thread. */
export const directChecks: TextCheckPort = {
  problems: validateText,
  quickFixes: (text, format, options, requested) =>
    quickFixes(new ParsedDocument(text, format), options, (problem) =>
      requested.some((other) => isSameProblem(other, problem)),
    ),
  fixAll: (text, format, options) => fixAll(new ParsedDocument(text, format), options),
};
