import type { Delivery, DeliveryState } from '../data.ts';
import { count, fromNow, moment } from '../format.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { Table } from '../parts/table.tsx';
import { hrefOf } from '../route.ts';
import { canChange } from '../session.ts';
import { useNow } from '../use-now.ts';
import { eventsText } from './webhook-text.ts';

const columns = ['Job', 'State', 'Attempts', 'Last error', 'Updated', { heading: 'Actions', look: 'unseen' }] as const;

/** Names of the states, with the colour and sign that jobs have for the like. */
export const deliveryStates: Readonly<
  Record<DeliveryState, { readonly name: string; readonly like: string; readonly icon: IconName }>
> = {
  pending: { name: 'Pending', like: 'queued', icon: 'queued' },
  delivered: { name: 'Delivered', like: 'completed', icon: 'completed' },
  parked: { name: 'Parked', like: 'failed', icon: 'failed' },
};

/** Deliveries as rows; on a narrow screen as cards. */
export function DeliveryTable({
  deliveries,
  onReplay,
}: {
  readonly deliveries: readonly Delivery[];
  readonly onReplay: (delivery: Delivery) => Promise<void>;
}) {
  const now = useNow(5_000);
  return (
    <Table look="key-table" columns={columns}>
      {deliveries.map((delivery) => (
        <DeliveryRow key={delivery.eventId} of={delivery} now={now} onReplay={onReplay} />
      ))}
    </Table>
  );
}

function DeliveryRow({
  of: delivery,
  now,
  onReplay,
}: {
  readonly of: Delivery;
  readonly now: number;
  readonly onReplay: (delivery: Delivery) => Promise<void>;
}) {
  const { eventId, jobId, event, state, attempts, problem, createdAt, updatedAt } = delivery;
  const { name, like, icon } = deliveryStates[state];
  return (
    <tr>
      <td>
        <a class="break" href={hrefOf(`jobs/${jobId}`)}>
          <strong>{jobId}</strong>
        </a>
        <br />
        <span class="muted small" title={eventId}>
          {eventsText([event])} {moment(createdAt)}
        </span>
      </td>
      <td class="small" data-label="State">
        <span>
          <span class="state" data-state={like}>
            <Icon name={icon} />
            {name}
          </span>
        </span>
      </td>
      <td class="small numbers" data-label="Attempts">
        {count(attempts)}
      </td>
      <td class="small muted break" data-label="Last error">
        {problem ?? '–'}
      </td>
      <td class="small muted numbers" data-label="Updated" title={moment(updatedAt)}>
        {fromNow(updatedAt, now)}
      </td>
      <td class="right">
        {canChange.value && state === 'parked' && (
          <span class="row key-changes">
            <button
              type="button"
              class="button slim"
              onClick={() => void onReplay(delivery)}
              aria-label={`Replay the message about ${jobId}`}
            >
              Replay
            </button>
          </span>
        )}
      </td>
    </tr>
  );
}
