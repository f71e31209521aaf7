import { hostname } from 'node:os';
import type { NodeReport } from '@platen/core';
import manifest from '../package.json' with { type: 'json' };
import type { ResolvedOptions } from './engine-options.ts';

/** A node that has said nothing for so long is gone. */
export const nodeTtlMs = 30_000;

/** What this engine says about itself. */
export function describeNode(
  { nodeId, operations, concurrency }: ResolvedOptions,
  roles: Pick<NodeReport, 'works' | 'maintains'>,
  running: readonly string[],
): NodeReport {
  return {
    id: nodeId,
    version: manifest.version,
    host: hostname(),
    pid: process.pid,
    ...roles,
    operations: roles.works ? [...operations.keys()] : [],
    concurrency: roles.works ? concurrency : 0,
    running,
  };
}
