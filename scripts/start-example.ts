import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** An example that serves, and a key to it; empty for one without keys. */
export interface ServedExample {
  readonly url: string;
  readonly key: string;
  /** Asks it to end, and resolves to its exit code; null when a signal ended it. */
  stop(): Promise<number | null>;
}

/** Starts an example with Node in its folder, on a free port unless `env` names one. Rejects when it ends before it serves. */
export async function startExample(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ServedExample> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const stop = async () => {
    child.kill('SIGTERM');
    return (await ended)[0];
  };
  try {
    return { ...(await readGreeting(child)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function readGreeting(child: ChildProcess): Promise<{ readonly url: string; readonly key: string }> {
  if (child.stdout === null) throw new TypeError('the child has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url, key = ''] = /(http:\/\/\S+) takes (?:the key (platen_\w+)|files)/.exec(line) ?? [];
    if (url !== undefined) return { url, key };
  }
  throw new Error('the server ended before it said where it is');
}
