import { validateText } from '../dataset/document.ts';
import { fixAll } from '../dataset/fixes/fix-all.ts';
import { quickFixes } from '../dataset/fixes/quick-fixes.ts';
import type { TextCheckPort } from './ports.ts';

/** Checks and fixes in the same thread. */
export const directChecks: TextCheckPort = {
  problems: validateText,
  quickFixes: (text, format, options, requested) =>
    quickFixes(text, format, options, (problem) =>
      requested.some(
        ({ code, range: { start, end } }) =>
          code === problem.code &&
          start.line === problem.range.start.line &&
          start.character === problem.range.start.character &&
          end.line === problem.range.end.line &&
          end.character === problem.range.end.character,
      ),
    ),
  fixAll,
};
