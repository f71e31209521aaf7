/** What an engine reports about itself. One engine in one process is a node. */
export interface NodeReport {
  readonly id: string;
  /** Version of `@platen/engine`. */
  readonly version: string;
  readonly host: string;
  readonly pid: number;
  /** True if it runs jobs. */
  readonly works: boolean;
  /** True if it may do the housekeeping. */
  readonly maintains: boolean;
  /** Operations whose jobs it runs. */
  readonly operations: readonly string[];
  /** Number of jobs that it runs at the same time. */
  readonly concurrency: number;
  /** Number of jobs that it runs now. */
  readonly running: readonly string[];
  /** True if it does the housekeeping for all nodes. Absent in reports of versions before 0.2. */
  readonly leads?: boolean;
  /** When it last finished a search for files that no job needs, by its own clock; null if it has not finished one. */
  readonly sweptAt?: number | null;
}

/** A node according to its last report. */
export interface NodeRecord extends NodeReport {
  /** Times of the first and the latest report, by the clock of the registry. */
  readonly startedAt: number;
  readonly lastSeenAt: number;
}

/** Lists the live nodes: those whose latest report has not expired. */
export interface NodeRegistry {
  /** Adds a node, or keeps it, for `ttlMs`. */
  report(node: NodeReport, ttlMs: number): Promise<void>;
  /** The nodes that exist, in the order in which they started. */
  list(): Promise<readonly NodeRecord[]>;
  /** Unknown ids are ignored. */
  remove(id: string): Promise<void>;
}
