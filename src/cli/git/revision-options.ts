import type { OptionDeclarations } from '../command.ts';

/** The options of the commands that compare with a revision. */
export const revisionOptions = {
  against: { value: 'REVISION', help: 'compare with the merge base of this Git revision and HEAD' },
  exact: { help: 'compare with the revision of --against itself' },
} as const satisfies OptionDeclarations;
