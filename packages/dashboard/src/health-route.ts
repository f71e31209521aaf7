import { jsonReply } from '@platen/http';
import type { Route } from './call.ts';
import type { Settings } from './dashboard-options.ts';

/** How many nodes one answer shows. */
const maxNodes = 100;

/** How the service is doing: this node, all nodes and what they run, the queue and who waits longest. */
export function healthRoute<Source>({ engine, clock }: Settings<Source>): Route {
  return {
    method: 'GET',
    path: 'data/health',
    access: 'viewer',
    async answer() {
      const [status, nodes, counts, oldest] = await Promise.all([
        engine.status(),
        engine.nodes(),
        engine.counts(),
        engine.list({ states: ['queued'], order: 'oldest' }, { limit: 1 }),
      ]);
      const [waiting] = oldest.jobs;
      return jsonReply(200, {
        now: clock.now(),
        nodeId: engine.nodeId,
        isolated: engine.isolated,
        status,
        counts,
        nodes: nodes.slice(0, maxNodes),
        nodeCount: nodes.length,
        oldestQueuedAt: waiting?.createdAt ?? null,
        process: {
          node: process.version,
          platform: `${process.platform} ${process.arch}`,
          uptimeMs: process.uptime() * 1000,
          rssBytes: process.memoryUsage.rss(),
        },
      });
    },
  };
}
