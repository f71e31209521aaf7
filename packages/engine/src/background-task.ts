/** Work that goes on beside the rounds, one turn after the other: whatever it waits for, the rounds do not. */
export interface BackgroundTask {
  /** Begins a run unless one is under way, and resolves at its end. A turn that resolves to true is followed by another. */
  begin(): Promise<void>;
  /** Ends the run after the turn that is under way, and resolves then. */
  stop(): Promise<void>;
}

/** A task whose turns never reject: what fails is the caller's to log. */
export function createBackgroundTask(turn: () => Promise<boolean>): BackgroundTask {
  let running: Promise<void> | null = null;
  let isStopped = false;

  async function run(): Promise<void> {
    while (!isStopped && (await turn()));
    running = null;
  }

  return {
    begin() {
      isStopped = false;
      running ??= run();
      return running;
    },
    async stop() {
      isStopped = true;
      await running;
    },
  };
}
