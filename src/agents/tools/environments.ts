import { itemsWithin, jsonSize, resultLimits } from '../limits.ts';
import type { AgentPorts } from '../ports.ts';
import { type ToolResult, toolFailure, toolSuccess } from '../result.ts';

/** `dataset_environments`. */
export async function listEnvironments({
  environments,
}: Pick<AgentPorts, 'environments'>): Promise<ToolResult> {
  const listed = await environments.list();
  if (!listed.ok) return toolFailure(listed.failure);
  const all = listed.value;
  const truncated = (shown: number) =>
    `Truncated: ${shown} of ${all.length} environments are shown. Ask the user for the name of another one.`;
  const space = resultLimits.default - jsonSize({ environments: [], truncated: truncated(all.length) });
  const shown = itemsWithin(all, space);
  return toolSuccess({
    environments: shown,
    ...(shown.length < all.length && { truncated: truncated(shown.length) }),
  });
}
