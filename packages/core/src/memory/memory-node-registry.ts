import type { NodeRecord, NodeRegistry } from '../node-registry.ts';
import { type Clock, systemClock } from '../runtime.ts';

/** The options of a node registry in memory. */
export interface MemoryNodeRegistryOptions {
  /** The clock of the registry. Default: the clock of the system. */
  readonly clock?: Clock;
}

/** A `NodeRegistry` for the engines of one process. */
export function createMemoryNodeRegistry({ clock = systemClock }: MemoryNodeRegistryOptions = {}): NodeRegistry {
  const nodes = new Map<string, NodeRecord & { readonly until: number }>();

  return {
    async report(node, ttlMs) {
      const now = clock.now();
      const startedAt = nodes.get(node.id)?.startedAt ?? now;
      nodes.set(node.id, { ...structuredClone(node), startedAt, lastSeenAt: now, until: now + ttlMs });
    },

    async list() {
      const now = clock.now();
      for (const { id, until } of [...nodes.values()]) if (until <= now) nodes.delete(id);
      const there = [...nodes.values()].sort((a, b) => a.startedAt - b.startedAt);
      return there.map(({ until: _, ...node }) => node);
    },

    async remove(id) {
      nodes.delete(id);
    },
  };
}
