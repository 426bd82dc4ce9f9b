import {
  InputBoxValidationSeverity,
  l10n,
  type QuickInput,
  type QuickInputButton,
  QuickInputButtons,
  type QuickPickItem,
  window,
} from 'vscode';

/** One step of a sequence of questions. */
export interface Step {
  readonly title: string;
  /** 1-based; absent if there is only one step. */
  readonly number?: number;
  /** The number of steps; absent while it isn't known. */
  readonly of?: number;
  readonly canGoBack: boolean;
}

export type Answer<Value = string> =
  | { readonly kind: 'answered'; readonly value: Value }
  | { readonly kind: 'back' }
  /** The user pressed Escape. */
  | { readonly kind: 'left' };

export interface TextQuestion {
  readonly prompt: string;
  readonly placeholder?: string | undefined;
  readonly value: string;
  /** What is wrong with a text, as a sentence; undefined if nothing is. */
  readonly validate: (text: string) => string | undefined;
  /** A slower check after Enter. What it finds is a warning: the user can press Enter again to keep the text. */
  readonly check?: ((text: string, signal: AbortSignal) => Promise<string | undefined>) | undefined;
}

export async function askText(step: Step, question: TextQuestion): Promise<Answer> {
  const box = window.createInputBox();
  prepare(box, step);
  box.prompt = question.prompt;
  box.placeholder = question.placeholder;
  box.value = question.value;
  const ended = new AbortController();
  return new Promise<Answer>((resolve) => {
    let accepted: string | undefined;
    box.onDidChangeValue((value) => {
      accepted = undefined;
      // An empty box isn't an error before Enter.
      box.validationMessage = value === '' ? undefined : question.validate(value);
    });
    box.onDidAccept(async () => {
      const { value } = box;
      box.validationMessage = question.validate(value);
      if (box.validationMessage !== undefined || box.busy) return;
      if (question.check && accepted !== value) {
        box.busy = true;
        box.enabled = false;
        const problem = await question.check(value, ended.signal);
        if (ended.signal.aborted) return;
        box.busy = false;
        box.enabled = true;
        if (problem !== undefined) {
          accepted = value;
          box.validationMessage = {
            message: l10n.t('{0} Correct the value, or press Enter again to use it anyway.', problem),
            severity: InputBoxValidationSeverity.Warning,
          };
          return;
        }
      }
      resolve({ kind: 'answered', value });
    });
    box.onDidTriggerButton(() => resolve({ kind: 'back' }));
    box.onDidHide(() => resolve({ kind: 'left' }));
    box.show();
  }).finally(() => {
    ended.abort();
    box.dispose();
  });
}

export interface QuestionChoice<Value> extends QuickPickItem {
  readonly value: Value;
}

export async function askChoice<Value>(
  step: Step,
  placeholder: string,
  choices: readonly QuestionChoice<Value>[],
  current?: Value,
): Promise<Answer<Value>> {
  const pick = window.createQuickPick<QuestionChoice<Value>>();
  prepare(pick, step);
  pick.placeholder = placeholder;
  pick.matchOnDescription = true;
  pick.items = choices;
  // Without an active item, Enter would do nothing.
  const active = choices.find(({ value }) => value === current) ?? choices[0];
  pick.activeItems = active ? [active] : [];
  return new Promise<Answer<Value>>((resolve) => {
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (chosen) resolve({ kind: 'answered', value: chosen.value });
    });
    pick.onDidTriggerButton(() => resolve({ kind: 'back' }));
    pick.onDidHide(() => resolve({ kind: 'left' }));
    pick.show();
  }).finally(() => pick.dispose());
}

function prepare(input: QuickInput & { buttons: readonly QuickInputButton[] }, step: Step): void {
  input.title = step.title;
  input.step = step.number;
  input.totalSteps = step.of;
  input.ignoreFocusOut = true;
  input.buttons = step.canGoBack ? [QuickInputButtons.Back] : [];
}
