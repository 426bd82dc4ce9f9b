import { commands, Disposable } from 'vscode';
import type { Sample } from '../first-steps/first-steps.ts';
import type { CommonStudio } from '../studio/common-studio.ts';
import { registerCommands } from '../studio/register-commands.ts';
import { once } from '../ui/lazy.ts';

/**
 * In milliseconds after activation. VS Code opens the walkthrough of an extension that was just installed if its `when`
 * clause is true, and decides that at most 5 s after it knows the extension.
 */
const listDelay = 10_000;

/**
 * Registers the walkthrough, in Node.js and in a browser. `load` loads the implementation; `createSample` is absent where there is
 * no gateway.
 */
export function registerFirstSteps(
  load: () => Promise<typeof import('../first-steps/first-steps.ts')>,
  studio: () => Promise<CommonStudio>,
  createSample?: (sample: Sample) => Promise<void>,
): Disposable {
  const sample = once(async () => new (await load()).Sample());
  const listing = setTimeout(
    () => void commands.executeCommand('setContext', 'dataset.firstStepsListed', true),
    listDelay,
  );
  return Disposable.from(
    { dispose: () => clearTimeout(listing) },
    registerCommands(studio, {
      'dataset.getStarted': async () =>
        commands.executeCommand(
          'workbench.action.openWalkthrough',
          'dataset-studio.dataset-studio#firstSteps',
        ),
      'dataset.openSample': async () => (await sample()).open(),
      // Internal: the walkthrough runs them.
      '_dataset.showSampleProblem': async () => (await load()).showSampleProblem(await sample()),
      ...(createSample && { '_dataset.createSample': async () => createSample(await sample()) }),
    }),
  );
}
