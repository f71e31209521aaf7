import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { percentile } from '@platen/cli/bench';
import type { Benchmark } from './benchmark.ts';
import { runSettings } from './run-settings.ts';
import { submitSmallFile } from './submit-small-file.ts';

const clients = 200;
const rounds = runSettings.quick ? 2 : 8;
const submissionsOfRound = 50;
const settleMs = 2_000;
const pauseMs = 20;

/** What others wait for while strangers try passwords. */
export const benchmark: Benchmark = {
  name: 'login-flood',
  description: `A 202 on a host with SQLite and a dashboard: ${rounds} times ${submissionsOfRound} submissions while ${clients} clients try passwords at once, each again a second after its answer, in turn with as many while nobody does.`,
  async run() {
    const start = (file: string, ...args: string[]) =>
      fork(fileURLToPath(new URL(`./${file}.ts`, import.meta.url)), args, { execArgv: process.execArgv });
    const host = start('login-flood-server');
    const [{ url, key }] = (await once(host, 'message')) as [{ url: string; key: string }];
    const strangers = start('login-flood-clients', `${url}/dashboard/`, String(clients));
    const [idle, flooded]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      for (const [order, times] of [
        ['rest', idle],
        ['flood', flooded],
      ] as const) {
        strangers.send(order);
        await delay(settleMs);
        for (let count = 0; count < submissionsOfRound; count += 1) {
          times.push(await submitSmallFile({ url, key }));
          await delay(pauseMs);
        }
      }
    }
    strangers.kill();
    host.send('stop');
    await once(host, 'exit');
    return (
      [
        ['median', 50],
        ['99th percentile', 99],
      ] as const
    ).map(([what, share]) => ({
      name: `202 during ${clients} attempts to sign in at once, ${what}`,
      unit: 'ms',
      ours: percentile(flooded, share),
      peer: percentile(idle, share),
      peerName: 'nobody signs in',
      target: 2,
    }));
  },
};
