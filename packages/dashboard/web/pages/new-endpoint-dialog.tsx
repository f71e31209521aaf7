import { useEffect, useId, useState } from 'preact/hooks';
import { api } from '../api.ts';
import type { NewSecret } from '../data.ts';
import { activeOwners, isId, loadOwnerNames, ownerName } from '../owner-names.ts';
import { AllOrSome } from '../parts/all-or-some.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { FormEnds } from '../parts/form-ends.tsx';
import { ErrorNotice } from '../parts/notice.tsx';
import { useForm } from '../parts/use-form.ts';
import { problemOf } from '../problem-of.ts';
import { eventNames } from './webhook-text.ts';

/** Asks what a new endpoint is to be, and makes it. */
export function NewEndpointDialog({
  owner,
  onClose,
  onMade,
}: {
  readonly owner: string;
  readonly onClose: () => void;
  readonly onMade: (made: NewSecret) => void;
}) {
  const [isLimited, setLimited] = useState(false);
  const [isOther, setOther] = useState(false);
  const urlProblemId = useId();
  useEffect(() => void loadOwnerNames(), []);
  const { error, isBusy, onSubmit } = useForm(async (form) => {
    const events = isLimited ? form.getAll('events') : null;
    const body = { ownerId: form.get('ownerId'), url: form.get('url'), events, force: isOther };
    onMade(await api<NewSecret>('webhooks', { method: 'POST', body }));
  });
  const [ownerProblem, urlProblem] = [problemOf(error, 'ownerId'), problemOf(error, 'url')];
  return (
    <Dialog title="New endpoint" onClose={onClose}>
      <form class="stack" onSubmit={onSubmit}>
        <OwnerField owner={owner} problem={ownerProblem} isOther={isOther} onOther={setOther} />
        <label class="field">
          <span>URL</span>
          <input
            class="input"
            name="url"
            inputMode="url"
            required
            maxLength={2_000}
            autocomplete="off"
            spellcheck={false}
            placeholder="https://acme.example/hooks"
            aria-invalid={urlProblem !== null}
            aria-describedby={urlProblemId}
          />
          <span class="problem break" id={urlProblemId} role="alert">
            {urlProblem}
          </span>
        </label>
        <AllOrSome
          legend="Events"
          all="All events"
          name="events"
          choices={Object.entries(eventNames)}
          isLimited={isLimited}
          onLimit={setLimited}
        />
        {error !== null && ownerProblem === null && urlProblem === null && <ErrorNotice error={error} />}
        <FormEnds action="Create endpoint" isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  );
}

/** The choice of an owner that the list does not have. No owner is called so. */
const other = '\n';

/** Owners that jobs can be expected of; any other, for a host that identifies callers itself, has to be meant. */
function OwnerField({
  owner,
  problem,
  isOther,
  onOther,
}: {
  readonly owner: string;
  readonly problem: string | null;
  readonly isOther: boolean;
  readonly onOther: (isOther: boolean) => void;
}) {
  const problemId = useId();
  const choices = activeOwners.value;
  return (
    <>
      <label class="field">
        <span>Owner</span>
        <select
          class="input"
          name={isOther ? '' : 'ownerId'}
          required
          autoFocus
          aria-describedby={problemId}
          onChange={(event) => onOther(event.currentTarget.value === other)}
        >
          <option value="">Choose an owner…</option>
          {choices.map((each) => (
            <option key={each} value={each} selected={each === owner}>
              {choiceText(each)}
            </option>
          ))}
          <option value={other}>Another owner…</option>
        </select>
        <small>The endpoint is notified of this owner’s jobs: those sent with its keys.</small>
        <span class="problem break" id={problemId} role="alert">
          {problem}
        </span>
      </label>
      {isOther && (
        <label class="field">
          <span>Name of the other owner</span>
          <input class="input" name="ownerId" required maxLength={200} autocomplete="off" spellcheck={false} />
          <small>
            It has no valid key and had no job. Nothing is sent until a job of exactly this owner ends: only a host that
            identifies its callers itself has such owners.
          </small>
        </label>
      )}
    </>
  );
}

/** An owner without a name is called by its key: which one is shown by the beginning of its id. */
function choiceText(ownerId: string): string {
  return isId(ownerId) ? `${ownerName(ownerId)} (${ownerId.slice(0, 8)}…)` : ownerName(ownerId);
}
