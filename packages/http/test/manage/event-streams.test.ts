import { type ConversionEngine, type EngineEvents, type EventOrigin, type JobRecord, silentLogger } from '@platen/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEventStreams } from '../../src/manage/event-streams.ts';

// The bounds of docs/management.md and docs/security.md.

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const record = {
  id: 'job',
  ownerId: 'acme',
  state: 'processing',
  inputs: [],
  outputs: [],
  createdAt: 0,
  updatedAt: 0,
  startedAt: 0,
  finishedAt: null,
  purgeAt: null,
  error: null,
  correlationId: 'c'.repeat(1_000),
} as unknown as JobRecord;

async function openStream(isAllowed = async () => true) {
  const listeners = new Map<keyof EngineEvents, (job: JobRecord, origin: EventOrigin) => void>();
  const engine = {
    on: (event: keyof EngineEvents, listener: (job: JobRecord, origin: EventOrigin) => void) => {
      listeners.set(event, listener);
      return () => listeners.delete(event);
    },
  } as unknown as ConversionEngine;
  const streams = createEventStreams({ engine, logger: silentLogger });
  const open = (ownerId: string) => streams.open({ ownerId, mayRead: () => true, jobId: null, readState, isAllowed });
  const readState = async () => ({ name: 'jobs', data: {}, jobs: [] });
  const body = await open('acme');
  const tell = () => listeners.get('job-progress')?.(record, { nodeId: 'a', isLocal: true });
  return { body, open, tell, listeners };
}

test('a comment is sent every 15 s, and the stream ends after 15 minutes', async () => {
  const { body } = await openStream();
  let text = '';
  body.on('data', (chunk) => {
    text += chunk;
  });
  const ended = new Promise<void>((resolve) => body.once('end', resolve));
  await vi.advanceTimersByTimeAsync(14_999);
  expect(text).not.toMatch(/^: /m);
  await vi.advanceTimersByTimeAsync(2);
  expect(text.match(/^: /gm)).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(14 * 60_000);
  expect(body.readableEnded).toBe(false);
  await vi.advanceTimersByTimeAsync(45_000);
  await ended;
  expect(text.match(/^: /gm)?.length).toBeGreaterThan(55);
});

test('a client that leaves more than a megabyte unread is disconnected, and nothing is listened to for it', async () => {
  const { body, tell, listeners } = await openStream();
  const closed = new Promise<void>((resolve) => body.once('close', resolve));
  for (let count = 0; count < 500; count += 1) tell();
  expect(body.destroyed).toBe(false);
  for (let count = 0; count < 1_000; count += 1) tell();
  await closed;
  expect(body.destroyed).toBe(true);
  expect(listeners.size).toBe(0);
});

test('a server has 1000 streams open and no more; one that closes makes room', async () => {
  const { body, open, listeners } = await openStream();
  const others = await Promise.all(Array.from({ length: 999 }, (_, index) => open(`owner-${index}`)));
  await expect(open('late')).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    details: { reason: 'too_many_streams', limit: 1_000 },
  });
  const closed = new Promise<void>((resolve) => body.once('close', resolve));
  body.destroy();
  await closed;
  for (const stream of [...others, await open('late')]) stream.destroy();
  await vi.waitFor(() => expect(listeners.size).toBe(0));
});

test('a stream ends with the heartbeat at which its client is no longer allowed to listen', async () => {
  let allowed = true;
  const { body, listeners } = await openStream(async () => allowed);
  body.resume();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(body.readableEnded).toBe(false);
  allowed = false;
  await vi.advanceTimersByTimeAsync(15_000);
  expect([body.readableEnded, listeners.size]).toEqual([true, 0]);
});

test('a stream goes on while nobody can say who its client is', async () => {
  const { body } = await openStream(() => Promise.reject(new Error('the store is down')));
  body.resume();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(body.readableEnded).toBe(false);
});
