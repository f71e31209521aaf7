import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { builtCli } from './built-cli.ts';

/** A `platen` command in a process of its own that goes on until it is stopped. */
export interface ServiceProcess {
  /** Where it listens; empty for a worker. */
  readonly url: string;
  readonly pid: number;
  /** Everything it has printed and logged. */
  readonly output: readonly string[];
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/** Starts `platen <command>` and waits for its first line. Rejects with what it said when it ends before. */
export async function startCommand(
  command: 'serve' | 'worker',
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [builtCli, command, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  child.on('error', (error) => console.error(error));
  const exit = once(child, 'exit');
  const output: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => output.push(line));
  const greeting = await firstLine(child, output);
  return {
    url: /http:\/\/[\w.:]+/.exec(greeting)?.[0] ?? '',
    pid: child.pid ?? 0,
    output,
    async stop(signal) {
      child.kill(signal);
      const [code] = (await exit) as [number | null];
      return code;
    },
  };
}

function firstLine(child: ChildProcess, output: string[]): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  if (child.stdout === null) throw new TypeError('the child has no output');
  createInterface({ input: child.stdout }).on('line', (line) => {
    output.push(line);
    resolve(line);
  });
  child.once('close', (code) => reject(new Error(`ended with ${code}: ${output.join('\n')}`)));
  return promise;
}
