import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Focuses the input of a field when it appears, and selects its text. */
export function useFieldFocus(): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, []);
  return input;
}
