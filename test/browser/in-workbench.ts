import { Session, type SessionOptions } from '../workbench/session.ts';

/** Gives the tests of a suite one workbench, opened before the first; keeps the evidence of those that fail. */
export function inWorkbench(options: () => SessionOptions | Promise<SessionOptions>): () => Session {
  let session: Session | undefined;

  before('open the workbench', async function () {
    // The first use may have to fetch VS Code and a browser.
    this.timeout('10m');
    session = await Session.open(await options());
    try {
      await session.show();
    } catch (error) {
      await session.keepEvidence(`${this.test?.parent?.fullTitle()} opening`);
      throw error;
    }
  });

  afterEach('keep the evidence', async function () {
    if (this.currentTest?.state !== 'failed') return;
    await session?.keepEvidence(this.currentTest.fullTitle());
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
