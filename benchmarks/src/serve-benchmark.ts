import { createServer, type RequestListener } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface HostReport {
  readonly delayP99Ms: number;
  readonly residentBytes: number;
  /** Of the host's own process since it started. */
  readonly processorMs: number;
}

/** Serves an app of the host benchmark as its child: says where, reports on itself when asked, and stops. */
export function serveBenchmark(listener: RequestListener, key: string, stop: () => Promise<void>): void {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const server = createServer(listener).listen(0, () => {
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    process.send?.({ url: `http://127.0.0.1:${port}`, key });
  });
  process.on('disconnect', () => process.exit(0)); // The benchmark was stopped.
  process.on('message', async (question: 'reset' | 'report' | 'stop') => {
    if (question === 'stop') {
      await stop();
      process.exit(0);
    }
    if (question === 'reset') {
      delay.reset();
      delay.enable();
    }
    const { user, system } = process.cpuUsage();
    const report: HostReport = {
      delayP99Ms: delay.percentile(99) / 1e6,
      residentBytes: process.memoryUsage.rss(),
      processorMs: (user + system) / 1000,
    };
    process.send?.(report);
  });
}
