import { api } from '../api.ts';
import type { Endpoint, NewSecret } from '../data.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FormEnds } from '../parts/form-ends.tsx';
import { ErrorNotice } from '../parts/notice.tsx';
import { useForm } from '../parts/use-form.ts';

/** Asks how long the old secret goes on signing, and makes a new one. */
export function RotateSecretDialog({
  endpoint,
  onClose,
  onRotated,
}: {
  readonly endpoint: Endpoint;
  readonly onClose: () => void;
  readonly onRotated: (made: NewSecret) => void;
}) {
  const { error, isBusy, onSubmit } = useForm(async (form) => {
    const path = `webhooks/${encodeURIComponent(endpoint.id)}/rotate`;
    const body = { overlapHours: Number(form.get('overlapHours')) };
    onRotated(await api<NewSecret>(path, { method: 'POST', body }));
  });
  return (
    <Dialog title="Rotate its secret?" onClose={onClose}>
      <form class="stack" onSubmit={onSubmit}>
        <p>
          Messages are signed with both secrets for a while, so that the receiver has time to change to the new one.
        </p>
        <label class="field">
          <span>Keep the old secret for</span>
          <select class="input" name="overlapHours" autoFocus>
            <option value="24">24 hours</option>
            <option value="168">7 days</option>
            <option value="1">1 hour</option>
            <option value="0">no time, because it has leaked</option>
          </select>
        </label>
        {error !== null && <ErrorNotice error={error} />}
        <FormEnds cancel="Keep it" action="Rotate the secret" isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  );
}
