import type { Endpoint, EndpointStanding } from '../data.ts';
import { fromNow, moment } from '../format.ts';
import { ownerName } from '../owner-names.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { TableCard } from '../parts/table-card.tsx';
import { hrefOf } from '../route.ts';
import { canChange } from '../session.ts';
import { useNow } from '../use-now.ts';
import { eventsText, urlText } from './webhook-text.ts';

const columns = ['Endpoint', 'Events', 'State', 'Last delivered', { heading: 'Actions', look: 'unseen' }] as const;

interface EndpointChanges {
  readonly onTest: (endpoint: Endpoint) => void;
  readonly onRotate: (endpoint: Endpoint) => void;
  readonly onRemove: (endpoint: Endpoint) => Promise<void>;
}

/** Endpoints as rows; on a narrow screen as cards. */
export function EndpointTable({
  title,
  endpoints,
  ...changes
}: EndpointChanges & { readonly title: string; readonly endpoints: readonly Endpoint[] }) {
  const now = useNow(15_000);
  return (
    <TableCard title={title} columns={columns}>
      {endpoints.map((endpoint) => (
        <EndpointRow key={endpoint.id} of={endpoint} now={now} {...changes} />
      ))}
    </TableCard>
  );
}

function EndpointRow({
  of: endpoint,
  now,
  onTest,
  onRotate,
  onRemove,
}: EndpointChanges & { readonly of: Endpoint; readonly now: number }) {
  const { id, ownerId, events, overlapUntil, standing } = endpoint;
  const { lastDeliveredAt, problem } = standing;
  const name = `${urlText(endpoint)} of ${ownerName(ownerId)}`;
  return (
    <tr>
      <td>
        <a class="break" href={hrefOf('webhooks', { endpoint: id })} aria-label={`Deliveries to ${name}`}>
          <strong>{urlText(endpoint)}</strong>
        </a>
        <br />
        <span class="muted small break">owner {ownerName(ownerId)}</span>
        {overlapUntil !== null && overlapUntil > now && (
          <span class="muted small"> · old secret signs too, ends {fromNow(overlapUntil, now)}</span>
        )}
      </td>
      <td class="small" data-label="Events">
        {eventsText(events)}
      </td>
      <td class="small" data-label="State">
        <span>
          <StandingBadge standing={standing} />
          {problem !== null && <span class="muted small break endpoint-problem">{problem}</span>}
        </span>
      </td>
      <td class="small muted" data-label="Delivered" title={lastDeliveredAt === null ? '' : moment(lastDeliveredAt)}>
        {lastDeliveredAt !== null ? fromNow(lastDeliveredAt, now) : standing.recent === 0 ? 'Never' : 'Not recently'}
      </td>
      <td class="right">
        {canChange.value && (
          <span class="row key-changes">
            {endpoint.url !== null && (
              <button type="button" class="button slim" onClick={() => onTest(endpoint)} aria-label={`Test ${name}`}>
                Test
              </button>
            )}
            <button type="button" class="button slim" onClick={() => onRotate(endpoint)} aria-label={`Rotate ${name}`}>
              Rotate
            </button>
            <button
              type="button"
              class="button slim danger"
              onClick={() => void onRemove(endpoint)}
              aria-label={`Remove ${name}`}
            >
              Remove
            </button>
          </span>
        )}
      </td>
    </tr>
  );
}

/** How it went with the newest deliveries, in words, colour and sign. */
function StandingBadge({ standing }: { readonly standing: EndpointStanding }) {
  const [state, icon, text] = standingOf(standing);
  return (
    <span class="state numbers" data-state={state}>
      <Icon name={icon} />
      {text}
    </span>
  );
}

function standingOf({
  recent,
  parked,
  retried,
  lastDeliveredAt,
}: EndpointStanding): readonly [string, IconName, string] {
  if (parked > 0) return ['failed', 'failed', `${parked} of the last ${recent} parked`];
  if (retried > 0) return ['queued', 'retry', 'Failing, sent again'];
  if (lastDeliveredAt !== null) return ['completed', 'completed', 'Delivering'];
  return ['cancelled', 'queued', recent > 0 ? 'Being sent' : 'Nothing sent yet'];
}
