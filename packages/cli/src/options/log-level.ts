import type { Logger } from '@platen/core';
import { pino } from 'pino';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

/** The logger of a service, for the value of `--log-level`. */
export function createLogger(given: string | undefined, terminal: Terminal): Logger {
  const level = given ?? (terminal.isInteractive ? 'warn' : 'info');
  if (!['debug', 'info', 'warn', 'error', 'silent'].includes(level)) {
    throw new UsageError(`--log-level is debug, info, warn or error, not "${level}"`);
  }
  return pino({ level }, pino.destination({ dest: 2, sync: true }));
}
