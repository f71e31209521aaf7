import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from '../usage-error.ts';

/** `parseArgs` of Node, strict, with its complaints as `UsageError`. */
export function parseArguments<const Config extends ParseArgsConfig>(config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message.split('. ')[0] ?? error.message);
    throw error;
  }
}
