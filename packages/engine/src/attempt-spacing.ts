/** How often a job may be begun when its file can end the process that runs it: it is the likely cause of the deaths. */
const attemptsInHost = 5;
/** And when its worker is a process of its own, so that whatever ended the host was hardly the file. */
const attemptsIsolated = 20;

/** Begun so often, a job counts as what ends its process, unless the host decides otherwise. */
export function defaultMaxAttempts(isolated: boolean): number {
  return isolated ? attemptsIsolated : attemptsInHost;
}

/** A lease or delay grows up to this many times: from 15 s to 2 minutes. */
const maxGrowth = 8;

/**
 * A time that doubles with each attempt after the first. Were a job what takes the whole service down, the service
 * would run ever longer before it meets the job again; were it not, the bound on attempts is reached only after half an
 * hour of outage.
 */
export function spacedMs(baseMs: number, attempts: number): number {
  return baseMs * Math.min(2 ** (attempts - 1), maxGrowth);
}
