import * as vscode from 'vscode';

/** Registers an authentication provider. Its access tokens contain the requested scopes. */
export function activate(context) {
  const changes = new vscode.EventEmitter();
  const sessions = [];
  const provider = {
    onDidChangeSessions: changes.event,
    getSessions: async (scopes) =>
      sessions.filter((session) => !scopes || session.scopes.join(' ') === scopes.join(' ')),
    createSession: async (scopes) => {
      const session = {
        id: String(sessions.length),
        accessToken: `${sessions.length}-${scopes.join('-')}`,
        account: { id: 'bea', label: 'bea@testing.example' },
        scopes,
      };
      sessions.push(session);
      changes.fire({ added: [session], removed: [], changed: [] });
      return session;
    },
    removeSession: async () => undefined,
  };
  context.subscriptions.push(
    changes,
    vscode.authentication.registerAuthenticationProvider('testing', 'Testing', provider),
  );
}
