import { type DocumentFormat, type ValidationOptions, validateText } from '../document.ts';
import { layoutOf } from '../edits/layout.ts';
import { snippetStrings } from '../language/snippet.ts';
import type { Problem } from '../problem.ts';
import { readTree } from '../read-tree.ts';
import { offsetsIn } from '../text-positions.ts';
import type { FixContext } from './fix-context.ts';

/** The problems of a text, and the context of each for its fixer. */
export async function fixContexts(
  text: string,
  format: DocumentFormat,
  options: ValidationOptions,
): Promise<{ readonly problems: readonly Problem[]; readonly contextOf: (problem: Problem) => FixContext }> {
  const problems = await validateText(text, format, options);
  const root = problems.length === 0 ? undefined : await readTree(text, format);
  const layout = layoutOf(text, root);
  const offsetOf = offsetsIn(text);
  const writeString = snippetStrings(format);
  const contextOf = (problem: Problem): FixContext => {
    const { start, end } = problem.range;
    const span = { start: offsetOf(start), end: offsetOf(end) };
    return { text, format, problem, span, root, layout, writeString, options };
  };
  return { problems, contextOf };
}
