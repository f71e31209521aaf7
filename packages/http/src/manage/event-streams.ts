import { PassThrough, type Readable } from 'node:stream';
import { ConversionError, type EngineEvents, isFinal, type JobRecord, summarizeJob } from '@platen/core';
import type { Surface } from '../surface-options.ts';
import { describeManagedJob, type ManagedJob } from './managed-job.ts';

/** Server-sent events about jobs, to as many listeners as the bounds allow. */
export interface EventStreams {
  /** Begins with what `readState` finds, then sends every change of the owner's jobs, or of one of them. */
  open(request: StreamRequest): Promise<Readable>;
  /** Ends all streams. */
  close(): void;
}

export interface StreamRequest {
  readonly ownerId: string;
  /** Jobs of which operations are told of. */
  readonly mayRead: (operation: string) => boolean;
  /** Only this job; its stream ends with the job. */
  readonly jobId: string | null;
  /** The whole state, as the first event: a client that reconnects has missed nothing. Read while changes are already kept. */
  readonly readState: () => Promise<OpeningEvent>;
  /** Whether the client may still listen: asked with every heartbeat. A rejection changes nothing. */
  readonly isAllowed: () => Promise<boolean>;
}

/** The first event of a stream: its name, data that is sent as JSON, and the jobs that are in it. */
export interface OpeningEvent {
  readonly name: string;
  readonly data: unknown;
  readonly jobs: readonly ManagedJob[];
}

/** What a change of a job is called in a stream; the ends have the names that webhooks give them. */
const eventNames = {
  'job-queued': 'job.queued',
  'job-started': 'job.started',
  'job-progress': 'job.progress',
  'job-completed': 'job.completed',
  'job-failed': 'job.failed',
  'job-cancelled': 'job.cancelled',
  'job-purged': 'job.deleted',
} as const satisfies Record<keyof EngineEvents, string>;
const events = Object.keys(eventNames) as readonly (keyof EngineEvents)[];

/** Shorter than the silence after which proxies close a connection: 60 s with most. */
const heartbeatMs = 15_000;
/** Then the client has to come again. */
const maxStreamMs = 15 * 60_000;
/** A client that reads so slowly that this much waits for it is sent away; it gets the state when it comes again. */
const maxWaitingBytes = 1024 * 1024;
/** Streams open at once, for one owner and for all on this node. */
const maxStreams = { perOwner: 20, total: 1_000 };

interface OpenStream extends Pick<StreamRequest, 'ownerId' | 'mayRead'> {
  readonly tell: (name: string, job: JobRecord) => void;
  readonly end: () => void;
}

/** Listens to the engine while a stream is open: fetching what happens on other nodes costs something. */
export function createEventStreams({ engine, logger }: Pick<Surface, 'engine' | 'logger'>): EventStreams {
  const streams = new Set<OpenStream>();
  let stops: readonly (() => void)[] = [];

  const listen = () => {
    if (stops.length > 0) return;
    stops = events.map((event) =>
      engine.on(event, (job) => {
        for (const { ownerId, mayRead, tell } of streams) {
          if (ownerId === job.ownerId && mayRead(job.operation)) tell(eventNames[event], job);
        }
      }),
    );
  };
  const forget = (stream: OpenStream) => {
    streams.delete(stream);
    if (streams.size > 0) return;
    for (const stop of stops) stop();
    stops = [];
  };

  return {
    async open({ ownerId, mayRead, jobId, readState, isAllowed }) {
      const ownerStreams = [...streams].filter((stream) => stream.ownerId === ownerId).length;
      if (streams.size >= maxStreams.total) throw tooManyInAll();
      if (ownerStreams >= maxStreams.perOwner) throw tooManyOfOwner();
      const body = new PassThrough();
      const writer = createWriter(body, jobId);
      const stream: OpenStream = { ownerId, mayRead, tell: writer.tell, end: () => body.end() };
      const heartbeat = setInterval(() => {
        writer.write(': still here\n\n');
        isAllowed().then(
          (allowed) => !allowed && body.end(),
          (error: unknown) => logger.debug({ err: error }, 'the key of an event stream cannot be checked now'),
        );
      }, heartbeatMs);
      const lifetime = setTimeout(() => body.end(), maxStreamMs);
      body.on('error', (error) => logger.debug({ err: error }, 'an event stream broke off'));
      body.once('close', () => {
        clearInterval(heartbeat);
        clearTimeout(lifetime);
        forget(stream);
      });
      streams.add(stream);
      listen();
      try {
        writer.begin(await readState());
        return body;
      } catch (error) {
        body.destroy();
        throw error;
      }
    },
    close() {
      for (const { end } of streams) end();
    },
  };
}

/** Writes events to one client. What happens before the state is known waits for it, and what the state holds is left out. */
function createWriter(body: PassThrough, jobId: string | null) {
  let early: (() => void)[] | null = [];
  let knownAt: ReadonlyMap<string, string> = new Map();

  const write = (text: string) => {
    if (body.writableEnded || body.destroyed) return;
    if (body.readableLength + body.writableLength > maxWaitingBytes) body.destroy();
    else body.write(text);
  };
  const tell = (name: string, record: JobRecord) => {
    if (jobId !== null && record.id !== jobId) return;
    if (early !== null) {
      early.push(() => tell(name, record));
      return;
    }
    const job = describeManagedJob(summarizeJob(record));
    if (job.updatedAt < (knownAt.get(job.jobId) ?? '')) return;
    write(serialize(name, job));
    if (jobId !== null && (isFinal(record.state) || name === eventNames['job-purged'])) body.end();
  };
  return {
    write,
    tell,
    begin({ name, data, jobs }: OpeningEvent) {
      const waiting = early ?? [];
      early = null;
      knownAt = new Map(jobs.map((job) => [job.jobId, job.updatedAt]));
      write(serialize(name, data));
      if (jobId !== null && jobs.every(({ status }) => isFinal(status))) body.end();
      else for (const tellNow of waiting) tellNow();
    },
  };
}

/** JSON has no line break of its own: an event is two lines. */
function serialize(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** The server is full, which is not the fault of this caller. */
function tooManyInAll(): ConversionError {
  const limit = maxStreams.total;
  return new ConversionError('SERVICE_UNAVAILABLE', `More than ${limit} event streams of this server at once`, {
    details: { reason: 'too_many_streams', limit },
  });
}

/** The owner has to close one, or wait until one has had its time. */
function tooManyOfOwner(): ConversionError {
  const limit = maxStreams.perOwner;
  return new ConversionError('RATE_LIMITED', `More than ${limit} event streams of one owner at once`, {
    details: { reason: 'too_many_streams', limit, windowSeconds: maxStreamMs / 1_000, retryAfterSeconds: 5 },
  });
}
