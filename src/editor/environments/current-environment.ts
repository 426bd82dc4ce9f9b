import type { Environment } from '../../environments/environment.ts';
import type { Settings } from '../studio/settings.ts';

/** The environment that commands use without asking: the selected one, or the only one if none is selected. */
export function currentEnvironment(settings: Settings): Environment | undefined {
  const { environments } = settings.environments();
  const selected = settings.selectedEnvironment();
  if (selected !== undefined) return environments.find(({ name }) => name === selected);
  const [only, another] = environments;
  return another ? undefined : only;
}
