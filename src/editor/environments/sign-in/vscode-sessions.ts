import { authentication, workspace } from 'vscode';
import type { ProviderSession, SessionProvider } from '../../../identity/grants/session-consent.ts';

/** The sessions of VS Code's authentication providers. VS Code asks which of several accounts to use, and remembers that. */
export class VSCodeSessions implements SessionProvider {
  async getSession(
    providerId: string,
    scopes: readonly string[],
    { createIfNone, forceNew, switchAccount = false }: Parameters<SessionProvider['getSession']>[2],
  ): Promise<ProviderSession> {
    if (!workspace.isTrusted) return { kind: 'declined' };
    const how = switchAccount
      ? { clearSessionPreference: true, createIfNone: true }
      : forceNew
        ? { forceNewSession: true }
        : createIfNone
          ? { createIfNone }
          : { silent: true };
    try {
      const session = await authentication.getSession(providerId, scopes, how);
      if (!session) return { kind: 'none' };
      const { accessToken, account } = session;
      return { kind: 'session', accessToken, account: { id: account.id, label: account.label } };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      // VS Code's messages for a dialog that was closed.
      return /^(?:Error: )?(?:User did not consent|Cancell?ed)/i.test(message)
        ? { kind: 'declined' }
        : { kind: 'failed', message };
    }
  }
}
