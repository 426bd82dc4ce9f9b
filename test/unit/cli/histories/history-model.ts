/** What a model of a journal remembers of a submission, oldest first. */
export interface ModelSubmission {
  readonly id: string;
  readonly service: string;
  readonly policy: string;
  readonly file: string;
  readonly content: string;
  /** `done`: created, accepted, or settled as created. `over`: nothing was created. */
  state: 'in-flight' | 'unknown' | 'done' | 'over';
}

/** What all doors have to say of a file, at a service. */
export interface Expected {
  readonly state: 'new' | 'in-flight' | 'unknown' | 'unchanged' | 'changed';
  readonly record: string | null;
  readonly newer: string | null;
  readonly previous: string | null;
  readonly unsettled: readonly string[];
}

/** Where is the dataset of this content? The whole rule, in the plainest words; `policy`: if it counts. */
export function expectedOf(
  submissions: readonly ModelSubmission[],
  file: string,
  content: string,
  service: string,
  policy?: string,
): Expected {
  const newestFirst = submissions.filter((each) => each.service === service).toReversed();
  const own = newestFirst.filter((each) => each.file === file);
  const isSame = (each: ModelSubmission) =>
    each.content === content && (policy === undefined || each.policy === policy);
  const decides = newestFirst.find((each) =>
    each.state === 'in-flight' ? isSame(each) || own.includes(each) : isSame(each) && each.state !== 'over',
  );
  const previous = own.find(({ state }) => state === 'done');
  const record = decides ?? previous;
  const state =
    decides?.state === 'done' ? 'unchanged' : decides ? decides.state : previous ? 'changed' : 'new';
  const isLater = previous && record && newestFirst.indexOf(previous) < newestFirst.indexOf(record);
  return {
    state: state === 'over' ? 'new' : state,
    record: record?.id ?? null,
    newer: state === 'unchanged' && isLater ? previous.id : null,
    previous: previous?.id ?? null,
    unsettled: own.filter((each) => each.state === 'unknown' && !isSame(each)).map(({ id }) => id),
  };
}

/** The newest datasets of files that are gone, whose content no file has. */
export function goneOf(
  submissions: readonly ModelSubmission[],
  files: ReadonlyMap<string, string>,
  service: string,
): readonly string[] {
  const done = submissions.filter((each) => each.service === service && each.state === 'done').toReversed();
  return done
    .filter((each, index) => done.findIndex(({ file }) => file === each.file) === index)
    .filter(({ file, content }) => !files.has(file) && ![...files.values()].includes(content))
    .map(({ id }) => id);
}
