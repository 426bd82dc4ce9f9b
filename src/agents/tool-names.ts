/** The tools, in the order in which an agent needs them. Their names are public, in VS Code and over MCP. */
export const toolNames = [
  'dataset_describe',
  'dataset_infer',
  'dataset_check',
  'dataset_validate',
  'dataset_fix',
  'dataset_environments',
  'dataset_create',
] as const;

export type ToolName = (typeof toolNames)[number];
