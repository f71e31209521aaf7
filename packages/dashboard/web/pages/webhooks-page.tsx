import { useEffect, useState } from 'preact/hooks';
import { type ApiError, api, asApiError } from '../api.ts';
import type { Endpoint, EndpointList, NewSecret } from '../data.ts';
import { plural } from '../format.ts';
import { loadOwnerNames, ownerName } from '../owner-names.ts';
import { confirmed } from '../parts/confirm.tsx';
import { FilterSelect } from '../parts/filter-select.tsx';
import { Icon } from '../parts/icon.tsx';
import { ErrorNotice } from '../parts/notice.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { toast } from '../parts/toast.tsx';
import { hrefOf, place, replacePlace } from '../route.ts';
import { canChange } from '../session.ts';
import { useData } from '../use-data.ts';
import { EndpointTable } from './endpoint-table.tsx';
import { NewEndpointDialog } from './new-endpoint-dialog.tsx';
import { RotateSecretDialog } from './rotate-secret-dialog.tsx';
import { ShownSecretDialog } from './shown-secret-dialog.tsx';
import { TestEndpointDialog } from './test-endpoint-dialog.tsx';

const lookMs = 10_000;

/** Webhook endpoints: whose jobs each is notified of, and whether messages arrive. */
export function WebhooksPage() {
  const owner = place.value.query.get('owner') ?? '';
  const { data, error, reload } = useData<EndpointList>(`webhooks?${new URLSearchParams({ owner })}`, lookMs);
  const [isMaking, setMaking] = useState(false);
  const [rotated, setRotated] = useState<Endpoint | null>(null);
  const [tested, setTested] = useState<Endpoint | null>(null);
  const [shown, setShown] = useState<NewSecret | null>(null);
  const [changeError, setChangeError] = useState<ApiError | null>(null);
  useEffect(() => void loadOwnerNames(), []);

  const made = (secret: NewSecret) => {
    setMaking(false);
    setRotated(null);
    setShown(secret);
    reload();
  };
  const remove = async (endpoint: Endpoint) => {
    const text = 'It gets no more messages, and its waiting messages are dropped. This cannot be undone.';
    if (!(await confirmed('Remove this endpoint?', text, 'Remove the endpoint'))) return;
    try {
      await api(`webhooks/${encodeURIComponent(endpoint.id)}`, { method: 'DELETE' });
      setChangeError(null);
      toast('The endpoint was removed');
    } catch (thrown) {
      setChangeError(asApiError(thrown));
    }
    reload();
  };

  return (
    <>
      <PageHead title="Webhooks" text="Each endpoint receives a signed message when a job of its owner ends.">
        {canChange.value && (
          <button type="button" class="button main" onClick={() => setMaking(true)}>
            <Icon name="plus" />
            New endpoint
          </button>
        )}
      </PageHead>
      {error !== null && <ErrorNotice error={error} />}
      {changeError !== null && <ErrorNotice error={changeError} />}
      {data !== null && (data.owners.length > 1 || owner !== '') && (
        <div class="filters">
          <OwnerFilter owner={owner} owners={data.owners} />
        </div>
      )}
      {data !== null && data.endpoints.length === 0 && <NoEndpoints isFiltered={owner !== ''} />}
      {data !== null && data.endpoints.length > 0 && (
        <EndpointTable
          title={titleOf(data)}
          endpoints={data.endpoints}
          onTest={setTested}
          onRotate={setRotated}
          onRemove={remove}
        />
      )}
      {isMaking && <NewEndpointDialog owner={owner} onClose={() => setMaking(false)} onMade={made} />}
      {rotated !== null && <RotateSecretDialog endpoint={rotated} onClose={() => setRotated(null)} onRotated={made} />}
      {tested !== null && <TestEndpointDialog endpoint={tested} onClose={() => setTested(null)} />}
      {shown !== null && <ShownSecretDialog made={shown} onClose={() => setShown(null)} />}
    </>
  );
}

function titleOf({ endpoints, total }: EndpointList): string {
  if (endpoints.length === total) return plural(total, 'endpoint');
  return `The first ${endpoints.length} of ${plural(total, 'endpoint')}: choose an owner`;
}

function OwnerFilter({ owner, owners }: { readonly owner: string; readonly owners: readonly string[] }) {
  const ownerIds = [...new Set([...owners, ...(owner === '' ? [] : [owner])])];
  return (
    <div class="filter-fields">
      <FilterSelect
        label="Owner"
        value={owner}
        all="All owners"
        choices={ownerIds.map((each) => [each, ownerName(each)])}
        onChange={(value) => replacePlace(hrefOf('webhooks', { owner: value }))}
      />
    </div>
  );
}

function NoEndpoints({ isFiltered }: { readonly isFiltered: boolean }) {
  return (
    <section class="card empty">
      <Icon name="webhooks" />
      <h2>{isFiltered ? 'This owner has no endpoints' : 'No endpoints yet'}</h2>
      <p>
        {isFiltered
          ? 'No one is notified of its jobs, except where a job has its own callback URL.'
          : 'Without one, clients have to poll for the end of their jobs. Create an endpoint for the owner of the jobs.'}
      </p>
      {isFiltered && (
        <a class="button" href={hrefOf('webhooks')}>
          Show all endpoints
        </a>
      )}
    </section>
  );
}
