import type { JobRecord } from '../job.ts';
import type { NewOutboxMessage, Outbox, OutboxMessage } from '../outbox.ts';
import type { Clock } from '../runtime.ts';

/** An outbox, and how its job store fills it. */
export interface MemoryOutbox extends Outbox {
  add(job: JobRecord, messages: readonly NewOutboxMessage[], webhookUrl: string | null): void;
  /** When each message was added. */
  times(): readonly number[];
}

interface HeldMessage extends OutboxMessage {
  readonly availableAt: number;
}

export function createMemoryOutbox(clock: Clock): MemoryOutbox {
  /** Oldest first. */
  const messages = new Map<string, HeldMessage>();
  let lastId = 0;

  return {
    add({ id: jobId, ownerId }, added, webhookUrl) {
      const now = clock.now();
      for (const message of added) {
        lastId += 1;
        const id = String(lastId);
        const { topic, payload } = structuredClone(message);
        const about = { id, jobId, ownerId, webhookUrl, topic, payload };
        messages.set(id, { ...about, createdAt: now, attempts: 0, availableAt: now });
      }
    },

    times: () => [...messages.values()].map(({ createdAt }) => createdAt),

    // What was put in before the clock was set back is due, once, however far ahead its time is.
    async take({ limit, holdMs }) {
      const now = clock.now();
      const isDue = ({ availableAt, createdAt }: HeldMessage) => availableAt <= now || createdAt > now;
      const due = [...messages.values()].filter(isDue).slice(0, limit);
      return due.map(({ availableAt: _, ...message }) => {
        const taken = { ...message, createdAt: Math.min(message.createdAt, now), attempts: message.attempts + 1 };
        messages.set(message.id, { ...taken, availableAt: now + holdMs });
        return taken;
      });
    },

    async postpone(id, delayMs) {
      const message = messages.get(id);
      if (message !== undefined) messages.set(id, { ...message, availableAt: clock.now() + delayMs });
    },

    async remove(id) {
      messages.delete(id);
    },
  };
}
