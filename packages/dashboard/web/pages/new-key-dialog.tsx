import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import type { NewKey } from '../data.ts';
import { AllOrSome } from '../parts/all-or-some.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { FormEnds } from '../parts/form-ends.tsx';
import { ErrorNotice } from '../parts/notice.tsx';
import { useForm } from '../parts/use-form.ts';
import { service } from '../session.ts';

/** Asks what a new key is to be, and makes it. */
export function NewKeyDialog({
  onClose,
  onMade,
}: {
  readonly onClose: () => void;
  readonly onMade: (made: NewKey) => void;
}) {
  const [isLimited, setLimited] = useState(false);
  const { error, isBusy, onSubmit } = useForm(async (form) =>
    onMade(await api<NewKey>('keys', { method: 'POST', body: bodyOf(form, isLimited) })),
  );
  return (
    <Dialog title="New key" onClose={onClose}>
      <form class="stack" onSubmit={onSubmit}>
        <label class="field">
          <span>Name</span>
          <input
            class="input"
            name="name"
            required
            maxLength={100}
            autoFocus
            autocomplete="off"
            placeholder="billing service"
          />
        </label>
        <label class="field">
          <span>Owner</span>
          <input class="input" name="owner" pattern="[\w.@\-]{1,100}" autocomplete="off" placeholder="new owner" />
          <small>Keys of one owner share jobs and quota.</small>
        </label>
        <LimitFields />
        <AllOrSome
          legend="Operations"
          all="Every operation"
          name="scopes"
          choices={[...(service.value?.operations ?? []).map(({ name, title }) => [name, title] as const), ...managing]}
          isLimited={isLimited}
          onLimit={setLimited}
        />
        {error !== null && <ErrorNotice error={error} />}
        <FormEnds action="Create key" isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  );
}

/** Scopes beyond the jobs of the operations that are checked. */
const managing = [
  ['jobs:read', 'Read all jobs'],
  ['jobs:delete', 'Delete all jobs'],
  ['webhooks', 'Read webhook secrets'],
] as const;

function LimitFields() {
  const rate = service.value?.requestsPerMinute ?? null;
  return (
    <div class="columns">
      <label class="field">
        <span>Jobs per month</span>
        <input class="input" name="quotaPerMonth" type="number" min={0} step={1} placeholder="no quota" />
      </label>
      <label class="field">
        <span>Requests per minute</span>
        <input
          class="input"
          name="requestsPerMinute"
          type="number"
          min={1}
          step={1}
          placeholder={rate === null ? 'any' : String(rate)}
        />
      </label>
      <label class="field">
        <span>Valid for</span>
        <select class="input" name="expiresDays">
          <option value="">until revoked</option>
          <option value="7">7 days</option>
          <option value="30">30 days</option>
          <option value="90">90 days</option>
          <option value="365">a year</option>
        </select>
      </label>
    </div>
  );
}

function bodyOf(form: FormData, isLimited: boolean) {
  const number = (name: string) => {
    const text = String(form.get(name) ?? '');
    return text === '' ? null : Number(text);
  };
  return {
    name: form.get('name'),
    owner: form.get('owner'),
    quotaPerMonth: number('quotaPerMonth'),
    requestsPerMinute: number('requestsPerMinute'),
    expiresDays: number('expiresDays'),
    scopes: isLimited ? form.getAll('scopes') : null,
  };
}
