import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from '../usage-error.ts';
import { suggest } from './suggest.ts';

/** `parseArgs` of Node, strict, with its complaints as `UsageError`; an unknown option with the one that is meant. */
export function parseArguments<const Config extends ParseArgsConfig>(config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(explain(error, Object.keys(config.options ?? {})));
    throw error;
  }
}

function explain({ message }: TypeError, known: readonly string[]): string {
  const unknown = /^Unknown option '--?(?:no-)?([^']*)'/.exec(message)?.[1];
  if (unknown !== undefined) {
    const dashes = unknown.length === 1 ? '-' : '--';
    return `there is no option ${dashes}${unknown}${suggest(unknown, known, '--')}`;
  }
  return message.split('. ')[0] ?? message;
}
