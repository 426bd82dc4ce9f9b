/** What VS Code knows where a `when` clause is evaluated. A key that is absent is undefined. */
export type WhenContext = Readonly<Record<string, unknown>>;

/** A string, a regular expression, an operator, or a key or a value. */
const tokenPattern =
  /'[^']*'|\/(?:\\.|\[(?:\\.|[^\]])*\]|[^\\/[])+\/[a-z]*|&&|\|\||[=!]=|=~|[!()]|[^\s!()=&|]+/g;

/** Evaluates a `when` clause of package.json, as far as ours use the language: https://code.visualstudio.com/api/references/when-clause-contexts. */
export function isShownWhen(clause: string | undefined, context: WhenContext): boolean {
  if (clause === undefined) return true;
  const tokens = clause.match(tokenPattern) ?? [];
  let next = 0;
  const takes = (token: string) => tokens[next] === token && next++ >= 0;
  const take = () => {
    const token = tokens[next++];
    if (token === undefined) throw new Error(`"${clause}" ends too early.`);
    return token;
  };
  // Both sides are read, whatever the first one is.
  const either = (): boolean => {
    let value = all();
    while (takes('||')) value = all() || value;
    return value;
  };
  const all = (): boolean => {
    let value = one();
    while (takes('&&')) value = one() && value;
    return value;
  };
  const one = (): boolean => {
    if (takes('!')) return !one();
    if (takes('(')) {
      const value = either();
      if (!takes(')')) throw new Error(`"${clause}" has no closing parenthesis.`);
      return value;
    }
    const key = take();
    const value = context[key];
    if (key === 'true' || key === 'false') return key === 'true';
    if (takes('==')) return String(value) === take().replaceAll("'", '');
    if (takes('!=')) return String(value) !== take().replaceAll("'", '');
    if (takes('>')) return Number(value) > Number(take());
    if (takes('=~')) {
      const [, pattern = '', flags] = /^\/(.*)\/([a-z]*)$/.exec(take()) ?? [];
      return typeof value === 'string' && new RegExp(pattern, flags).test(value);
    }
    if (takes('not')) return !isIn(value, take(), take());
    return tokens[next] === 'in' ? isIn(value, take(), take()) : Boolean(value);
  };
  const isIn = (value: unknown, _in: string, key: string) =>
    [context[key] ?? []].flat().some((each) => each === value);
  const value = either();
  if (next < tokens.length) throw new Error(`"${clause}" isn't understood from "${tokens[next]}".`);
  return value;
}
