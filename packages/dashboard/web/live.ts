import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Job, JobCounts } from './data.ts';
import { signedOut } from './session.ts';

/** What happened to jobs since the page last heard. */
export interface JobChanges {
  readonly jobs: readonly Job[];
  readonly removed: readonly string[];
  /** There was more than is listed here: look again. */
  readonly isPartial: boolean;
}

/** Jobs of all owners by state; null until something was heard. */
export const liveCounts = signal<JobCounts | null>(null);
export const isLive = signal(false);

/** Without a stream the pages look again this often. */
const pollMs = 3_000;
const retryMs = 5_000;
const lookAgain: JobChanges = { jobs: [], removed: [], isPartial: true };
const listeners = new Set<(changes: JobChanges) => void>();
let source: EventSource | null = null;
let polling: ReturnType<typeof setInterval> | null = null;

/** Keeps a stream of changes open while the page is visible. */
export function connectLive(): () => void {
  const update = () => (document.hidden ? disconnect() : connect());
  document.addEventListener('visibilitychange', update);
  update();
  return () => {
    document.removeEventListener('visibilitychange', update);
    disconnect();
  };
}

/** Calls back on each change of jobs while a part of the page is shown. */
export function useJobChanges(listener: (changes: JobChanges) => void): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    const call = (changes: JobChanges) => latest.current(changes);
    listeners.add(call);
    return () => void listeners.delete(call);
  }, []);
}

function connect(): void {
  if (source !== null) return;
  const opened = new EventSource('data/live');
  source = opened;
  opened.addEventListener('hello', () => {
    const wasAway = !isLive.value;
    isLive.value = true;
    stopPolling();
    // Events of the meantime are lost.
    if (wasAway) tell(lookAgain);
  });
  opened.addEventListener('jobs', ({ data }: MessageEvent<string>) => {
    const { counts, ...changes }: JobChanges & { counts: JobCounts } = JSON.parse(data);
    liveCounts.value = counts;
    tell(changes);
  });
  opened.addEventListener('signed-out', () => {
    disconnect();
    signedOut();
  });
  opened.addEventListener('error', () => {
    isLive.value = false;
    polling ??= setInterval(() => tell(lookAgain), pollMs);
    if (opened.readyState !== EventSource.CLOSED) return;
    // The browser has given up: a refused stream is opened again after a while.
    source = null;
    setTimeout(() => {
      if (!document.hidden && polling !== null) connect();
    }, retryMs);
  });
}

function disconnect(): void {
  source?.close();
  source = null;
  isLive.value = false;
  stopPolling();
}

function stopPolling(): void {
  if (polling !== null) clearInterval(polling);
  polling = null;
}

function tell(changes: JobChanges): void {
  for (const listener of listeners) listener(changes);
}
