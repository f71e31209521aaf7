import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { AttackTarget } from './attack-target.ts';
import { fuzzRequest } from './http-fuzz-request.ts';
import { type FuzzAnswer, sendFuzzed } from './http-fuzz-send.ts';

/** PLATEN_FUZZ_REQUESTS=100000 is the long run, PLATEN_FUZZ_SEED another one: each request has the seed after the last. */
const requests = Number(process.env.PLATEN_FUZZ_REQUESTS ?? 250);
const firstSeed = Number(process.env.PLATEN_FUZZ_SEED ?? 1);
const connections = 24;
/** Enough to see what is wrong: what follows is mostly the same. */
const maxFaults = 10;

/** Thousands of damaged requests at once: each is answered as the interface says or cut off, and nothing is left over. */
export function fuzzRules(target: () => AttackTarget, expectIdle: () => Promise<void>): void {
  test(
    `${requests} fuzzed requests from seed ${firstSeed} on`,
    async () => {
      const { baseUrl, operation, key } = target();
      const { host, origin, pathname } = new URL(baseUrl);
      const address = { host, prefix: pathname.replace(/\/$/, ''), operation, key };
      const statuses = new Map<number | 'none', number>();
      const faults: string[] = [];
      let next = firstSeed;
      const work = async () => {
        while (next < firstSeed + requests && faults.length < maxFaults && target().isAlive()) {
          const seed = next++;
          const request = fuzzRequest(seed, address);
          const answer = await sendFuzzed(origin, request);
          const status = answer?.status ?? 'none';
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          const fault = faultOf(answer, request.isWhole, target());
          if (fault !== null) faults.push(`seed ${seed}: ${fault}`);
        }
      };
      await Promise.all(Array.from({ length: connections }, work));
      console.log(`fuzzed ${operation}: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}`);
      expect(faults).toEqual([]);
      await untilDrained(target());
      await expectIdle();
    },
    60_000 + requests * 100,
  );
}

/** What is wrong with an answer; null when it is one that the interface allows. */
function faultOf(answer: FuzzAnswer | null, isWhole: boolean, { ownsServer }: AttackTarget): string | null {
  if (answer === null) return isWhole ? 'a whole request got no answer' : null;
  const { status, headers, body } = answer;
  const shown = `${status} ${body.slice(0, 300)}`;
  const isOurs = ownsServer || headers['x-correlation-id'] !== undefined;
  if (status >= 400 && isOurs && body !== '' && !hasErrorBody(body)) return `not the error body: ${shown}`;
  if (status >= 400 && isOurs && body === '' && headers['content-length'] === '0') return `no error body: ${shown}`;
  // An engine that is full says so.
  const isExplained = status === 503 && body.includes('"reason":"queue_full"');
  return status >= 500 && !isExplained ? `unexplained: ${shown}` : null;
}

function hasErrorBody(body: string): boolean {
  try {
    return Object.keys(JSON.parse(body)).join() === 'code,message,correlationId,details';
  } catch {
    return false;
  }
}

/** Until the jobs of those uploads that were right have run. */
async function untilDrained({ baseUrl }: AttackTarget): Promise<void> {
  const running = async () =>
    ((await (await fetch(`${baseUrl}/readyz`)).json()) as { readonly running: number }).running;
  // Twice: between two jobs of a queue there may be a moment without any.
  const atWork = async () => Math.max(await running(), await delay(200, null).then(running));
  await expect.poll(atWork, { timeout: 300_000, interval: 200 }).toBe(0);
}
