/** One of two nodes of the same store: without history, and with it. */
export interface AnsweringNode {
  readonly url: string;
  /** Until its store was open, and until it took requests. */
  readonly openMs: number;
  readonly startMs: number;
  /** Of it and of its database so far. */
  cpuMs(): Promise<number>;
}

/** Two nodes, each with a store of its own of the same kind, and of the same key. */
export interface NodePair {
  readonly name: string;
  readonly empty: AnsweringNode;
  readonly full: AnsweringNode;
  /** Jobs whose retention is over become due while no node runs; the node is started again. */
  restartWithDue(jobs: number): Promise<AnsweringNode>;
  /** How many of them are left. */
  leftDue(): Promise<number>;
  end(): Promise<void>;
}
