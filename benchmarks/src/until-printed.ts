import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';

/** Resolves to what a process had printed once a pattern is found in it. Rejects when it ends before. */
export async function untilPrinted(child: ChildProcessWithoutNullStreams, pattern: RegExp): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let output = '';
  const read = (chunk: string) => {
    output += chunk;
    if (pattern.test(output)) resolve(output);
  };
  child.stdout.setEncoding('utf8').on('data', read);
  child.stderr.setEncoding('utf8').on('data', read);
  child.on('error', reject);
  child.on('close', () => reject(new Error(`it ended before it printed ${pattern}: ${output}`)));
  return promise;
}

/** Ends a process as a user would, and waits for it. */
export async function stopProcess(child: ChildProcessWithoutNullStreams): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
}
