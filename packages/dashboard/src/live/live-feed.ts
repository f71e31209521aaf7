import { PassThrough } from 'node:stream';
import { ConversionError } from '@platen/core';
import type { HttpReply } from '@platen/http';
import type { Call } from '../call.ts';
import type { Settings } from '../dashboard-options.ts';
import { viewSummary } from '../jobs/job-view.ts';
import { type ChangedJobs, createChangedJobs } from './changed-jobs.ts';
import { repeat } from './repeat.ts';

/** Sends what happens to open pages, as server-sent events. */
export interface LiveFeed {
  /** Opens a stream. Rejects with `SERVICE_UNAVAILABLE` when there are too many: the page polls instead. */
  open(call: Call): Promise<HttpReply>;
  close(): void;
}

/** How often the open pages hear of changes: far below the second that people notice, and one message for many changes. */
const tickMs = 250;
/** How often other nodes are looked at. */
const lookMs = 750;
/** Keeps proxies from closing a quiet stream, and checks again who the visitor is. */
const beatMs = 20_000;
const maxPages = 500;
/** A page that does not read loses its stream, and opens another when it does. */
const maxUnreadBytes = 512 * 1024;
const eventStream = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // `no-transform` keeps middleware that compresses from keeping events back; the other header is for nginx.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

interface Page {
  readonly stream: PassThrough;
  readonly recheck: Call['recheck'];
}

/** Works only while a page is open: each change is turned into text once, however many pages are open. */
export function createLiveFeed<Source>({ engine, logger }: Settings<Source>): LiveFeed {
  const pages = new Set<Page>();
  let stopWatching: (() => void) | null = null;

  function send(text: string): void {
    const bytes = Buffer.from(text);
    for (const { stream } of pages) {
      if (stream.readableLength + stream.writableLength > maxUnreadBytes) stream.destroy();
      else stream.write(bytes);
    }
  }

  async function tell(changes: ChangedJobs): Promise<void> {
    const { jobs, removed, isPartial } = changes.take();
    if (jobs.length === 0 && removed.length === 0 && !isPartial) return;
    const counts = await engine.counts();
    send(message('jobs', { jobs: jobs.map(viewSummary), removed, isPartial, counts }));
  }

  function watch(): () => void {
    const changes = createChangedJobs(engine, logger);
    const onError = (error: unknown) => logger.debug({ err: error }, 'the dashboard cannot read the jobs now');
    const timers = [
      repeat(tickMs, () => tell(changes), onError),
      repeat(
        lookMs,
        async () => {
          if ((await engine.nodes()).length > 1) await changes.look();
        },
        onError,
      ),
      repeat(beatMs, beat, onError),
    ];
    return () => {
      changes.stop();
      for (const stop of timers) stop();
    };
  }

  async function beat(): Promise<void> {
    send(': still here\n\n');
    for (const page of pages) {
      const visitor = await page.recheck().catch(() => null);
      if (visitor === null) page.stream.end(message('signed-out', {}));
    }
  }

  function leave(page: Page): void {
    pages.delete(page);
    if (pages.size > 0) return;
    stopWatching?.();
    stopWatching = null;
  }

  return {
    async open({ request, recheck }) {
      if (pages.size >= maxPages) {
        throw new ConversionError('SERVICE_UNAVAILABLE', 'Too many pages are open', { details: { reason: 'busy' } });
      }
      if (request.method === 'HEAD') return { status: 200, headers: eventStream, body: null };
      const stream = new PassThrough();
      const page: Page = { stream, recheck };
      stream.on('error', () => {}); // It is destroyed when its page goes away.
      stream.on('close', () => leave(page));
      request.response.on('close', () => stream.destroy());
      pages.add(page);
      stopWatching ??= watch();
      stream.write(`retry: 2000\n${message('hello', {})}`);
      return { status: 200, headers: eventStream, body: stream };
    },
    close() {
      for (const { stream } of pages) stream.end();
    },
  };
}

function message(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
