import { useId, useState } from 'preact/hooks';
import { type ApiError, api, asApiError } from '../api.ts';
import type { NewSecret } from '../data.ts';
import { ownerName, owners } from '../owner-names.ts';
import { AllOrSome } from '../parts/all-or-some.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { FormEnds } from '../parts/form-ends.tsx';
import { ErrorNotice } from '../parts/notice.tsx';
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
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isLimited, setLimited] = useState(false);
  const urlProblemId = useId();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    setBusy(true);
    try {
      const events = isLimited ? form.getAll('events') : null;
      const body = { ownerId: form.get('ownerId'), url: form.get('url'), events };
      onMade(await api<NewSecret>('webhooks', { method: 'POST', body }));
    } catch (thrown) {
      setError(asApiError(thrown));
      setBusy(false);
    }
  };
  const [ownerProblem, urlProblem] = [problemOf(error, 'ownerId'), problemOf(error, 'url')];
  return (
    <Dialog title="New endpoint" onClose={onClose}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        <OwnerField owner={owner} problem={ownerProblem} />
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
        <FormEnds action="Make the endpoint" isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  );
}

function OwnerField({ owner, problem }: { readonly owner: string; readonly problem: string | null }) {
  const [listId, problemId] = [useId(), useId()];
  return (
    <label class="field">
      <span>Owner</span>
      <input
        class="input"
        name="ownerId"
        required
        maxLength={200}
        autoFocus
        autocomplete="off"
        list={listId}
        defaultValue={owner}
        aria-invalid={problem !== null}
        aria-describedby={problemId}
      />
      <small>The endpoint is notified of this owner’s jobs. The Keys page shows the owner of each key.</small>
      <span class="problem" id={problemId} role="alert">
        {problem}
      </span>
      <datalist id={listId}>
        {owners.value.map((each) => (
          <option key={each} value={each}>
            {ownerName(each)}
          </option>
        ))}
      </datalist>
    </label>
  );
}

/** What the server says is wrong with a field; null when it says nothing of it. */
function problemOf(error: ApiError | null, field: string): string | null {
  const errors = error?.details.errors;
  const own: unknown = Array.isArray(errors) ? errors.find((each) => each?.field === field)?.problem : undefined;
  return typeof own === 'string' ? `It ${own}.` : null;
}
