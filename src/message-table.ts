/** What to say about each kind of failure: one row for each. `context`: what the messages need beside the failure. */
export type MessageTable<
  Failure extends { readonly kind: string },
  Context extends readonly unknown[] = [],
> = {
  readonly [Kind in Failure['kind']]: (
    failure: Extract<Failure, { readonly kind: Kind }>,
    ...context: Context
  ) => string;
};

export function messageFor<Failure extends { readonly kind: string }, Context extends readonly unknown[]>(
  table: MessageTable<Failure, Context>,
  failure: Failure,
  ...context: Context
): string {
  const describe = table[failure.kind as Failure['kind']] as (
    failure: Failure,
    ...context: Context
  ) => string;
  return describe(failure, ...context);
}
