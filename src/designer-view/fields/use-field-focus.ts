import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { FieldEdit } from '../state/view-state.ts';

/** Focuses the input of a field when it appears, and selects its text, unless the user has already typed. */
export function useFieldFocus({ typed }: FieldEdit): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true });
    if (typed === undefined) input.current?.select();
  }, []);
  return input;
}
