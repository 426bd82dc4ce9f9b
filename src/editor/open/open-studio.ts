import type { ExtensionContext } from 'vscode';
import { UriMailbox } from '../../identity/redirects/redirect.ts';
import { openCommonStudio } from '../studio/common-studio.ts';
import { CredentialQuestions, secretStorageVault } from '../studio/identity-services.ts';
import type { ReadOnlyDocuments } from '../studio/read-only-documents.ts';
import type { Connection, Studio } from '../studio/studio.ts';
import { environmentApprovals } from '../studio/workspace-settings.ts';
import { openSubmissions } from '../submissions/view/submissions-view.ts';
import { once, onFirstUse } from '../ui/lazy.ts';
import { nodeHost } from './node-host.ts';

/** Creates the shared services of a window. */
export function openStudio(context: ExtensionContext, documents: ReadOnlyDocuments): Studio {
  const common = openCommonStudio(context, documents, nodeHost());
  const { globalStorageUri: globalStorage } = context;
  const vault = secretStorageVault(context.secrets);
  const prompt = new CredentialQuestions();
  const mailbox = new UriMailbox();
  const connection = once(async (): Promise<Connection> => {
    const { connect } = await import('./connect.ts');
    return connect(vault, globalStorage, mailbox, common.log, prompt);
  });
  const submissions = onFirstUse(context, () => openSubmissions(globalStorage, common.log));
  const approvals = environmentApprovals(common.settings, context.workspaceState);
  return { ...common, approvals, vault, prompt, mailbox, connection, submissions };
}
