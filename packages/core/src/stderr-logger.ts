import type { Logger } from './runtime.ts';

const ignore = () => {};
/** Also ends a cyclic chain of causes. */
const maxCauses = 5;

/**
 * What Platen logs to unless a host hands in a logger: a line on standard error for each warning and error, with its fields
 * as JSON; an error with the stack of its cause below. `silentLogger` says nothing at all.
 */
export const stderrLogger: Logger = {
  debug: ignore,
  info: ignore,
  warn: (fields, message) => write('warning', fields, message),
  error: (fields, message) => write('error', fields, message),
};

function write(
  level: 'warning' | 'error',
  { err, ...fields }: Readonly<Record<string, unknown>>,
  message: string,
): void {
  const data = Object.keys(fields).length === 0 ? '' : ` ${inJson(fields)}`;
  const because = err === undefined ? '' : ` (${describe(err)})`;
  const stack = level === 'error' && err instanceof Error ? stackOf(err) : '';
  // Not `process.stderr.write`: it ends the process of a host whose standard error was closed.
  console.error(`${new Date().toISOString()} platen ${level}: ${message}${data}${because}${stack}`);
}

function describe(error: unknown): string {
  const parts: string[] = [];
  for (let current = error; current !== undefined && parts.length < maxCauses; ) {
    parts.push(String(current).replaceAll('\n', ' '));
    current = current instanceof Error ? current.cause : undefined;
  }
  return parts.join('; because of ');
}

function stackOf({ stack = '' }: Error): string {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return frames.length === 0 ? '' : `\n${frames.join('\n')}`;
}

/** Never throws: that would fail the code that logs. */
function inJson(fields: Readonly<Record<string, unknown>>): string {
  try {
    return JSON.stringify(fields, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  } catch {
    return Object.keys(fields).join(', ');
  }
}
