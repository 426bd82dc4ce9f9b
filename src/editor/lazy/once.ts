/** Returns a function that runs `build` on the first call and returns the same promise on later calls. */
export function once<Result>(build: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= build();
    return result;
  };
}
