import { mkdir, writeFile } from 'node:fs/promises';
import { type InspectorNotification, Session } from 'node:inspector';
import { join } from 'node:path';

/** A function and the share of the sampled time that was spent in it, not in those it calls. */
export interface ProfiledFunction {
  /** Its name, and the end of its file's path with the line. */
  readonly name: string;
  /** 0 to 1. */
  readonly share: number;
}

/** The profile of one thread. */
export interface ThreadProfile {
  /** `host`, or `worker` and a number. */
  readonly thread: string;
  /** A `.cpuprofile` and a `.heapprofile`: the DevTools of Chrome and speedscope open both. */
  readonly files: readonly string[];
  /** The ten functions that took most processor time. */
  readonly dearest: readonly ProfiledFunction[];
}

/** A profiler that runs. */
export interface Profiler {
  /** Ends it, and writes the profiles of the host and of each worker thread into the folder. */
  stop(folder: string): Promise<readonly ThreadProfile[]>;
}

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface WorkerAnswer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: object;
}

type Post = (method: string, params?: object) => Promise<unknown>;

const intervalUs = 500;
const sampledBytes = 32_768;
const dearestCount = 10;
/** Time in which there was nothing to do, as V8 and the thread pool call it, and that of the profiler itself. */
const waiting = /^\((?:idle|program|root)\)$|^atomicsWaitLoop .*piscina|^post node:inspector/;

/**
 * Samples processor time and allocations of this thread and of all worker threads, those that start later as well. Worker
 * processes cannot be seen from here: use a thread executor.
 */
export async function startProfiles(): Promise<Profiler> {
  const session = new Session();
  session.connect();
  // Messages of the inspector do not keep a process that waits for them alone.
  const alive = setInterval(() => {}, 1_000);
  const host: Post = (method, params = {}) =>
    new Promise((resolve, reject) => {
      session.post(method, params, (error, result) => (error === null ? resolve(result) : reject(error)));
    });
  const threads = new Map<string, Post>([['host', host]]);
  const workers = watchWorkers(session, host, async (name, post) => {
    threads.set(name, post);
    await startThread(post);
  });
  await startThread(host);
  await host('NodeWorker.enable', { waitForDebuggerOnStart: false });
  await workers.attached();
  return {
    async stop(folder) {
      await mkdir(folder, { recursive: true });
      const profiles: ThreadProfile[] = [];
      for (const [thread, post] of threads) {
        const profile = await stopThread(thread, post, folder).catch(() => null); // A worker may have ended.
        if (profile !== null) profiles.push(profile);
      }
      await host('NodeWorker.disable');
      session.disconnect();
      clearInterval(alive);
      return profiles;
    },
  };
}

async function startThread(post: Post): Promise<void> {
  await post('Profiler.enable');
  await post('Profiler.setSamplingInterval', { interval: intervalUs });
  await post('Profiler.start');
  await post('HeapProfiler.startSampling', { samplingInterval: sampledBytes });
}

async function stopThread(thread: string, post: Post, folder: string): Promise<ThreadProfile> {
  const { profile } = (await post('Profiler.stop')) as { readonly profile: CpuProfile };
  const heap = (await post('HeapProfiler.stopSampling')) as { readonly profile: unknown };
  const stem = join(folder, thread.replaceAll(' ', '-'));
  const files = [`${stem}.cpuprofile`, `${stem}.heapprofile`];
  await writeFile(`${stem}.cpuprofile`, JSON.stringify(profile));
  await writeFile(`${stem}.heapprofile`, JSON.stringify(heap.profile));
  return { thread, files, dearest: dearestFunctions(profile) };
}

/** The functions of a CPU profile that took most time themselves, in descending order. */
export function dearestFunctions({ nodes, samples, timeDeltas }: CpuProfile): readonly ProfiledFunction[] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const times = new Map<string, number>();
  let total = 0;
  for (const [index, sample] of samples.entries()) {
    const name = names.get(sample) ?? '';
    if (waiting.test(name)) continue;
    const time = timeDeltas[index] ?? 0;
    total += time;
    times.set(name, (times.get(name) ?? 0) + time);
  }
  return [...times]
    .sort(([, one], [, other]) => other - one)
    .slice(0, dearestCount)
    .map(([name, time]) => ({ name, share: time / total }));
}

function nameOf({ functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame']): string {
  const name = functionName === '' ? '(anonymous)' : functionName;
  return url === '' ? name : `${name} ${url.split('/').slice(-3).join('/')}:${lineNumber + 1}`;
}

/** Speaks with the worker threads through the session of the host. `onWorker` is given each, by a name and its number. */
function watchWorkers(session: Session, host: Post, onWorker: (name: string, post: Post) => Promise<void>) {
  const waitingFor = new Map<string, (message: WorkerAnswer) => void>();
  const starts: Promise<void>[] = [];
  let calls = 0;
  session.on(
    'NodeWorker.receivedMessageFromWorker',
    ({ params }: InspectorNotification<{ sessionId: string; message: string }>) => {
      const message = JSON.parse(params.message) as WorkerAnswer;
      const key = `${params.sessionId} ${message.id}`;
      waitingFor.get(key)?.(message);
      waitingFor.delete(key);
    },
  );
  session.on('NodeWorker.detachedFromWorker', ({ params }: InspectorNotification<{ sessionId: string }>) => {
    for (const [key, settle] of waitingFor) if (key.startsWith(`${params.sessionId} `)) settle({ error: {} });
  });
  session.on('NodeWorker.attachedToWorker', ({ params }: InspectorNotification<{ sessionId: string }>) => {
    const { sessionId } = params;
    const post: Post = (method, given = {}) => {
      const id = ++calls;
      return new Promise((resolve, reject) => {
        waitingFor.set(`${sessionId} ${id}`, ({ result, error }) =>
          error === undefined ? resolve(result) : reject(error),
        );
        const message = JSON.stringify({ id, method, params: given });
        host('NodeWorker.sendMessageToWorker', { sessionId, message }).catch(reject);
      });
    };
    // One that ends meanwhile has no profile.
    starts.push(onWorker(`worker ${starts.length + 1}`, post).catch(() => {}));
  });
  return { attached: async () => void (await Promise.all(starts)) };
}
