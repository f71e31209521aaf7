import type { JobState } from '../data.ts';

/** How far a job is. What screen readers hear changes with the state, not with each percent. */
export function ProgressBar({ job }: { readonly job: { readonly state: JobState; readonly progress: number } }) {
  const { state, progress } = job;
  const isWaiting = state === 'queued' || progress === 0;
  const text = state === 'queued' ? 'Waiting in the queue' : `Converting${progress > 0 ? `: ${progress} %` : ''}`;
  return (
    <div class="progress">
      <div
        class="bar"
        data-waiting={isWaiting}
        role="progressbar"
        aria-label={state === 'queued' ? 'Waiting in the queue' : 'Converting'}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(isWaiting ? {} : { 'aria-valuenow': progress })}
      >
        <i style={isWaiting ? {} : { width: `${progress}%` }} />
      </div>
      <span class="small muted numbers">{text}</span>
    </div>
  );
}
