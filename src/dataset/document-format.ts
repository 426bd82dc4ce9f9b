export type DocumentFormat = 'json' | 'yaml';

/** The format of a file by its extension: `.json`, `.yaml` or `.yml`, in any case. */
export function formatOf(path: string): DocumentFormat | undefined {
  const ending = /\.(json|ya?ml)$/i.exec(path)?.[1]?.toLowerCase();
  if (ending === undefined) return undefined;
  return ending === 'json' ? 'json' : 'yaml';
}
