import type { InferenceOptions } from '../../../inference/infer.ts';

/** What the user decides about reading data files. What is absent is detected. */
export type ReadingChoices = Pick<InferenceOptions, 'delimiter' | 'header' | 'nulls'>;
