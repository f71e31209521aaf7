export { type ExitCode, exitCodes } from './exit-code.ts';
export { main } from './main.ts';
export type { Terminal } from './terminal.ts';
