import type { ValidationOptions } from '../document.ts';
import { layoutOf } from '../edits/layout.ts';
import { snippetStrings } from '../language/snippet.ts';
import type { ParsedDocument } from '../parsed-document.ts';
import type { Problem } from '../problem.ts';
import { offsetsIn } from '../text-positions.ts';
import type { FixContext } from './fix-context.ts';

/** The problems of a document, and the context of each for its fixer. */
export async function fixContexts(
  document: ParsedDocument,
  options: ValidationOptions,
): Promise<{ readonly problems: readonly Problem[]; readonly contextOf: (problem: Problem) => FixContext }> {
  const { text, format } = document;
  const problems = await document.problems(options);
  const root = problems.length === 0 ? undefined : (await document.tree).root;
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
