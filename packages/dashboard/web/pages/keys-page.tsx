import { useState } from 'preact/hooks';
import { type ApiError, api, asApiError } from '../api.ts';
import type { Key, NewKey } from '../data.ts';
import { count, date, fromNow, moment, plural } from '../format.ts';
import { isId } from '../owner-names.ts';
import { confirmed } from '../parts/confirm.tsx';
import { Icon } from '../parts/icon.tsx';
import { ErrorNotice } from '../parts/notice.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { TableCard } from '../parts/table-card.tsx';
import { toast } from '../parts/toast.tsx';
import { canChange, service, titleOf } from '../session.ts';
import { useData } from '../use-data.ts';
import { useNow } from '../use-now.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { ShownKeyDialog } from './shown-key-dialog.tsx';

const columns = [
  'Name and owner',
  'Operations',
  'Limits',
  'Last used',
  'Validity',
  { heading: 'Actions', look: 'unseen' },
] as const;

interface Answer {
  readonly keys: readonly Key[];
  readonly total: number;
}

/** API keys: who may call, for what, and when they last did. */
export function KeysPage() {
  const { data, error, reload } = useData<Answer>('keys');
  const [isMaking, setMaking] = useState(false);
  const [shown, setShown] = useState<NewKey | null>(null);
  const [changeError, setChangeError] = useState<ApiError | null>(null);
  const isActive = (key: Key) => key.revokedAt === null && (key.expiresAt === null || key.expiresAt > Date.now());
  const active = data?.keys.filter(isActive) ?? [];
  const ended = data?.keys.filter((key) => !isActive(key)) ?? [];

  const made = (key: NewKey) => {
    setMaking(false);
    setShown(key);
    reload();
  };
  const change = async (work: () => Promise<void>) => {
    try {
      await work();
      setChangeError(null);
      reload();
    } catch (thrown) {
      setChangeError(asApiError(thrown));
    }
  };
  const rotate = (key: Key) =>
    change(async () => {
      const text = 'A new key takes over its jobs and quota. The old one works for another 24 hours.';
      if (!(await confirmed(`Rotate "${key.name}"?`, text, 'Rotate the key'))) return;
      setShown(await api<NewKey>(`keys/${key.id}/rotate`, { method: 'POST', body: { graceHours: 24 } }));
    });
  const revoke = (key: Key) =>
    change(async () => {
      const text = 'Its next request is refused, and download links given to it stop working. This cannot be undone.';
      if (!(await confirmed(`Revoke "${key.name}"?`, text, 'Revoke the key'))) return;
      await api(`keys/${key.id}`, { method: 'DELETE' });
      toast(`"${key.name}" was revoked`);
    });

  return (
    <>
      <PageHead title="Keys" text="Each client sends its key as X-API-Key with every request.">
        {canChange.value && (
          <button type="button" class="button main" onClick={() => setMaking(true)}>
            <Icon name="plus" />
            New key
          </button>
        )}
      </PageHead>
      {error !== null && <ErrorNotice error={error} />}
      {changeError !== null && <ErrorNotice error={changeError} />}
      {data !== null && data.keys.length === 0 && (
        <section class="card empty">
          <Icon name="keys" />
          <h2>No keys yet</h2>
          <p>
            A client needs a key to call the service. Create one for each application, so that you can revoke each on
            its own.
          </p>
        </section>
      )}
      {active.length > 0 && (
        <KeyTable title={plural(active.length, 'active key')} keys={active} onRotate={rotate} onRevoke={revoke} />
      )}
      {ended.length > 0 && <KeyTable title="Revoked, rotated and expired" keys={ended} />}
      {isMaking && <NewKeyDialog onClose={() => setMaking(false)} onMade={made} />}
      {shown !== null && <ShownKeyDialog made={shown} onClose={() => setShown(null)} />}
    </>
  );
}

interface KeyChanges {
  readonly onRotate?: (key: Key) => Promise<void>;
  readonly onRevoke?: (key: Key) => Promise<void>;
}

function KeyTable({
  title,
  keys,
  ...changes
}: KeyChanges & {
  readonly title: string;
  readonly keys: readonly Key[];
}) {
  const now = useNow(15_000);
  return (
    <TableCard title={title} columns={columns}>
      {keys.map((key) => (
        <KeyRow key={key.id} of={key} now={now} {...changes} />
      ))}
    </TableCard>
  );
}

function KeyRow({ of: key, now, onRotate, onRevoke }: KeyChanges & { readonly of: Key; readonly now: number }) {
  return (
    <tr>
      <td>
        <strong class="break">{key.name}</strong>
        <br />
        <code class="muted small">{key.prefix}…</code>
        <br />
        <span class="muted small break" title={key.ownerId}>
          {key.ownerId === key.id
            ? `its own owner (${isId(key.ownerId) ? `${key.ownerId.slice(0, 8)}…` : key.ownerId})`
            : `owner ${key.ownerId}`}
        </span>
      </td>
      <td class="small" data-label="Operations">
        {key.scopes === null ? 'All' : key.scopes.map(titleOf).join(', ')}
      </td>
      <td class="small numbers" data-label="Limits">
        {limitsOf(key)}
      </td>
      <td class="small muted" data-label="Last used" title={key.lastUsedAt === null ? '' : moment(key.lastUsedAt)}>
        {key.lastUsedAt === null ? 'Never' : fromNow(key.lastUsedAt, now)}
      </td>
      <td class="small muted" data-label="Validity">
        {validOf(key, now)}
      </td>
      <td class="right">
        {canChange.value && onRotate !== undefined && onRevoke !== undefined && (
          <span class="row key-changes">
            <button
              type="button"
              class="button slim"
              disabled={key.successorId !== null}
              onClick={() => void onRotate(key)}
              aria-label={`Rotate ${key.name}`}
            >
              Rotate
            </button>
            <button
              type="button"
              class="button slim danger"
              onClick={() => void onRevoke(key)}
              aria-label={`Revoke ${key.name}`}
            >
              Revoke
            </button>
          </span>
        )}
      </td>
    </tr>
  );
}

function limitsOf({ limits }: Key): string {
  const rate = limits.requestsPerMinute === undefined ? service.value?.requestsPerMinute : limits.requestsPerMinute;
  const quota = limits.quotaPerMonth === undefined ? service.value?.quotaPerMonth : limits.quotaPerMonth;
  const rateText = rate === null || rate === undefined ? 'Any rate' : `${count(rate)} per minute`;
  return `${rateText}, ${quota === null || quota === undefined ? 'no quota' : `${count(quota)} jobs per month`}`;
}

function validOf({ revokedAt, expiresAt, successorId }: Key, now: number): string {
  if (revokedAt !== null) return `Revoked ${date(revokedAt)}`;
  if (expiresAt === null) return 'Until revoked';
  if (expiresAt <= now) return `${successorId === null ? 'Expired' : 'Rotated'} ${date(expiresAt)}`;
  return successorId === null ? `Until ${date(expiresAt)}` : `Rotated: ends ${fromNow(expiresAt, now)}`;
}
