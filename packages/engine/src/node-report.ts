import { hostname } from 'node:os';
import type { NodeReport } from '@platen/core';
import manifest from '../package.json' with { type: 'json' };
import { operationsByHealth } from './available-operations.ts';
import type { ResolvedOptions } from './engine-options.ts';

/** A node that has not reported for this long is gone. */
export const nodeTtlMs = 30_000;

/** What a node reports, and where. */
export type ReportParts = Pick<ResolvedOptions, 'nodes' | 'nodeId' | 'concurrency' | 'operations' | 'executor'>;

/** Reports this node to the registry: changes at once, and a heartbeat three times within its TTL. */
export function createNodeReports(parts: ReportParts) {
  let told = '';
  let toldAt = Number.NEGATIVE_INFINITY;
  return {
    async tell(roles: Roles, running: readonly string[]): Promise<void> {
      const report = describeNode(parts, roles, running);
      const now = performance.now();
      if (JSON.stringify(report) === told && now - toldAt < nodeTtlMs / 3) return;
      await parts.nodes.report(report, nodeTtlMs);
      told = JSON.stringify(report);
      toldAt = now;
    },
  };
}

type Roles = Required<Pick<NodeReport, 'works' | 'maintains' | 'leads' | 'sweptAt'>>;

/** What this engine reports about itself. */
function describeNode(parts: ReportParts, roles: Roles, running: readonly string[]): NodeReport {
  const { nodeId, concurrency } = parts;
  return {
    id: nodeId,
    version: manifest.version,
    host: hostname(),
    pid: process.pid,
    ...roles,
    operations: roles.works ? operationsByHealth(parts).available : [],
    concurrency: roles.works ? concurrency : 0,
    running,
  };
}
