import type { Checks, Health } from '../data.ts';
import { bytes, count, duration, fromNow, plural, words } from '../format.ts';
import { useJobChanges } from '../live.ts';
import { Icon } from '../parts/icon.tsx';
import { ErrorNotice, Notice } from '../parts/notice.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { hrefOf } from '../route.ts';
import { service } from '../session.ts';
import { useData } from '../use-data.ts';

const lookMs = 5_000;
/** A job that waits longer than this while a worker idles, or a whole queue does, deserves a look. */
const longWaitMs = 60_000;

/** Whether all is well: the queue, the nodes and what they run, and the limits that hold. */
export function HealthPage() {
  const { data, error, reload } = useData<Health>('health', lookMs);
  useJobChanges(reload);
  return (
    <>
      <PageHead title="Health" text={data === null ? '' : summaryOf(data)} />
      {error !== null && <ErrorNotice error={error} />}
      {data !== null && (
        <>
          <Warnings health={data} />
          <Tiles health={data} />
          <Nodes health={data} />
          <div class="halves">
            <LimitList />
            <div class="stack">
              <ProcessFacts health={data} />
              <CheckList />
            </div>
          </div>
        </>
      )}
    </>
  );
}

function summaryOf({ status, nodeCount, counts }: Health): string {
  const work = counts.processing === 0 ? 'no jobs running' : `${plural(counts.processing, 'job')} running`;
  return `This node is ${status.state}; ${plural(nodeCount, 'node')}, ${work}.`;
}

function Warnings({ health: { status, counts, oldestQueuedAt, now, nodes } }: { readonly health: Health }) {
  const waitedMs = oldestQueuedAt === null ? 0 : now - oldestQueuedAt;
  const works = nodes.some((node) => node.works);
  return (
    <>
      {status.state !== 'running' && (
        <Notice kind="warn" title={`This node is ${status.state}`}>
          <span>It accepts jobs again once its process is restarted.</span>
        </Notice>
      )}
      {status.storage !== 'ok' && (
        <Notice kind="bad" title={status.storage === 'full' ? 'The disk is nearly full' : 'The disk cannot be written'}>
          <span>Free up space on the disk of the data folder. Until then, uploads are refused.</span>
        </Notice>
      )}
      {status.unavailable.length > 0 && (
        <Notice kind="bad" title={`This node cannot run ${status.unavailable.join(', ')}`}>
          <span>
            Its log and "platen doctor" name the cause. Until it is fixed, this node refuses these jobs unless another
            node runs them.
          </span>
        </Notice>
      )}
      {!works && (
        <Notice kind="bad" title="No node runs jobs">
          <span>Start a node with workers. Until then, accepted jobs wait.</span>
        </Notice>
      )}
      {counts.queued >= status.maxQueued && (
        <Notice kind="bad" title="The queue is full">
          <span>New jobs are refused until some have finished. Add a machine, or raise maxQueued.</span>
        </Notice>
      )}
      {works && waitedMs > longWaitMs && (
        <Notice kind="warn" title={`The oldest job has waited for ${duration(waitedMs)}`}>
          <span>Jobs arrive faster than they finish. Raise the concurrency, or add a machine.</span>
        </Notice>
      )}
    </>
  );
}

function Tiles({ health: { status, counts, oldestQueuedAt, now, nodes } }: { readonly health: Health }) {
  const slots = nodes.reduce((sum, { concurrency }) => sum + concurrency, 0);
  return (
    <div class="tiles numbers">
      <div class="tile">
        <span>Running</span>
        <strong>{count(counts.processing)}</strong>
        <small>of {plural(slots, 'slot')}</small>
      </div>
      <div class="tile">
        <span>Waiting</span>
        <strong>{count(counts.queued)}</strong>
        <small>at most {count(status.maxQueued)}</small>
      </div>
      <div class="tile">
        <span>Longest wait</span>
        <strong>{oldestQueuedAt === null ? '–' : duration(now - oldestQueuedAt)}</strong>
        <small>{oldestQueuedAt === null ? 'no job is waiting' : 'of the oldest queued job'}</small>
      </div>
      <div class="tile">
        <span>Storage</span>
        <strong>{status.storage === 'ok' ? 'OK' : status.storage === 'full' ? 'Full' : 'Down'}</strong>
        <small>for uploads and work</small>
      </div>
    </div>
  );
}

function Nodes({ health: { nodes, nodeCount, nodeId, now } }: { readonly health: Health }) {
  return (
    <section class="card" aria-label="Nodes">
      <div class="card-head">
        <h2>Nodes</h2>
        {nodeCount > nodes.length && (
          <span class="small muted">
            The first {nodes.length} of {count(nodeCount)}
          </span>
        )}
      </div>
      <ul class="nodes">
        {nodes.map((node) => (
          <li key={node.id}>
            <div class="row">
              <strong class="break">{node.host}</strong>
              {node.id === nodeId && <span class="state">this one</span>}
              <span class="small muted push numbers">seen {fromNow(node.lastSeenAt, now)}</span>
            </div>
            <div class="slots" role="img" aria-label={`${node.running.length} of ${node.concurrency} slots in use`}>
              {Array.from({ length: Math.min(64, node.concurrency) }, (_, index) => (
                <i key={index} data-taken={index < node.running.length} />
              ))}
            </div>
            <span class="small muted numbers">
              {node.works ? `${node.running.length} of ${plural(node.concurrency, 'slot')} in use` : 'Accepts only'}
              {node.maintains ? ' · may do housekeeping' : ''} · pid {node.pid} · {node.version} · up{' '}
              {duration(now - node.startedAt)}
            </span>
            {node.running.length > 0 && (
              <span class="small row">
                {node.running.slice(0, 8).map((id) => (
                  <a key={id} class="mono" href={hrefOf(`jobs/${id}`)}>
                    {id.slice(0, 8)}
                  </a>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What `platen doctor` would say of this machine, where the host looks. */
function CheckList() {
  const { data, error } = useData<Checks>('checks');
  const findings = data?.findings ?? [];
  if (error === null && findings.length === 0) return null;
  const wrong = findings.filter(({ ok }) => !ok).length;
  return (
    <section class="card" aria-label="Checks">
      <div class="card-head">
        <h2>Checks</h2>
        <span class="small muted">
          {wrong === 0 ? 'no problems' : plural(wrong, 'problem')}, looked {fromNow(data?.checkedAt ?? 0, Date.now())}
        </span>
      </div>
      {error !== null && <ErrorNotice error={error} />}
      <ul class="checks">
        {findings.map(({ name, ok, text }) => (
          <li key={name} data-ok={ok}>
            <Icon name={ok ? 'completed' : 'failed'} />
            <span>
              <strong>{name}</strong>
              <span class="unseen">{ok ? ' is well' : ' has a problem'}</span>
              <br />
              <span class="small muted break">{text}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function LimitList() {
  const limits = Object.entries(service.value?.limits ?? {});
  return (
    <section class="card" aria-label="Limits">
      <div class="card-head">
        <h2>Limits</h2>
        <span class="small muted">unless a key says otherwise</span>
      </div>
      <dl class="facts numbers">
        {limits.map(([name, value]) => (
          <div class="fact" key={name}>
            <dt>{limitNames[name] ?? words(name)}</dt>
            <dd>{limitText(name, value)}</dd>
          </div>
        ))}
        <div class="fact">
          <dt>Results are kept</dt>
          <dd>{duration(service.value?.retentionMs ?? 0)}</dd>
        </div>
      </dl>
    </section>
  );
}

const limitNames: Readonly<Record<string, string>> = {
  maxFileBytes: 'Max file size',
  maxRequestBytes: 'Max request size',
  maxInflatedBytes: 'Max inflated size',
  maxOutputBytes: 'Max output size',
  maxRunMs: 'Max run time',
  maxRunMsPerMegabyte: 'Max run time per MB',
  maxMemoryBytes: 'Max memory',
};

function limitText(name: string, value: number | null): string {
  if (value === null) return name.startsWith('maxRunMs') || name === 'maxMemoryBytes' ? 'by operation' : 'none';
  if (name.endsWith('Bytes')) return bytes(value);
  return name.endsWith('Ms') ? duration(value) : count(value);
}

function ProcessFacts({ health }: { readonly health: Health }) {
  const { node, platform, uptimeMs, rssBytes } = health.process;
  const languages = [...new Set(service.value?.operations.flatMap((operation) => operation.languages ?? []))];
  return (
    <section class="card" aria-label="This process">
      <div class="card-head">
        <h2>This process</h2>
      </div>
      <dl class="facts numbers">
        <dt>Platen</dt>
        <dd>{service.value?.version}</dd>
        <dt>Node.js</dt>
        <dd>
          {node}, {platform}
        </dd>
        <dt>Uptime</dt>
        <dd>{duration(uptimeMs)}</dd>
        <dt>Memory</dt>
        <dd>{bytes(rssBytes)}</dd>
        <dt>Conversions</dt>
        <dd>{health.isolated ? 'in confined processes' : 'in this process'}</dd>
        {languages.length > 0 && (
          <>
            <dt>Text recognition</dt>
            <dd>{languages.join(', ')}</dd>
          </>
        )}
      </dl>
    </section>
  );
}
