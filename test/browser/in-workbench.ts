import { Session, type SessionOptions } from '../workbench/session.ts';
import { plainEditor } from '../workbench/user-settings.ts';

/** Opens one workbench for all tests of a suite. Saves a screenshot and logs for each test that fails. */
export function inWorkbench(options: () => SessionOptions | Promise<SessionOptions>): () => Session {
  let session: Session | undefined;

  before('open the workbench', async function () {
    // The first run may download VS Code and a browser.
    this.timeout('10m');
    const { settings, ...others } = await options();
    session = await Session.open({
      withoutPalette: true,
      undrawn: true,
      ...others,
      settings: { ...plainEditor, 'git.enabled': false, ...settings },
    });
    try {
      await session.show();
    } catch (error) {
      await session.saveEvidence(`${this.test?.parent?.fullTitle()} opening`);
      throw error;
    }
  });

  afterEach('save a screenshot and logs of a failure', async function () {
    if (this.currentTest?.state !== 'failed') return;
    await session?.saveEvidence(this.currentTest.fullTitle());
    await session?.workbench.recover().catch(console.error);
  });

  after('close the workbench', async () => {
    await session?.close();
  });

  return () => {
    if (!session) throw new Error('The workbench is open only while the tests run.');
    return session;
  };
}
