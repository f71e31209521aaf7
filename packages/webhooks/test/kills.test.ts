import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { silentLogger } from '@platen/core';
import { createSqliteStore } from '@platen/sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { createWebhooks } from '../src/index.ts';

/** PLATEN_WEBHOOK_KILLS=200 is the long run. */
const rounds = Number(process.env.PLATEN_WEBHOOK_KILLS ?? 5);
/** The receiver is killed in one round of so many. */
const receiverEvery = 3;

test(
  `${rounds} kills while jobs end, the receiver killed at times: every event arrives`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'platen-webhooks-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const [database, receipts] = [join(folder, 'platen.db'), join(folder, 'receipts')];
    const store = createSqliteStore({ file: database, busyTimeoutMs: 30_000 });
    onTestFinished(() => store.close());
    const webhooks = createWebhooks({
      store: store.webhookStore,
      outbox: store.jobs.outbox,
      allowHttp: true,
      allowedNetworks: ['127.0.0.0/8'],
      jobUrls: true,
      logger: silentLogger,
    });
    const { receiver: first, port } = await startReceiver(0, ['whsec_AAAA', 'whsec_AAAA'], receipts);
    await kill(first);
    const url = `http://127.0.0.1:${port}`;
    const endpoint = await webhooks.createEndpoint({ ownerId: 'a', url: `${url}/endpoint` });
    const secrets = [endpoint.secrets, (await webhooks.forJobs?.secretsOf('a')) ?? []].map(
      ([one]) => one?.secret ?? '',
    );

    let { receiver } = await startReceiver(port, secrets, receipts);
    for (let round = 0; round < rounds; round += 1) {
      const sender = await startSender(database, url, round, 'end');
      // Another moment of the work each time.
      await wait(50 + ((round * 37) % 400));
      if (round % receiverEvery === 0) {
        await kill(receiver);
        await wait((round * 13) % 60);
        ({ receiver } = await startReceiver(port, secrets, receipts));
      }
      await kill(sender);
    }
    // What was begun often and never got to an end waits long for its next attempt: nobody has to.
    await webhooks.replay({ states: ['pending'] });
    const last = await startSender(database, url, rounds, 'drain');
    const ended = await endedJobs(store);
    const told = ended.flatMap((id) => [`/endpoint ${id}`, `/job ${id}`]);
    const received = async () => new Set((await readFile(receipts, 'utf8')).split('\n').filter((line) => line !== ''));
    await expect.poll(async () => (await received()).size, { timeout: 120_000, interval: 200 }).toBe(told.length);
    expect([...(await received())].toSorted()).toEqual(told.toSorted());
    expect(ended.length).toBeGreaterThanOrEqual(rounds);
    console.log(`${ended.length} jobs ended in ${rounds} rounds; each event arrived at both URLs`);
    await kill(last);
    await kill(receiver);
  },
  60_000 + rounds * 15_000,
);

async function endedJobs(store: ReturnType<typeof createSqliteStore>): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof store.jobs.list>> = await store.jobs.list(
      { states: ['cancelled'] },
      { limit: 1_000, ...(cursor === null ? {} : { cursor }) },
    );
    ids.push(...page.jobs.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return ids;
}

async function startSender(database: string, url: string, round: number, mode: 'end' | 'drain') {
  const { child } = await startProcess('ending-process.ts', [database, url, String(round), mode]);
  return child;
}

async function startReceiver(port: number, secrets: readonly string[], receipts: string) {
  const { child, greeting } = await startProcess('receiver-process.ts', [String(port), ...secrets, receipts]);
  return { receiver: child, port: (greeting as AddressInfo).port };
}

async function startProcess(script: string, args: readonly string[]) {
  const child = fork(new URL(script, import.meta.url), [...args], {
    execArgv: ['--conditions=@platen/source'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.on('error', () => {}); // Such as a message to a process that was killed.
  const [greeting] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [unknown];
  if (typeof greeting === 'number') throw new Error(`${script} ended with ${greeting}`);
  return { child, greeting };
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
