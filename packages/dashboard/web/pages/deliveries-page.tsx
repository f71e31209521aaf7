import { useEffect, useState } from 'preact/hooks';
import { type ApiError, api, asApiError } from '../api.ts';
import type { Delivery, DeliveryList, DeliveryState } from '../data.ts';
import { plural } from '../format.ts';
import { loadOwnerNames, ownerName } from '../owner-names.ts';
import { Icon } from '../parts/icon.tsx';
import { ErrorNotice } from '../parts/notice.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { toast } from '../parts/toast.tsx';
import { hrefOf, place, replacePlace } from '../route.ts';
import { canChange } from '../session.ts';
import { useData } from '../use-data.ts';
import { DeliveryTable, deliveryStates } from './delivery-table.tsx';
import { TestEndpointDialog } from './test-endpoint-dialog.tsx';
import { eventsText, urlText } from './webhook-text.ts';

const lookMs = 5_000;
/** Rows more at a time, and the most that are shown. */
const pageSize = 50;
const maxRows = 500;

/** What was sent to an endpoint, what waits for it, and what was given up. */
export function DeliveriesPage({ endpointId }: { readonly endpointId: string }) {
  const state = place.value.query.get('state') ?? '';
  const [limit, setLimit] = useState(pageSize);
  const query = new URLSearchParams({ limit: String(limit), ...(state === '' ? {} : { state }) });
  const own = `webhooks/${encodeURIComponent(endpointId)}`;
  const { data, error, reload } = useData<DeliveryList>(`${own}/deliveries?${query}`, lookMs);
  const [changeError, setChangeError] = useState<ApiError | null>(null);
  const [isTesting, setTesting] = useState(false);
  useEffect(() => void loadOwnerNames(), []);

  const replay = async (delivery: Delivery | null) => {
    try {
      const body = delivery === null ? {} : { eventId: delivery.eventId };
      const { replayed } = await api<{ replayed: number }>(`${own}/replay`, { method: 'POST', body });
      toast(replayed === 0 ? 'No message is parked' : `Sending ${plural(replayed, 'message')} again`);
      setChangeError(null);
    } catch (thrown) {
      setChangeError(asApiError(thrown));
    }
    reload();
  };

  return (
    <>
      <a class="back" href={hrefOf('webhooks')}>
        <Icon name="back" />
        All endpoints
      </a>
      <PageHead
        title={data === null ? 'Deliveries' : urlText(data.endpoint)}
        text={
          data === null
            ? ''
            : `Owner: ${ownerName(data.endpoint.ownerId)}. Events: ${eventsText(data.endpoint.events)}.`
        }
      >
        {canChange.value && data !== null && (
          <>
            {data.endpoint.url !== null && (
              <button type="button" class="button" onClick={() => setTesting(true)}>
                <Icon name="webhooks" />
                Send a test
              </button>
            )}
            <button type="button" class="button" onClick={() => void replay(null)}>
              <Icon name="retry" />
              Replay all parked
            </button>
          </>
        )}
      </PageHead>
      <StateChips chosen={state} endpointId={endpointId} />
      {isTesting && data !== null && <TestEndpointDialog endpoint={data.endpoint} onClose={() => setTesting(false)} />}
      {error !== null && <ErrorNotice error={error} />}
      {changeError !== null && <ErrorNotice error={changeError} />}
      {data !== null && data.deliveries.length === 0 && (
        <section class="card empty">
          <Icon name="webhooks" />
          <h2>{state === '' ? 'No deliveries yet' : 'No delivery is in this state'}</h2>
          <p>Messages appear here when a job of the owner ends, and are kept for a while.</p>
        </section>
      )}
      {data !== null && data.deliveries.length > 0 && (
        <section class="card flush" aria-label="Deliveries">
          <DeliveryTable deliveries={data.deliveries} onReplay={replay} />
          {data.hasMore && limit < maxRows && (
            <div class="more">
              <button type="button" class="button" onClick={() => setLimit(Math.min(maxRows, limit + pageSize))}>
                Show more
              </button>
            </div>
          )}
        </section>
      )}
    </>
  );
}

function StateChips({ chosen, endpointId }: { readonly chosen: string; readonly endpointId: string }) {
  const states = Object.keys(deliveryStates) as DeliveryState[];
  return (
    <div class="filters">
      <div class="chips" role="group" aria-label="State">
        {(['', ...states] as const).map((state) => (
          <button
            key={state}
            type="button"
            class="chip"
            aria-pressed={chosen === state}
            onClick={() => replacePlace(hrefOf('webhooks', { endpoint: endpointId, state }))}
          >
            {state === '' ? 'All' : deliveryStates[state].name}
          </button>
        ))}
      </div>
    </div>
  );
}
