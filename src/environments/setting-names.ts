import * as l10n from '@vscode/l10n';

/** What messages call the settings that a user can correct. Each front end has its own names. */
export type SettingNames = Readonly<
  Record<
    | 'baseUrl'
    | 'reportingPath'
    | 'timeout'
    | 'username'
    | 'password'
    | 'grantType'
    | 'clientId'
    | 'clientSecret'
    | 'clientAuthentication'
    | 'issuer'
    | 'tokenEndpoint'
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
    username: l10n.t('the user name'),
    password: l10n.t('the password'),
    grantType: '"auth.grantType"',
    clientId: '"auth.clientId"',
    clientSecret: l10n.t('the client secret'),
    clientAuthentication: '"auth.clientAuthentication"',
    issuer: '"auth.issuer"',
    tokenEndpoint: '"auth.tokenEndpoint"',
    scopes: '"auth.scopes"',
    parameters: '"auth.parameters"',
  };
}
