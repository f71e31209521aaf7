/** A number that a variable of the environment sets: `PLATEN_CLUSTER_` and its name. */
export function setting(name: string, otherwise: number): number {
  return Number(process.env[`PLATEN_CLUSTER_${name}`] ?? otherwise);
}

/**
 * How long the run is: `PLATEN_CLUSTER_KILLS=500`, `_RESTARTS`, `_PARTITION_SECONDS`, `_REFUSAL_SECONDS`, `_CANCELLATIONS`,
 * `_CHAOS_JOBS` and `_ROLLS`; what is there before the kills of the part `volume`, `_ENDED`, `_WAITING` and `_DELIVERIES`.
 */
export const clusterSettings = {
  kills: setting('KILLS', 20),
  restarts: setting('RESTARTS', 5),
  partitionMs: 1_000 * setting('PARTITION_SECONDS', 20),
  refusalMs: 1_000 * setting('REFUSAL_SECONDS', 60),
  cancellations: setting('CANCELLATIONS', 40),
  chaosJobs: setting('CHAOS_JOBS', 500),
};
