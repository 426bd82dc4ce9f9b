import { Disposable } from 'vscode';
import type { LoadMain } from '../../editor-main.ts';
import { LazyDisposables } from '../../lazy.ts';
import type { LocalGatewayCommands } from '../../local-gateway/local-gateway-commands.ts';
import { registerCommands } from '../../register-commands.ts';
import type { Studio } from '../../studio/studio.ts';
import type { SubmissionStore } from '../../submissions/view/submission-store.ts';
import type { Sample } from '../first-steps.ts';

/** In milliseconds after activation, as the journal is opened then anyway. */
const openDelay = 1000;

/** Registers the steps of the walkthrough that need a gateway. */
export function registerGatewaySteps(
  main: LoadMain,
  studio: () => Promise<Studio>,
  submissions: () => Promise<SubmissionStore>,
  localGateway: () => Promise<LocalGatewayCommands>,
  sample: () => Promise<Sample>,
): Disposable {
  const lazy = new LazyDisposables();
  const progress = lazy.onFirstUse(async () => {
    const { followGatewaySteps } = await main();
    return followGatewaySteps((await studio()).settings, await submissions());
  });
  const idle = setTimeout(progress, openDelay);
  return Disposable.from(
    lazy,
    { dispose: () => clearTimeout(idle) },
    registerCommands(studio, {
      // Internal: the walkthrough runs it.
      '_dataset.createSample': async () =>
        (await main()).createSample(
          { ...(await studio()), submissions },
          await sample(),
          await localGateway(),
        ),
    }),
  );
}
