/** How often a job may be begun when its file can end the process that runs it: it is the likely cause of the crashes. */
const attemptsInHost = 5;
/** And when its worker is a process of its own, so that whatever ended the host was hardly the file. */
const attemptsIsolated = 20;

/** A job that was started this often counts as what crashes its process, unless the host decides otherwise. */
export function defaultMaxAttempts(isolated: boolean): number {
  return isolated ? attemptsIsolated : attemptsInHost;
}

/** From one attempt to the next it takes up to this many leases: from 15 s to 2 minutes. */
const maxGrowth = 8;

/**
 * How long a job waits after the lease of its first, second, … attempt ran out, so that the distance between two starts
 * doubles. Were a job what takes the whole service down, the service would run ever longer before it meets the job
 * again; were it not, the bound on attempts is reached only after half an hour of outage.
 */
export function expiryDelaysMs(leaseMs: number): readonly number[] {
  const delays: number[] = [];
  for (let growth = 1; growth <= maxGrowth; growth *= 2) delays.push(leaseMs * (growth - 1));
  return delays;
}

const firstOutageDelayMs = 1_000;
const longestOutageDelayMs = 120_000;

/** How long a job waits that could not be run for want of a store or of the host's own resources, the nth time. */
export function outageDelayMs(times: number): number {
  return Math.min(firstOutageDelayMs * 2 ** (times - 1), longestOutageDelayMs);
}

const firstEndDelayMs = 250;
const longestEndDelayMs = 15_000;

/**
 * How long a lane waits before it reports the end of its job again, the nth time. A restart of the store takes a second:
 * lanes that wait for longer are not there when it is back.
 */
export function endDelayMs(times: number): number {
  return Math.min(firstEndDelayMs * 2 ** (times - 1), longestEndDelayMs);
}

/** With the delays between them a day: no outage of a store that anybody looks after lasts as long. */
export const maxOutages = 720;

/** And two hours, where the host was short of disk or descriptors: the job itself may be what uses them up. */
export const maxShortages = 60;
