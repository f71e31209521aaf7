import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { changeMany } from '../change-many.ts';
import type { Job } from '../data.ts';
import { plural } from '../format.ts';
import { confirmed } from '../parts/confirm.tsx';
import { Icon } from '../parts/icon.tsx';
import { Notice } from '../parts/notice.tsx';

/** Chooses all jobs of the page, and runs again or deletes those that are chosen. One that needs a password has to be asked for it on its own page. */
// Long: the markup of one bar.
export function ChosenJobs({
  jobs,
  chosen,
  onChoose,
  onChanged,
}: {
  readonly jobs: readonly Job[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (ids: readonly string[]) => void;
  readonly onChanged: () => void;
}) {
  const [progress, setProgress] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<string | null>(null);
  const own = jobs.filter(({ id }) => chosen.has(id));
  const ended = own.filter(
    ({ state, error }) => state === 'cancelled' || (state === 'failed' && error?.code !== 'PDF_ENCRYPTED'),
  );

  const change = async (ids: readonly string[], verb: string, done: string, work: (id: string) => Promise<unknown>) => {
    setOutcome(null);
    setProgress(`${verb} 0 of ${ids.length}`);
    const { changed, errors } = await changeMany(ids, work, (over) => setProgress(`${verb} ${over} of ${ids.length}`));
    setProgress(null);
    const reasons = [...new Set(errors.map(({ message }) => message))].slice(0, 3);
    setOutcome(
      `${plural(changed, 'job')} ${done}.${errors.length === 0 ? '' : ` ${errors.length} could not be: ${reasons.join('; ')}.`}`,
    );
    onChoose([]);
    onChanged();
  };
  const retry = async () => {
    const text = 'With their own files and options; each takes a quota unit. Jobs whose files are gone do not change.';
    if (!(await confirmed(`Run ${plural(ended.length, 'job')} again?`, text, 'Run them again'))) return;
    const ids = ended.map(({ id }) => id);
    await change(ids, 'Queueing', 'queued again', (id) => api(`jobs/${id}/retry`, { method: 'POST', body: {} }));
  };
  const remove = async () => {
    const text = 'Their records and files are removed at once, and their download links stop working.';
    if (!(await confirmed(`Delete ${plural(own.length, 'job')}?`, text, 'Delete them'))) return;
    const ids = own.map(({ id }) => id);
    await change(ids, 'Deleting', 'deleted', (id) => api(`jobs/${id}`, { method: 'DELETE' }));
  };

  return (
    <>
      <div class="chosen">
        <label class="check">
          <input
            type="checkbox"
            checked={own.length === jobs.length}
            indeterminate={own.length > 0 && own.length < jobs.length}
            onChange={(event) => onChoose(event.currentTarget.checked ? jobs.map(({ id }) => id) : [])}
          />
          <span>{own.length === 0 ? `Select all ${jobs.length}` : `${own.length} selected`}</span>
        </label>
        <span class="row push">
          <span class="small muted numbers" role="status">
            {progress}
          </span>
          {own.length > 0 && (
            <>
              <button
                type="button"
                class="button slim"
                disabled={ended.length === 0 || progress !== null}
                onClick={() => void retry()}
              >
                <Icon name="retry" />
                Retry {ended.length}
              </button>
              <button
                type="button"
                class="button slim danger"
                disabled={progress !== null}
                onClick={() => void remove()}
              >
                <Icon name="trash" />
                Delete {own.length}
              </button>
            </>
          )}
        </span>
      </div>
      {outcome !== null && <Notice kind={outcome.includes('could not') ? 'warn' : 'good'} title={outcome} />}
    </>
  );
}
