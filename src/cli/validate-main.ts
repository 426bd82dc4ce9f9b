import { validate } from './commands/validate.ts';
import { runProgram } from './run-program.ts';

// Pipelines and hooks run it for single files. Loading one file takes a fraction of the time of many that commands share.
await runProgram(new Map([['validate', async () => validate]]));
