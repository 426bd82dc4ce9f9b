import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { DataStrings, PageOption, TypedText } from './data-messages.ts';
import { isOtherValue, type OptionValue, shownValue, typedValue } from './typed-value.ts';

/** Milliseconds after a key that the data is read again. */
const typingPause = 300;

interface OptionProps {
  readonly option: PageOption;
  readonly strings: DataStrings;
  readonly value: OptionValue;
  readonly onChange: (value: OptionValue) => void;
}

/** The control of an option for reading. */
export function Option({ option, strings, value, onChange }: OptionProps) {
  const { label, description, control } = option;
  if (control.kind === 'choice')
    return <CharacterChoice option={option} control={control} {...{ strings, value, onChange }} />;
  const isList = control.kind === 'texts';
  return (
    <TextField
      label={label}
      title={isList ? `${description} ${strings.textsHint}` : description}
      value={shownValue(value)}
      expected={isList ? undefined : control}
      onChange={(text) => {
        if (isOtherValue(text, control.kind, value)) onChange(typedValue(text, control.kind));
      }}
    />
  );
}

/** One of several values, or another one that the user types. */
function CharacterChoice({
  option: { label, description },
  control: { choices, other: expected },
  strings,
  value,
  onChange,
}: OptionProps & { readonly control: Extract<PageOption['control'], { readonly kind: 'choice' }> }) {
  const [isOther, setOther] = useState(false);
  const typedText = typeof value === 'string' ? value : '';
  const isTyped = expected !== undefined && (isOther || !choices.some((choice) => choice.value === value));
  return (
    <>
      <Choice
        label={label}
        title={description}
        choices={expected ? [...choices, { label: strings.other, value: other }] : choices}
        value={isTyped ? other : (value as string | boolean | undefined)}
        onChange={(chosen) => {
          setOther(chosen === other);
          if (chosen !== other) onChange(chosen);
        }}
      />
      {isTyped && (
        <TextField
          label={`${label} (${strings.other})`}
          title={description}
          value={typedText}
          expected={expected}
          onChange={(text) => {
            if (text !== typedText) onChange(text === '' ? undefined : text);
          }}
        />
      )}
    </>
  );
}

/** No value that a choice has. */
const other = 'other';

interface ChoiceProps {
  readonly label: string;
  readonly title?: string;
  readonly choices: readonly { readonly label: string; readonly value?: string | boolean | undefined }[];
  readonly value: string | boolean | undefined;
  readonly onChange: (value: string | boolean | undefined) => void;
}

export function Choice({ label, title, choices, value, onChange }: ChoiceProps) {
  return (
    <label class="reading-option" title={title}>
      <span>{label}</span>
      <select
        value={choices.findIndex((choice) => choice.value === value)}
        onChange={({ currentTarget }) => onChange(choices[Number(currentTarget.value)]?.value)}
      >
        {choices.map((choice, index) => (
          <option key={choice.label} value={index}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly title: string;
  readonly value: string;
  /** Of a text that isn't empty. */
  readonly expected?: TypedText | undefined;
  readonly onChange: (text: string) => void;
}

/** Reports what the user types after a pause, if it is valid. While it has the focus, it keeps what the user typed. */
function TextField({ label, title, value, expected, onChange }: TextFieldProps) {
  const [draft, setDraft] = useState<string>();
  const timer = useRef<number | undefined>(undefined);
  const report = useRef(onChange);
  report.current = onChange;
  useEffect(() => () => clearTimeout(timer.current), []);
  const isValid = (text: string) => text === '' || !expected || new RegExp(expected.pattern).test(text);
  const text = draft ?? value;
  const problem = isValid(text) ? undefined : expected?.hint;
  const id = useId();
  const send = (typed: string) => {
    if (isValid(typed)) report.current(typed);
  };
  return (
    <div>
      <label class="reading-option" title={title}>
        <span>{label}</span>
        <input
          type="text"
          spellcheck={false}
          value={text}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : id}
          onInput={({ currentTarget }) => {
            const typed = currentTarget.value;
            setDraft(typed);
            clearTimeout(timer.current);
            timer.current = window.setTimeout(() => send(typed), typingPause);
          }}
          onBlur={() => {
            clearTimeout(timer.current);
            send(text);
            if (isValid(text)) setDraft(undefined);
          }}
        />
      </label>
      <div class="option-problem" id={id} role="alert">
        {problem}
      </div>
    </div>
  );
}
