import { history } from '../cluster/fill-history.ts';
import { pdfOf, submit } from '../cluster/load.ts';

/** A request, again and again. */
interface Question {
  readonly what: string;
  /** What the 99th percentile must not exceed, where three times that of empty tables is not the rule. */
  readonly boundMs?: number;
  /** Before the next: what is asked at once is answered by what was just found. */
  readonly pauseMs: number;
  /** Resolves to how long the answer took. */
  ask(url: string, round: number): Promise<number>;
}

/** Submissions that were not accepted, by node: the store did not answer within 1.5 s. */
export const refusals = new Map<string, number>();

/** What clients, probes, scrapers and people ask of a node. */
export function questions(key: string): readonly Question[] {
  const submitted = new Map<string, string>();
  const headers = { 'X-API-Key': key };
  const get = (path: string) => (url: string) => timed(`${url}${path}`, headers);
  return [
    { what: '/readyz', boundMs: 100, pauseMs: 300, ask: get('/readyz') },
    { what: '/metrics', pauseMs: 0, ask: get('/metrics') },
    {
      what: 'a 202',
      pauseMs: 0,
      async ask(url) {
        const startedAt = performance.now();
        const { accepted } = await submit(url, key, pdfOf(1_000));
        if (accepted === null) refusals.set(url, (refusals.get(url) ?? 0) + 1);
        else submitted.set(url, accepted.jobId);
        return performance.now() - startedAt;
      },
    },
    {
      what: 'the status of a job',
      pauseMs: 0,
      ask: (url) => timed(`${url}/api/v1/jobs/${submitted.get(url)}`, headers),
    },
    { what: 'a page of the dashboard', pauseMs: 0, ask: get('/dashboard/data/jobs') },
    { what: 'its jobs that failed', pauseMs: 0, ask: get('/dashboard/data/jobs?state=failed') },
    { what: 'its jobs of one owner', pauseMs: 0, ask: get('/dashboard/data/jobs?owner=owner-1') },
    {
      what: 'a page of an owner over the API',
      pauseMs: 0,
      ask: get('/api/manage/jobs'),
    },
    {
      what: 'from a 202 to the open dashboard',
      pauseMs: 0,
      ask: (url) => untilShown(url, key),
    },
  ];
}

async function timed(address: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(address, { headers });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${address} was answered with ${response.status}`);
  return performance.now() - startedAt;
}

/** Streams of pages that stay open, and what they have shown so far. */
const feeds = new Map<string, { text: string }>();

async function untilShown(url: string, key: string): Promise<number> {
  const feed = feeds.get(url) ?? (await openFeed(url));
  const { accepted } = await submit(url, key, pdfOf(1_000));
  const startedAt = performance.now();
  while (!feed.text.includes(accepted?.jobId ?? '')) {
    if (performance.now() - startedAt > 30_000) throw new Error(`the feed did not tell within 30 s (${history.ended})`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  feed.text = '';
  return performance.now() - startedAt;
}

async function openFeed(url: string) {
  const feed = { text: '' };
  const { body } = await fetch(`${url}/dashboard/data/live`);
  const read = async () => {
    for await (const chunk of body ?? []) feed.text += Buffer.from(chunk).toString();
  };
  read().catch(() => {}); // The node was ended.
  feeds.set(url, feed);
  return feed;
}
