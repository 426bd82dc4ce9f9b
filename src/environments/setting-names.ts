import * as l10n from '@vscode/l10n';

/** What messages call the settings that a user can correct. Each front end has its own names. */
export type SettingNames = Readonly<
  Record<
    | 'baseUrl'
    | 'reportingPath'
    | 'timeout'
    | 'grantType'
    | 'clientId'
    | 'clientSecret'
    | 'clientAuthentication'
    | 'issuer'
    | 'scopes'
    | 'parameters',
    string
  >
>;

/** In VS Code. */
export function editorSettingNames(): SettingNames {
  return {
    baseUrl: 'baseUrl',
    reportingPath: 'reportingPath',
    timeout: 'dataset.timeout',
    grantType: '"auth.grantType"',
    clientId: '"auth.clientId"',
    clientSecret: l10n.t('the client secret'),
    clientAuthentication: '"auth.clientAuthentication"',
    issuer: '"auth.issuer"',
    scopes: '"auth.scopes"',
    parameters: '"auth.parameters"',
  };
}
