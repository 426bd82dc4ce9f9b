/** Runs `build` when the result is first asked for, and keeps it. */
export function once<Result>(build: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= build();
    return result;
  };
}
