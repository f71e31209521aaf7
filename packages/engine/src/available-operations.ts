import { ConversionError } from '@platen/core';
import type { ResolvedOptions } from './engine-options.ts';

/** The operations, divided by whether their workers can be started here, as far as is known. */
export function operationsByHealth({ operations, executor }: Pick<ResolvedOptions, 'operations' | 'executor'>): {
  readonly available: readonly string[];
  readonly unavailable: readonly string[];
} {
  const names = { available: [] as string[], unavailable: [] as string[] };
  for (const { name, worker } of operations.values()) {
    names[executor.problemOf(worker) === null ? 'available' : 'unavailable'].push(name);
  }
  return names;
}

/**
 * Rejects while this node cannot start the workers of an operation and no other node runs it: nobody would work off a job
 * that was accepted now.
 */
export async function checkAvailable(
  { operations, executor, nodes, nodeId }: Pick<ResolvedOptions, 'operations' | 'executor' | 'nodes' | 'nodeId'>,
  name: string,
): Promise<void> {
  const operation = operations.get(name);
  const problem = operation === undefined ? null : executor.problemOf(operation.worker);
  if (problem === null) return;
  const isRunElsewhere = (await nodes.list()).some(
    ({ id, works, operations: theirs }) => id !== nodeId && works && theirs.includes(name),
  );
  // Without its cause, which the executor has logged.
  if (!isRunElsewhere) throw ConversionError.fromData(problem.toData());
}
