import { describe, test } from 'vitest';

/** A fresh thing to test, empty, and how to clear it away. */
export interface Subject<Type> {
  readonly subject: Type;
  dispose?(): Promise<void>;
}

/**
 * A subject that depends on time: `advance` lets that much pass, by a fake clock or by waiting. A negative time sets its clock
 * back, or does nothing where the clock is not the test's to set.
 */
export interface TimedSubject<Type> extends Subject<Type> {
  advance(ms: number): Promise<void>;
}

/** A subject that several nodes share. */
export interface SharedSubject<Type> extends TimedSubject<Type> {
  /** Returns the subject as another process sees it, over a separate connection. By default the subject itself. */
  connect?(): Promise<Type>;
}

/** Makes a fresh subject. Each rule gets its own. */
export type Make<Fresh> = () => Fresh | Promise<Fresh>;

/** Where the rules of a suite go: vitest, or a collection of them. */
export interface SuiteRunner {
  describe(name: string, define: () => void): void;
  test(name: string, check: () => Promise<void>): void;
}

/** For what hangs: conversions take longer than the 5 s of Vitest while a machine is busy. */
export const suiteDeadline = { timeout: 180_000 } as const;

/** Each suite a `describe`, each rule a `test` of Vitest. */
export const vitestRunner: SuiteRunner = {
  describe: (name, define) => void describe(name, suiteDeadline, define),
  test: (name, check) => void test(name, check),
};

/** Returns a `test` whose function gets a fresh subject, disposed afterwards whatever happens. */
export function createRule<Type, Fresh extends Subject<Type>>(
  make: Make<Fresh & Subject<Type>>,
  runner: SuiteRunner = vitestRunner,
) {
  return (name: string, check: (subject: Type, fresh: Fresh) => Promise<void>) => {
    runner.test(name, async () => {
      const fresh = await make();
      try {
        await check(fresh.subject, fresh);
      } finally {
        await fresh.dispose?.();
      }
    });
  };
}

/** The rules of a suite by name, to run one by one, for tests that a broken adapter fails them. */
export function collectRules(define: (runner: SuiteRunner) => void): ReadonlyMap<string, () => Promise<void>> {
  const rules = new Map<string, () => Promise<void>>();
  define({ describe: (_, inner) => inner(), test: (name, check) => void rules.set(name, check) });
  return rules;
}
