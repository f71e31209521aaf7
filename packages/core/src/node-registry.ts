/** What an engine reports about itself. One engine in one process is a node. */
export interface NodeReport {
  readonly id: string;
  /** Of `@platen/engine`. */
  readonly version: string;
  readonly host: string;
  readonly pid: number;
  /** Whether it runs jobs, and whether it may do the housekeeping. */
  readonly works: boolean;
  readonly maintains: boolean;
  /** Operations it runs jobs of. */
  readonly operations: readonly string[];
  /** Number of jobs that it runs at the same time. */
  readonly concurrency: number;
  /** Jobs it runs now. */
  readonly running: readonly string[];
  /** Whether it does the housekeeping of the service. Absent in reports of versions before 0.2. */
  readonly leads?: boolean;
  /** When it last finished looking for files that no job needs, by its clock; null when it has not. */
  readonly sweptAt?: number | null;
}

/** A node according to its last report. */
export interface NodeRecord extends NodeReport {
  /** First and latest report, on the registry's clock. */
  readonly startedAt: number;
  readonly lastSeenAt: number;
}

/** The live nodes: those that have reported in time. */
export interface NodeRegistry {
  /** Adds or renews a node for `ttlMs`. */
  report(node: NodeReport, ttlMs: number): Promise<void>;
  /** The nodes that exist, in the order in which they started. */
  list(): Promise<readonly NodeRecord[]>;
  /** Unknown ids are ignored. */
  remove(id: string): Promise<void>;
}
