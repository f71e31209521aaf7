import { test } from 'vitest';

/** A fresh thing to test, empty, and how to clear it away. */
export interface Subject<Type> {
  readonly subject: Type;
  dispose?(): Promise<void>;
}

/** A subject that depends on time: `advance` lets that much pass, by a fake clock or by waiting. */
export interface TimedSubject<Type> extends Subject<Type> {
  advance(ms: number): Promise<void>;
}

/** Makes a fresh subject. Each rule gets its own. */
export type Make<Fresh> = () => Fresh | Promise<Fresh>;

/** Returns a `test` whose function gets a fresh subject, disposed afterwards whatever happens. */
export function createRule<Type, Fresh extends Subject<Type>>(make: Make<Fresh & Subject<Type>>) {
  return (name: string, check: (subject: Type, fresh: Fresh) => Promise<void>) => {
    test(name, async () => {
      const fresh = await make();
      try {
        await check(fresh.subject, fresh);
      } finally {
        await fresh.dispose?.();
      }
    });
  };
}
