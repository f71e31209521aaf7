import type { Job } from '../data.ts';
import { bytes, duration, fromNow, moment, plural } from '../format.ts';
import { ownerName } from '../owner-names.ts';
import { FileName } from '../parts/file-name.tsx';
import { Icon, operationIcon } from '../parts/icon.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { Table } from '../parts/table.tsx';
import { hrefOf } from '../route.ts';
import { titleOf } from '../session.ts';
import { useNow } from '../use-now.ts';

const columns = [
  'Job',
  'State',
  'Owner',
  { heading: 'Size', look: 'right' },
  { heading: 'Duration', look: 'right' },
  { heading: 'Created', look: 'right' },
] as const;

/** Jobs as rows; on a narrow screen as cards. */
export function JobTable({
  jobs,
  chosen,
  onChoose,
}: {
  readonly jobs: readonly Job[];
  /** Null where jobs cannot be chosen. */
  readonly chosen: ReadonlySet<string> | null;
  readonly onChoose: (id: string, isChosen: boolean) => void;
}) {
  const now = useNow(5_000);
  return (
    <Table look="job-table" columns={columns}>
      {jobs.map((job) => (
        <tr key={job.id}>
          <td class="job-name">
            {chosen !== null && (
              <input
                type="checkbox"
                class="job-choice"
                checked={chosen.has(job.id)}
                aria-label={`Select ${job.fileName ?? job.id}`}
                title="Select"
                onChange={(event) => onChoose(job.id, event.currentTarget.checked)}
              />
            )}
            <a href={hrefOf(`jobs/${job.id}`)}>
              <span class="operation-sign" data-operation={job.operation}>
                <Icon name={operationIcon(job.operation)} />
              </span>
              <span class="cut">
                <strong class="cut">
                  <JobName of={job} />
                </strong>
                <span class="muted small cut">{titleOf(job.operation)}</span>
              </span>
            </a>
          </td>
          <td>
            <StateBadge state={job.state} progress={job.progress} />
          </td>
          <td class="muted small cut job-owner">{ownerName(job.ownerId)}</td>
          <td class="right small numbers job-size">
            {bytes(job.inputBytes)}
            {job.outputCount > 0 && <span class="muted"> → {bytes(job.outputBytes)}</span>}
          </td>
          <td class="right small numbers job-took">{tookOf(job, now)}</td>
          <td class="right small muted numbers job-created" title={moment(job.createdAt)}>
            {fromNow(job.createdAt, now)}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function JobName({ of: { fileName, inputCount, id } }: { readonly of: Job }) {
  if (fileName === null) return <>{id}</>;
  return (
    <>
      <FileName name={fileName} />
      {inputCount > 1 && ` and ${plural(inputCount - 1, 'more file')}`}
    </>
  );
}

/** The processing time as the API says it; while it runs, since its start. */
function tookOf({ startedAt, finishedAt, durationMs }: Job, now: number): string {
  if (startedAt === null) return '–';
  return duration(finishedAt === null ? Math.max(0, now - startedAt) : durationMs);
}
