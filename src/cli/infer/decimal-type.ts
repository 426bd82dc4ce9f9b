import { resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { defaultDecimalType, findDecimalType } from '../../inference/tables/to-dataset.ts';
import { WorkspaceRuleSettings } from '../input/rule-settings.ts';
import type { InferOptions } from './options.ts';

export interface DecimalType {
  readonly name: string;
  /** Whether nobody chose it. */
  readonly isAssumed: boolean;
}

/**
 * The data type of fractions: the one of `--decimal-type`, or the first in `dataset.dataTypes` that is one, of the nearest
 * `.vscode/settings.json` above the output, the data or the current folder.
 */
export async function chooseDecimalType(
  { decimalType, output }: InferOptions,
  paths: readonly string[],
): Promise<DecimalType> {
  if (decimalType !== undefined) return { name: decimalType, isAssumed: false };
  const settings = new WorkspaceRuleSettings();
  const file = paths.find((path) => path !== '-');
  for (const place of [output, file, resolve('dataset.json')]) {
    if (place === undefined) continue;
    const found = findDecimalType((await settings.for(place)).dataTypes);
    if (found !== undefined) return { name: found, isAssumed: false };
  }
  return { name: defaultDecimalType, isAssumed: true };
}

/** How to declare the data type that was assumed. */
export function declareDecimalType(name: string): string {
  return `${l10n.t(
    'Fractions have the data type {0}, which is not declared yet. Add it to "dataset.dataTypes" in .vscode/settings.json, or choose another one with --decimal-type.',
    name,
  )}\n`;
}
