import {
  Disposable,
  EventEmitter,
  l10n,
  ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  TreeItemCollapsibleState,
} from 'vscode';
import type { Environment } from '../../../environments/environment.ts';
import { grantSettings } from '../../../environments/grant-types.ts';
import type { SignInState } from '../../../identity/grants/grant-descriptor.ts';
import { grantOf } from '../../../identity/grants/grants.ts';
import { currentEnvironment } from '../../studio/current-environment.ts';
import type { Settings } from '../../studio/editor-settings.ts';
import { describeExpiryShortly, describeSignIn, type SignInStates } from '../sign-in/sign-in-states.ts';

/** A row of the view. It is the argument of commands, which read `name`. */
export interface EnvironmentRow {
  /** `problem`: an entry of the setting that can't be used. */
  readonly kind: 'environment' | 'fact' | 'problem';
  readonly name?: string;
  readonly item: TreeItem;
  readonly children?: () => Promise<EnvironmentRow[]>;
}

/** How often the remaining times are updated; milliseconds. VS Code asks for them only if the view is visible. */
const updateInterval = 30_000;

/** The Environments view: for each environment who is signed in, when the session ends, and which secrets are stored. */
export function environmentsTree(
  settings: Settings,
  states: SignInStates,
): TreeDataProvider<EnvironmentRow> & Disposable {
  const changes = new EventEmitter<undefined>();
  const refresh = () => changes.fire(undefined);
  const timer = setInterval(refresh, updateInterval);
  const listeners = Disposable.from(
    changes,
    states.onDidChange(refresh),
    new Disposable(() => clearInterval(timer)),
  );
  const rowOf = async (environment: Environment): Promise<EnvironmentRow> => {
    const { name } = environment;
    const isCurrent = currentEnvironment(settings)?.name === name;
    const item = environmentItem(environment, await states.of(environment), isCurrent);
    return { kind: 'environment', name, item, children: () => factsOf(environment, states) };
  };
  return {
    onDidChangeTreeData: changes.event,
    getChildren: async (row): Promise<EnvironmentRow[]> => {
      if (row) return row.children?.() ?? [];
      const { environments, problems } = settings.environments();
      return [...(await Promise.all(environments.map(rowOf))), ...problems.map(problemRow)];
    },
    getTreeItem: ({ item }) => item,
    dispose: () => listeners.dispose(),
  };
}

function environmentItem(
  { name, service, authentication }: Environment,
  state: SignInState | undefined,
  isCurrent: boolean,
): TreeItem {
  const { Expanded, Collapsed } = TreeItemCollapsibleState;
  const item = new TreeItem(name, isCurrent ? Expanded : Collapsed);
  item.id = name;
  item.description = describeSignIn(state);
  if (isCurrent)
    item.accessibilityInformation = { label: l10n.t('{0}, selected, {1}', name, describeSignIn(state)) };
  item.tooltip = `${name}\n${service.baseUrl.href}\n${describeSignIn(state)}`;
  item.iconPath = new ThemeIcon(
    isCurrent ? 'check' : state?.state === 'signed-in' ? 'account' : 'server-environment',
  );
  item.contextValue = [
    'environment',
    isCurrent ? 'current' : 'other',
    signInContext(state),
    grantSettings[authentication.grantType].hasUser ? 'user' : 'client',
    authentication.clientAuthentication === 'none' ? 'public' : 'confidential',
  ].join(' ');
  return item;
}

async function factsOf(environment: Environment, states: SignInStates): Promise<EnvironmentRow[]> {
  const { name, service, authentication } = environment;
  const state = await states.of(environment);
  const fact = (label: string, description: string, icon: string, contextValue: string): EnvironmentRow => {
    const item = new TreeItem(label);
    item.description = description;
    item.tooltip = `${label}: ${description}`;
    item.iconPath = new ThemeIcon(icon);
    item.contextValue = `fact ${contextValue}`;
    return { kind: 'fact', name, item };
  };
  const secretFact = async (kind: 'subscriptionKey' | 'clientSecret', label: string) => {
    const has = await states.has(kind, environment);
    const description =
      has === undefined ? l10n.t('Restricted Mode') : has ? l10n.t('stored') : l10n.t('not set');
    return fact(label, description, has === false ? 'circle-slash' : 'key', kind);
  };
  const facts = [
    fact(l10n.t('Gateway'), service.baseUrl.href, 'globe', 'gateway'),
    fact(l10n.t('Sign-in'), describeSignIn(state), 'account', `signIn ${signInContext(state)}`),
  ];
  if (state?.state === 'signed-in') {
    const label = state.renewable ? l10n.t('Session') : l10n.t('Access token');
    facts.push(fact(label, describeExpiryShortly(state), 'history', 'token'));
  }
  facts.push(await secretFact('subscriptionKey', l10n.t('Subscription key')));
  if (authentication.clientAuthentication !== 'none' && grantOf(environment).usesClientSecret)
    facts.push(await secretFact('clientSecret', l10n.t('Client secret')));
  return facts;
}

/** For the conditions of menus. */
function signInContext(state: SignInState | undefined): string {
  return state?.state === 'ready' ? 'signed-out' : (state?.state ?? 'restricted');
}

function problemRow(problem: string): EnvironmentRow {
  const item = new TreeItem(problem);
  item.tooltip = problem;
  item.iconPath = new ThemeIcon('warning');
  item.contextValue = 'problem';
  item.command = {
    command: 'dataset.editEnvironment',
    title: l10n.t('Open Settings'),
    arguments: [{ kind: 'problem' }],
  };
  return { kind: 'problem', item };
}
