import { l10n } from 'vscode';
import { readProviderAddress } from '../../../environments/authorization-server.ts';
import {
  type DraftField,
  defaultOf,
  type EnvironmentDraft,
} from '../../../environments/environment-draft.ts';
import { fieldProblem } from '../../../environments/field-problem.ts';
import { isProviderGrant, type ProviderGrantType } from '../../../environments/grant-types.ts';
import { fieldWords, otherProvider } from './environment-fields.ts';
import { type Answer, askChoice, askText, type Step } from './questions.ts';

export interface FieldChecks {
  /** The names of other environments. */
  readonly taken: ReadonlySet<string>;
  /** Looks for a discovery document; returns what is wrong, undefined if nothing is. */
  readonly checkIssuer: (
    issuer: URL,
    grantType: ProviderGrantType,
    signal: AbortSignal,
  ) => Promise<string | undefined>;
}

/** Asks for one field of an environment. */
export async function askField(
  field: DraftField,
  draft: EnvironmentDraft,
  step: Step,
  { taken, checkIssuer }: FieldChecks,
): Promise<Answer> {
  const { prompt, placeholder, choices } = fieldWords[field];
  if (choices !== undefined) {
    const answer = await askChoice(step, prompt(), choices(draft), draft[field]);
    const isOther = answer.kind === 'answered' && answer.value === otherProvider;
    if (!isOther) return answer;
  }
  const check = async (text: string, signal: AbortSignal) => {
    const issuer = readProviderAddress(text, 'issuer');
    if (!issuer.ok) return issuer.failure;
    const grantType = isProviderGrant(draft.grantType) ? draft.grantType : 'authorization_code';
    return checkIssuer(issuer.value, grantType, signal);
  };
  return askText(step, {
    prompt:
      field === 'providerId'
        ? l10n.t('Enter the ID of the authentication provider, as its extension defines it.')
        : prompt(),
    placeholder,
    value: draft[field] ?? defaultOf(field, draft),
    validate: (text) =>
      field === 'name' && taken.has(text.trim())
        ? l10n.t('An environment with this name already exists.')
        : fieldProblem(field, text, draft),
    check: field === 'issuer' ? check : undefined,
  });
}
