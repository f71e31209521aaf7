/** The states of a job and the allowed changes between them. If the worker of a job crashes, the job returns to `queued`. */
export const jobTransitions = {
  queued: ['processing', 'failed', 'cancelled'],
  processing: ['queued', 'completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
} as const;

/** The state of a job; clients see `queued` as `processing`. */
export type JobState = keyof typeof jobTransitions;

/** The states to which `From` may change, so that an impossible change does not compile. */
export type NextState<From extends JobState> = (typeof jobTransitions)[From][number];

/** The states that never change again. */
export type FinalState = { [State in JobState]: NextState<State> extends never ? State : never }[JobState];

/** Whether a job in this state has ended. */
export function isFinal(state: JobState): state is FinalState {
  return jobTransitions[state].length === 0;
}
