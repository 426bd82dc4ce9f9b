import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { FieldEdit } from '../state/view-state.ts';

/** Focuses the input of a field when it appears. Selects its text, or continues after what the user has already typed. */
export function useFieldFocus({ typed }: FieldEdit): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const field = input.current;
    if (field === null) return;
    field.focus({ preventScroll: true });
    // In a new input, the cursor is at the start.
    if (typed === undefined) field.select();
    else field.setSelectionRange(field.value.length, field.value.length);
  }, []);
  return input;
}
