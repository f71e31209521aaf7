import type { QueueItem } from '../job-queue.ts';

/**
 * Items that wait, in the order in which owners take turns: whoever has one handed out goes to the end, so a thousand
 * jobs of one owner hold up the first of another by one job only. Within an owner, and no earlier than its delay, the
 * first in is the first out.
 */
export class WaitingLine {
  readonly #now: () => number;
  /** Items of each owner; the order of the map is the order of turns. */
  readonly #owners = new Map<string | null, Map<string, WaitingItem>>();
  #size = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  get size(): number {
    return this.#size;
  }

  /** Adds an item that is not there yet; one that is may only become due earlier. */
  add(item: QueueItem): void {
    const dueAt = this.#now() + item.delayMs;
    const items = this.#owners.get(item.ownerId) ?? new Map<string, WaitingItem>();
    this.#owners.set(item.ownerId, items);
    const known = items.get(item.jobId);
    if (known === undefined) {
      items.set(item.jobId, { item, dueAt });
      this.#size += 1;
    } else if (dueAt < known.dueAt) {
      items.set(item.jobId, { item, dueAt });
    }
  }

  /** Takes the item whose turn it is, if one of these operations is due. */
  take(operations: ReadonlySet<string>): QueueItem | null {
    const now = this.#now();
    for (const [ownerId, items] of this.#owners) {
      for (const { item, dueAt } of items.values()) {
        if (dueAt > now || !operations.has(item.operation)) continue;
        items.delete(item.jobId);
        this.#size -= 1;
        // To the end of the line, if anything of its owner is left.
        if (this.#owners.delete(ownerId) && items.size > 0) this.#owners.set(ownerId, items);
        return item;
      }
    }
    return null;
  }

  remove(jobId: string): void {
    for (const [ownerId, items] of this.#owners) {
      if (!items.delete(jobId)) continue;
      this.#size -= 1;
      if (items.size === 0) this.#owners.delete(ownerId);
      return;
    }
  }

  /** How long until the next delayed item is due; null when none is delayed. */
  nextDueMs(): number | null {
    const now = this.#now();
    let next: number | null = null;
    for (const items of this.#owners.values()) {
      for (const { dueAt } of items.values()) {
        if (dueAt > now && (next === null || dueAt < next)) next = dueAt;
      }
    }
    return next === null ? null : next - now;
  }

  clear(): void {
    this.#owners.clear();
    this.#size = 0;
  }
}

interface WaitingItem {
  readonly item: QueueItem;
  readonly dueAt: number;
}
