/** What a node of the cluster tells the benchmark. Times are of the one machine that all run on. */
export type NodeReport =
  | { readonly kind: 'ready'; readonly nodeId: string; readonly url: string }
  | {
      readonly kind: 'event';
      readonly at: number;
      readonly event: 'job-started' | 'job-completed' | 'job-cancelled';
      readonly jobId: string;
      readonly isLocal: boolean;
    }
  | { readonly kind: 'aborted'; readonly at: number; readonly fileName: string }
  | { readonly kind: 'cancelled'; readonly at: number; readonly jobId: string }
  | { readonly kind: 'logged'; readonly at: number; readonly message: string };

/** What the benchmark asks of a node. */
export interface NodeOrder {
  /** The id of a job. */
  readonly cancel: string;
}
