#!/usr/bin/env node
import { type Commands, runProgram } from './run-program.ts';

/** All commands of the program. */
const commands: Commands = new Map([
  ['validate', async () => (await import('./commands/validate.ts')).validate],
  ['format', async () => (await import('./commands/format.ts')).format],
  ['create', async () => (await import('./commands/create.ts')).create],
  ['infer', async () => (await import('./commands/infer.ts')).infer],
  ['check', async () => (await import('./commands/check.ts')).check],
  ['diff', async () => (await import('./commands/diff.ts')).diff],
  ['diagram', async () => (await import('./commands/diagram.ts')).diagram],
  ['status', async () => (await import('./commands/status.ts')).status],
  ['submissions', async () => (await import('./commands/submissions.ts')).submissions],
  ['settle', async () => (await import('./commands/settle.ts')).settle],
  ['mcp', async () => (await import('./commands/mcp.ts')).mcp],
  ['gateway', async () => (await import('./commands/gateway.ts')).gateway],
  ['completion', async () => (await import('./commands/completion.ts')).completion],
]);

await runProgram(commands);
