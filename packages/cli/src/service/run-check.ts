import type { Check } from '@platen/cluster';

/** What a check found. */
export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  /** What is there, or what is wrong. */
  readonly text: string;
}

/** Runs a check. What is not as it should be is a finding as well. */
export async function runCheck({ name, run }: Check): Promise<Finding> {
  try {
    return { name, ok: true, text: await run() };
  } catch (error) {
    return { name, ok: false, text: error instanceof Error ? error.message : String(error) };
  }
}
