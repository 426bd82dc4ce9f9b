/** What the combo box of a data type contains. */
export interface DataTypeChoice {
  /** What was typed, or the option that was chosen since. */
  readonly value: string;
  /** What was typed, which filters the list; `undefined` until then. */
  readonly typed?: string;
  /** The option that is shown as chosen, if the list has it. No index: the list may change while it is open. */
  readonly chosen?: string | undefined;
  readonly isClosed?: boolean;
}

export function optionsOf(
  { typed, isClosed }: Pick<DataTypeChoice, 'typed' | 'isClosed'>,
  dataTypes: readonly string[],
): readonly string[] {
  if (isClosed) return [];
  return typed === undefined ? dataTypes : matching(dataTypes, typed);
}

/** The index of the option that is shown as chosen; -1 if none is. */
export function chosenIndex({ chosen }: DataTypeChoice, options: readonly string[]): number {
  return chosen === undefined ? -1 : options.indexOf(chosen);
}

/** The data type that Enter accepts. */
export function acceptedOf(choice: DataTypeChoice, dataTypes: readonly string[]): string {
  const options = optionsOf(choice, dataTypes);
  return options[chosenIndex(choice, options)] ?? choice.value;
}

/** The first option is chosen by itself. */
export function choiceAfterTyping(text: string, dataTypes: readonly string[]): DataTypeChoice {
  const chosen = text.trim() === '' ? undefined : matching(dataTypes, text)[0];
  return { value: text, typed: text, chosen };
}

/** Opens the list, and chooses the next or the previous option in it. */
export function choiceAfterStep(
  choice: DataTypeChoice,
  step: 1 | -1,
  dataTypes: readonly string[],
): DataTypeChoice {
  const opened = { ...choice, isClosed: false };
  const options = optionsOf(opened, dataTypes);
  const index = chosenIndex(choice, options);
  const chosen =
    index < 0 && step < 0 ? options.at(-1) : options[(index + step + options.length) % options.length];
  return chosen === undefined ? choice : { ...opened, chosen, value: chosen };
}

/** The data type that is a text, those that begin with it, then those that contain it. */
function matching(dataTypes: readonly string[], text: string): string[] {
  const wanted = text.trim().toLowerCase();
  const rank = (dataType: string) => {
    const name = dataType.toLowerCase();
    if (name === wanted) return 0;
    return name.startsWith(wanted) ? 1 : 2;
  };
  return dataTypes
    .filter((dataType) => dataType.toLowerCase().includes(wanted))
    .sort((a, b) => rank(a) - rank(b));
}
