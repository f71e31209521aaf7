import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FaultProxy } from './fault-proxy.ts';
import { startFaultProxy } from './fault-proxy.ts';
import type { NodeOrder, NodeReport } from './node-messages.ts';

const script = fileURLToPath(new URL('./cluster-node.ts', import.meta.url));

/** Takes jobs in, works on them, or does both. */
export type NodeRole = 'api' | 'worker' | 'all';

/** A place in the cluster, whose process may be killed and started again. */
export interface ClusterNode {
  readonly name: string;
  readonly role: NodeRole;
  /** Between it and the database, and the bucket. */
  readonly database: FaultProxy;
  readonly bucket: FaultProxy;
  nodeId(): string;
  /** Changes with each start; empty for a worker. */
  url(): string;
  order(order: NodeOrder): void;
  /** Stops the process where it is, as a virtual machine that is moved away, and lets it go on. */
  pause(): void;
  resume(): void;
  /** kill -9. */
  kill(): Promise<void>;
  start(): Promise<void>;
  end(): Promise<void>;
}

export interface NodePlace {
  readonly name: string;
  readonly role: NodeRole;
  /** Whether it sends webhooks. */
  readonly webhooks: boolean;
  readonly folder: string;
  readonly databasePort: number;
  readonly bucketPort: number;
  onReport(report: NodeReport): void;
}

const mostStarts = 5;

export async function startNode(place: NodePlace): Promise<ClusterNode> {
  const { name, role, webhooks, folder, databasePort, bucketPort, onReport } = place;
  const database = await startFaultProxy(databasePort);
  const bucket = await startFaultProxy(bucketPort);
  const own = join(folder, name);
  mkdirSync(own);
  let child: ChildProcess;
  let ready: Extract<NodeReport, { kind: 'ready' }> | null = null;

  async function startOnce(): Promise<void> {
    const args = [role, own, `${database.port}`, `${bucket.port}`, ...(webhooks ? ['webhooks'] : [])];
    child = fork(script, args, { execArgv: ['--conditions=@platen/source'] });
    child.on('error', (error) => console.error(error));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code} before it was ready`)));
    child.on('message', (report: NodeReport) => {
      if (report.kind === 'ready') {
        ready = report;
        resolve();
      } else onReport(report);
    });
    await promise;
  }

  /** A node that does not reach its stores in time ends, and is started again, as whoever supervises it would. */
  async function start(): Promise<void> {
    for (let times = 1; ; times += 1) {
      try {
        return await startOnce();
      } catch (error) {
        if (times === mostStarts) throw error;
      }
    }
  }

  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  await start();
  return {
    name,
    role,
    database,
    bucket,
    nodeId: () => ready?.nodeId ?? '',
    url: () => ready?.url ?? '',
    order: (order) => void child.send(order),
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    kill,
    start,
    async end() {
      await kill();
      database.close();
      bucket.close();
    },
  };
}
