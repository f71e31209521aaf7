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
export function JobTable({ jobs }: { readonly jobs: readonly Job[] }) {
  const now = useNow(5_000);
  return (
    <Table look="job-table" columns={columns}>
      {jobs.map((job) => (
        <tr key={job.id}>
          <td class="job-name">
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

/** From the first start to the end, or to now. */
function tookOf({ startedAt, finishedAt }: Job, now: number): string {
  return startedAt === null ? '–' : duration((finishedAt ?? Math.max(now, startedAt)) - startedAt);
}
