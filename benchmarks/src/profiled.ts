import { join } from 'node:path';
import { type ProfiledFunction, startProfiles } from '@platen/cli/bench';
import { runSettings } from './run-settings.ts';

/** What was profiled, and the functions of each thread that took most. */
export interface Profile {
  readonly work: string;
  readonly thread: string;
  /** Paths of the files, for DevTools and speedscope. */
  readonly files: readonly string[];
  readonly dearest: readonly ProfiledFunction[];
}

const profiles: Profile[] = [];

/** Does the work once more under the profiler, three times if it is short; its time is not counted. */
export async function profiled(work: string, run: () => Promise<unknown>): Promise<void> {
  const profiler = await startProfiles();
  const start = performance.now();
  for (let turn = 0; turn < 20 && performance.now() - start < 1_000; turn += 1) await run();
  const folder = join(runSettings.out, 'profiles', work.replaceAll(/[^a-z0-9]+/gi, '-'));
  profiles.push(...(await profiler.stop(folder)).map((profile) => ({ work, ...profile })));
}

/** The profiles taken since the last call. */
export function takeProfiles(): readonly Profile[] {
  return profiles.splice(0);
}
