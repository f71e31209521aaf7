import { describe, test } from 'vitest';

/** A new, empty subject of a test, and how to dispose of it. */
export interface Subject<Type> {
  readonly subject: Type;
  dispose?(): Promise<void>;
}

/**
 * A subject that depends on time. `advance` lets time pass, by a fake clock or by waiting. A negative time sets its clock
 * back, or does nothing if the test cannot set the clock.
 */
export interface TimedSubject<Type> extends Subject<Type> {
  advance(ms: number): Promise<void>;
}

/** A subject that several nodes share. */
export interface SharedSubject<Type> extends TimedSubject<Type> {
  /** Returns the subject as another process sees it, over a separate connection. By default the subject itself. */
  connect?(): Promise<Type>;
}

/** Creates a new subject. Each rule gets a separate one. */
export type Make<Fresh> = () => Fresh | Promise<Fresh>;

/** Receives the rules of a suite: Vitest, or a collection. */
export interface SuiteRunner {
  describe(name: string, define: () => void): void;
  test(name: string, check: () => Promise<void>): void;
}

/** For what hangs: conversions take longer than the 5 s of Vitest while a machine is busy. */
export const suiteDeadline = { timeout: 180_000 } as const;

/** Runs each suite as a `describe` and each rule as a `test` of Vitest. */
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

/** Returns the rules of a suite by name without running them, so that a test can check that a broken adapter fails one. */
export function collectRules(define: (runner: SuiteRunner) => void): ReadonlyMap<string, () => Promise<void>> {
  const rules = new Map<string, () => Promise<void>>();
  define({ describe: (_, inner) => inner(), test: (name, check) => void rules.set(name, check) });
  return rules;
}
