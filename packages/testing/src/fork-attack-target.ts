import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import type { AttackTarget } from './attack-target.ts';
import type { TargetGreeting } from './serve-attack-target.ts';

/** Starts a module that calls `serveAttackTarget` in a separate process. */
export async function forkAttackTarget(script: URL): Promise<AttackTarget> {
  const child = fork(script, {
    execArgv: ['--conditions=@platen/source'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.on('error', () => {}); // Such as a message to a process that has ended: `isAlive` says so.
  const ended = once(child, 'exit');
  const [greeting] = (await Promise.race([once(child, 'message'), ended])) as [TargetGreeting | number];
  if (typeof greeting === 'number') throw new Error(`the target ended with ${greeting} before it served`);
  const { stagingFolder, ...address } = greeting;
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  return {
    ...address,
    pid: child.pid ?? 0,
    isAlive,
    ownsServer: false,
    async stagedFiles() {
      const entries = await readdir(stagingFolder, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    },
    async faults() {
      if (!isAlive()) return ['the process has ended'];
      child.send('faults');
      const [logged] = (await once(child, 'message')) as [readonly string[]];
      return logged;
    },
    async stop() {
      if (isAlive()) child.disconnect();
      await ended;
      await rm(stagingFolder, { recursive: true, force: true });
    },
  };
}
