import type { Check } from '@platen/cluster';
import { ConversionError } from '@platen/core';

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
    return { name, ok: false, text: describe(error) };
  }
}

/** The message of what cannot be run has no reason, since it is shown to strangers: that of its cause has. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isForStrangers = ConversionError.is(error) && error.cause instanceof Error;
  return isForStrangers ? `${error.message}: ${(error.cause as Error).message}` : error.message;
}
