import type { JobState } from '../data.ts';
import { Icon } from './icon.tsx';

export const stateNames: Readonly<Record<JobState, string>> = {
  queued: 'Queued',
  processing: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** Where a job is, in words, colour and sign. */
export function StateBadge({ state, progress }: { readonly state: JobState; readonly progress?: number }) {
  return (
    <span class="state numbers" data-state={state}>
      <Icon name={state} />
      {stateNames[state]}
      {state === 'processing' && progress !== undefined && progress > 0 ? ` ${progress} %` : ''}
    </span>
  );
}
