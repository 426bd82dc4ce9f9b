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
  /** 1-based; absent where it stands alone. */
  readonly number?: number;
  /** Absent while it isn't known. */
  readonly of?: number;
  readonly canGoBack: boolean;
}

export type Answer<Value = string> =
  | { readonly kind: 'answered'; readonly value: Value }
  | { readonly kind: 'back' }
  /** Escape. */
  | { readonly kind: 'left' };

export interface TextQuestion {
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value: string;
  /** What is wrong with a text, as a sentence; undefined where nothing is. */
  readonly validate: (text: string) => string | undefined;
  /** A slower look when Enter is pressed; what it finds wrong can be kept by pressing Enter once more. */
  readonly check?: (text: string, signal: AbortSignal) => Promise<string | undefined>;
}

export async function askText(step: Step, question: TextQuestion): Promise<Answer> {
  const box = window.createInputBox();
  prepare(box, step);
  box.prompt = question.prompt;
  box.placeholder = question.placeholder;
  box.value = question.value;
  const ended = new AbortController();
  return new Promise<Answer>((resolve) => {
    let overruled: string | undefined;
    box.onDidChangeValue((value) => {
      overruled = undefined;
      // An empty box needs no reproach before Enter.
      box.validationMessage = value === '' ? undefined : question.validate(value);
    });
    box.onDidAccept(async () => {
      const { value } = box;
      box.validationMessage = question.validate(value);
      if (box.validationMessage !== undefined || box.busy) return;
      if (question.check && overruled !== value) {
        box.busy = true;
        box.enabled = false;
        const problem = await question.check(value, ended.signal);
        if (ended.signal.aborted) return;
        box.busy = false;
        box.enabled = true;
        if (problem !== undefined) {
          overruled = value;
          box.validationMessage = {
            message: l10n.t('{0} Correct it, or press Enter to keep it all the same.', problem),
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

export interface Choice<Value> extends QuickPickItem {
  readonly value: Value;
}

export async function askChoice<Value>(
  step: Step,
  placeholder: string,
  choices: readonly Choice<Value>[],
  current?: Value,
): Promise<Answer<Value>> {
  const pick = window.createQuickPick<Choice<Value>>();
  prepare(pick, step);
  pick.placeholder = placeholder;
  pick.matchOnDescription = true;
  pick.items = choices;
  pick.activeItems = choices.filter(({ value }) => value === current);
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
