/** Attempts allowed when a file can crash the host process: the file is then the likely cause of the crashes. */
const attemptsInHost = 5;
/** Attempts allowed when workers are separate processes: the file is then unlikely to be what crashed the host. */
const attemptsIsolated = 20;

/** A job started this often is assumed to be what crashes its process, unless the host decides otherwise. */
export function defaultMaxAttempts(isolated: boolean): number {
  return isolated ? attemptsIsolated : attemptsInHost;
}

/** The longest delay between two attempts, in leases: 15 s grow to 2 minutes. */
const maxGrowth = 8;

/**
 * How long a job waits after the lease of its nth attempt expired; the delay doubles. If the job takes the whole
 * service down, the service runs ever longer between crashes; if it does not, the bound on attempts is reached only
 * after half an hour of outage.
 */
export function expiryDelaysMs(leaseMs: number): readonly number[] {
  const delays: number[] = [];
  for (let growth = 1; growth <= maxGrowth; growth *= 2) delays.push(leaseMs * (growth - 1));
  return delays;
}

const firstOutageDelayMs = 1_000;
const longestOutageDelayMs = 120_000;

/**
 * How long a job waits after it could not be run for the nth time because a store was down or the host lacked
 * resources.
 */
export function outageDelayMs(times: number): number {
  return Math.min(firstOutageDelayMs * 2 ** (times - 1), longestOutageDelayMs);
}

const firstEndDelayMs = 250;
const longestEndDelayMs = 15_000;

/**
 * How long a lane waits before it reports the end of its job for the nth time. A store restarts within about a second,
 * so longer waits would leave lanes idle once it is back.
 */
export function endDelayMs(times: number): number {
  return Math.min(firstEndDelayMs * 2 ** (times - 1), longestEndDelayMs);
}

/** With their delays, a day: no outage of a store that somebody looks after lasts that long. */
export const maxOutages = 720;

/**
 * With their delays, two hours, when the host ran out of disk space or descriptors: the job itself may be using them
 * up.
 */
export const maxShortages = 60;
