import type { Problem, RuleCode } from '../problem.ts';

type Problems = readonly Problem[];

/** What a clumsy change brings about. */
const sideEffects: readonly RuleCode[] = ['duplicate-key', 'duplicate-table', 'duplicate-column'];

/** Whether a problem is gone after a change made for it, and the change has brought about none of its own. */
export function isFixed({ code, message }: Problem, before: Problems, after: Problems): boolean {
  if (code === 'syntax') {
    const others = syntaxMessages(before);
    others.splice(others.indexOf(message), 1);
    return isWithin(syntaxMessages(after), others);
  }
  const change = (of: RuleCode) => count(after, of) - count(before, of);
  if (!isWithin(syntaxMessages(after), syntaxMessages(before))) return false;
  // Once a property has its right name, or a value its right type, more can be told about what is in it.
  if (code === 'unknown-property') return change('duplicate-key') <= 0;
  return (
    sideEffects.every((each) => change(each) <= 0) &&
    (change(code) < 0 ||
      (code === 'wrong-type' && countMessage(after, message) < countMessage(before, message)))
  );
}

/**
 * Whether changes have left less to do: fewer faults of the grammar, or fewer problems and no new duplicate; and not
 * more errors.
 */
export function isBetter(before: Problems, after: Problems): boolean {
  const faults = syntaxMessages(before);
  const faultsLeft = syntaxMessages(after);
  return (
    isWithin(faultsLeft, faults) &&
    errors(after) <= errors(before) &&
    (faultsLeft.length < faults.length ||
      (after.length < before.length &&
        sideEffects.every((code) => count(after, code) <= count(before, code))))
  );
}

/** The faults of the grammar. Where one is misunderstood, others come up. */
function syntaxMessages(problems: Problems): string[] {
  return problems.filter(({ code }) => code === 'syntax').map(({ message }) => message);
}

function isWithin(some: readonly string[], all: readonly string[]): boolean {
  const left = [...all];
  return some.every((each) => {
    const index = left.indexOf(each);
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
}

function count(problems: Problems, code: RuleCode): number {
  return problems.filter((problem) => problem.code === code).length;
}

function countMessage(problems: Problems, message: string): number {
  return problems.filter((problem) => problem.message === message).length;
}

function errors(problems: Problems): number {
  return problems.filter(({ severity }) => severity === 'error').length;
}
