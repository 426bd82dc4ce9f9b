import type { AgentFailure } from './failure.ts';
import { describeFailure } from './failure.ts';

/** What a tool returns: an object for `structuredContent`, and the same as JSON text. */
export interface ToolResult {
  readonly isError: boolean;
  readonly content: Readonly<Record<string, unknown>>;
}

export function toolSuccess(content: Readonly<Record<string, unknown>>): ToolResult {
  return { isError: false, content };
}

/** `isError` is repeated in the content for hosts, such as VS Code, whose results have no field for it. */
export function toolFailure(reason: AgentFailure): ToolResult {
  const { kind, ...data } = reason;
  return { isError: true, content: { isError: true, error: kind, ...describeFailure(reason), ...data } };
}

/** The text of a result. One line of JSON: text of documents and gateways is only within its strings. */
export function resultText({ content }: ToolResult): string {
  return JSON.stringify(content);
}
