import type { JobDetail } from '../data.ts';
import { clock, duration, fromNow, moment } from '../format.ts';
import { useNow } from '../use-now.ts';

interface Step {
  readonly title: string;
  readonly at: number | null;
  readonly text: string;
  readonly kind: 'idle' | 'good' | 'bad' | 'busy';
}

const ends: Readonly<Record<string, string>> = {
  completed: 'completed',
  failed: 'failed',
  cancelled: 'was cancelled',
  released: 'was given back, to be tried again',
  expired: 'ended: its node no longer answered',
};

/** What happened to a job, from its submission to the day its files go. */
export function JobTimeline({
  job,
  hosts,
}: {
  readonly job: JobDetail;
  readonly hosts: Readonly<Record<string, string>>;
}) {
  const isUnderWay = job.state === 'queued' || job.state === 'processing';
  const now = useNow(isUnderWay ? 500 : 30_000);
  const steps = stepsOf(job, hosts, now);
  return (
    <section class="card" aria-label="Timeline">
      <div class="card-head">
        <h2>Timeline</h2>
        <span class="small muted">{moment(job.createdAt)}</span>
      </div>
      <Spans job={job} now={now} />
      <ol class="timeline">
        {steps.map(({ title, at, text, kind }, index) => (
          <li key={index} data-kind={kind}>
            <div class="row">
              <strong>{title}</strong>
              {at !== null && (
                <time class="small muted numbers push" dateTime={new Date(at).toISOString()}>
                  {clock(at)}
                </time>
              )}
            </div>
            <span class="small muted">{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Waiting and working as lengths of one bar: where the time went, at a glance. */
function Spans({ job, now }: { readonly job: JobDetail; readonly now: number }) {
  const end = job.finishedAt ?? Math.max(now, job.updatedAt);
  const total = Math.max(1, end - job.createdAt);
  const share = (ms: number) => `${Math.max(0.6, (100 * ms) / total)}%`;
  let at = job.createdAt;
  const parts: { readonly kind: string; readonly ms: number }[] = [];
  for (const run of job.runs) {
    if (run.startedAt > at) parts.push({ kind: 'waiting', ms: run.startedAt - at });
    const runEnd = run.endedAt ?? end;
    parts.push({ kind: run.end ?? 'processing', ms: Math.max(0, runEnd - run.startedAt) });
    at = runEnd;
  }
  if (end > at) parts.push({ kind: 'waiting', ms: end - at });
  const waitedMs = parts.filter(({ kind }) => kind === 'waiting').reduce((sum, { ms }) => sum + ms, 0);
  // As the API says it: of a run under way the store only hears now and then.
  const workedMs = job.finishedAt === null ? total - waitedMs : job.durationMs;
  const text = `${duration(waitedMs)} waiting, ${duration(workedMs)} working`;
  return (
    <div class="spans">
      <div class="spans-bar" role="img" aria-label={text}>
        {parts.map(({ kind, ms }, index) => (
          <i key={index} data-kind={kind} style={{ width: share(ms) }} />
        ))}
      </div>
      <span class="small muted numbers">{text}</span>
    </div>
  );
}

function stepsOf(job: JobDetail, hosts: Readonly<Record<string, string>>, now: number): readonly Step[] {
  const attempts = job.runs.map((run, index): Step => {
    const node = hosts[run.nodeId] ?? `node ${run.nodeId.slice(0, 8)}`;
    const isOver = run.end !== null;
    const isOnlyOne = job.runs.length === 1 && job.finishedAt !== null;
    const took = duration(isOnlyOne ? job.durationMs : (run.endedAt ?? Math.max(now, run.startedAt)) - run.startedAt);
    return {
      title: job.runs.length > 1 ? `Attempt ${index + 1}` : 'Attempt',
      at: run.startedAt,
      text: isOver ? `On ${node}; ${ends[run.end ?? '']} after ${took}` : `On ${node}, for ${took} now`,
      kind: !isOver
        ? 'busy'
        : run.end === 'completed'
          ? 'good'
          : run.end === 'failed' || run.end === 'expired'
            ? 'bad'
            : 'idle',
    };
  });
  const [first] = job.runs;
  const waited = first === undefined ? '' : `; begun ${duration(first.startedAt - job.createdAt)} later`;
  const queued: Step = {
    title: 'Queued',
    at: job.createdAt,
    text: `Files stored, job recorded${waited}`,
    kind: 'idle',
  };
  const last: readonly Step[] =
    job.state === 'queued'
      ? [{ title: 'Waiting', at: null, text: waitingText(job, now), kind: 'busy' }]
      : job.purgeAt === null
        ? []
        : [
            {
              title: 'Kept',
              at: null,
              text: `Record and results are removed ${fromNow(job.purgeAt, now)}`,
              kind: 'idle',
            },
          ];
  return [queued, ...attempts, ...last];
}

function waitingText({ availableAt }: JobDetail, now: number): string {
  return availableAt > now + 1_000 ? `Tried again ${fromNow(availableAt, now)}` : 'Begins when a worker is free';
}
