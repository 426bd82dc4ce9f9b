import { type DocumentFormat, type ValidationOptions, validateText } from '../document.ts';
import type { Problem } from '../problem.ts';
import { readTree } from '../read-tree.ts';
import { offsetsIn } from '../text-positions.ts';
import { layoutOf } from './layout.ts';
import type { Site } from './site.ts';

/** The problems of a text, with all that their menders look at. */
export async function sitesIn(
  text: string,
  format: DocumentFormat,
  options: ValidationOptions,
): Promise<{ readonly problems: readonly Problem[]; readonly siteOf: (problem: Problem) => Site }> {
  const problems = await validateText(text, format, options);
  const root = problems.length === 0 ? undefined : await readTree(text, format);
  const layout = layoutOf(text, root);
  const offsetOf = offsetsIn(text);
  const siteOf = (problem: Problem): Site => {
    const { start, end } = problem.range;
    const span = { start: offsetOf(start), end: offsetOf(end) };
    return { text, format, problem, span, root, layout, options };
  };
  return { problems, siteOf };
}
