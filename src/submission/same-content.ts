/** Handles what has the same content one after the other, so that the second knows what became of the first. */
export class SameContent {
  readonly #last = new Map<string, Promise<string | undefined>>();

  /** `task` gets the ID of the last one of that content that may have created a dataset, and gives its own if it may have. */
  async run<Value>(
    hash: string,
    task: (before: string | undefined) => Promise<{ readonly value: Value; readonly id: string | undefined }>,
  ): Promise<Value> {
    const previous = this.#last.get(hash) ?? Promise.resolve(undefined);
    const current = previous.then(async (before) => {
      const { value, id } = await task(before);
      return { value, id: id ?? before };
    });
    const id = current.then(
      (done) => done.id,
      () => previous,
    );
    this.#last.set(hash, id);
    return (await current).value;
  }
}
