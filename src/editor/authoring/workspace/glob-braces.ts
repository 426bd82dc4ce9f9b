/** A pattern with more alternatives is left as it is: settings of a workspace can be hostile. */
const maxAlternatives = 1000;

/**
 * The alternatives of a glob pattern, without braces: `*.{yml,txt}` → `*.yml`, `*.txt`. VS Code doesn't match nested braces
 * in workspaces whose files are found by an extension, such as those of vscode.dev.
 */
export function expandBraces(pattern: string): string[] {
  const expanded: string[] = [];
  const pending = [pattern];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const alternatives = firstAlternatives(next);
    if (alternatives === undefined) expanded.push(next);
    else pending.push(...alternatives.reverse());
    if (expanded.length + pending.length > maxAlternatives) return [pattern];
  }
  return expanded;
}

/** The pattern once for each alternative of its first pair of braces; undefined without such a pair. */
function firstAlternatives(pattern: string): string[] | undefined {
  const open = pattern.indexOf('{');
  if (open === -1) return undefined;
  const alternatives: string[] = [];
  let depth = 0;
  let start = open + 1;
  for (let at = open; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '{') depth++;
    else if (character === '}') depth--;
    if (depth > 1 || (depth === 1 && character !== ',')) continue;
    alternatives.push(pattern.slice(start, at));
    start = at + 1;
    if (depth === 0)
      return alternatives.map((alternative) => pattern.slice(0, open) + alternative + pattern.slice(start));
  }
  return undefined;
}
