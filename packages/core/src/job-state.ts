/** The states of a job and the only moves between them. A job whose worker died goes back to `queued`. */
export const jobTransitions = {
  queued: ['processing', 'failed', 'cancelled'],
  processing: ['queued', 'completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
} as const;

/** The state of a job; clients see `queued` as `processing`. */
export type JobState = keyof typeof jobTransitions;

/** The states that `From` may move to: an impossible move does not compile. */
export type NextState<From extends JobState> = (typeof jobTransitions)[From][number];

/** The states that never change again. */
export type FinalState = { [State in JobState]: NextState<State> extends never ? State : never }[JobState];

/** Whether a job in this state has ended. */
export function isFinal(state: JobState): state is FinalState {
  return jobTransitions[state].length === 0;
}
