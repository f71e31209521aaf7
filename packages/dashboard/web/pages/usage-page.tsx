import { useEffect, useState } from 'preact/hooks';
import { roundDurations } from '../charts/round-steps.ts';
import { type Series, StackedBars } from '../charts/stacked-bars.tsx';
import type { DaySums, OwnerSums, Usage } from '../data.ts';
import { bytes, count, day, duration, plural, shortDuration } from '../format.ts';
import { loadOwnerNames, ownerName } from '../owner-names.ts';
import { Icon } from '../parts/icon.tsx';
import { ErrorNotice } from '../parts/notice.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Table } from '../parts/table.tsx';
import { hrefOf, place, replacePlace } from '../route.ts';
import { service, titleOf } from '../session.ts';
import { useData } from '../use-data.ts';

const ownerColumns = [
  'Owner',
  { heading: 'Jobs', look: 'right' },
  { heading: 'Failed', look: 'right' },
  { heading: 'Processing time', look: 'right' },
  { heading: 'Input', look: 'right' },
  'Quota this month',
] as const;
const dayColumns = [
  'Day',
  'Operation',
  { heading: 'Completed', look: 'right' },
  { heading: 'Failed', look: 'right' },
  { heading: 'Cancelled', look: 'right' },
  { heading: 'Processing time', look: 'right' },
] as const;

const ranges = [7, 30, 90];
const dayMs = 86_400_000;

/** What was converted, by day, operation and owner. It outlives the jobs. */
export function UsagePage() {
  const range = Number(place.value.query.get('days') ?? 30);
  const { data, error } = useData<Usage>(`usage?days=${range}`);
  useEffect(() => void loadOwnerNames(), []);
  return (
    <>
      <PageHead title="Usage" text="Finished jobs by day (UTC), counted even after they are deleted.">
        <div class="choice" role="group" aria-label="Range">
          {ranges.map((days) => (
            <button
              key={days}
              type="button"
              aria-pressed={days === range}
              onClick={() => replacePlace(hrefOf('usage', { days: String(days) }))}
            >
              {days} days
            </button>
          ))}
        </div>
      </PageHead>
      {error !== null && <ErrorNotice error={error} />}
      {data !== null && (data.byDay.length === 0 ? <NoUsage /> : <Charts usage={data} />)}
    </>
  );
}

function NoUsage() {
  return (
    <section class="card empty">
      <Icon name="usage" />
      <h2>No conversions in this period</h2>
      <p>Finished jobs are counted here by day, operation and owner.</p>
    </section>
  );
}

function Charts({ usage }: { readonly usage: Usage }) {
  const { byDay, owners, ownerCount } = usage;
  const days = daysOf(usage);
  const operations = operationsOf(byDay);
  const series = (amountOf: (row: DaySums) => number): readonly Series[] =>
    operations.map((operation) => ({
      name: titleOf(operation),
      color: colorOf(operation),
      values: days.map((each) =>
        byDay
          .filter((row) => row.day === each && row.operation === operation)
          .reduce((sum, row) => sum + amountOf(row), 0),
      ),
    }));
  const total = (amountOf: (row: DaySums) => number) => byDay.reduce((sum, row) => sum + amountOf(row), 0);
  const [jobs, failed] = [total(jobsOf), total((row) => row.failed)];
  const seconds = total((row) => row.processingMs);
  return (
    <>
      <div class="tiles">
        <Tile name="Jobs" value={count(jobs)} text={`${count(total((row) => row.completed))} completed`} />
        <Tile
          name="Failed"
          value={count(failed)}
          text={`${((100 * failed) / Math.max(1, jobs)).toFixed(1)} % of all`}
        />
        <Tile
          name="Processing time"
          value={duration(seconds)}
          text={`${duration(seconds / Math.max(1, jobs))} per job`}
        />
        <Tile
          name="Input"
          value={bytes(total((row) => row.inputBytes))}
          text={`${bytes(total((row) => row.outputBytes))} of output`}
        />
      </div>
      <section class="card">
        <StackedBars title="Jobs per day" days={days} series={series(jobsOf)} format={count} />
      </section>
      <section class="card">
        <StackedBars
          title="Processing time per day"
          days={days}
          series={series((row) => row.processingMs)}
          format={duration}
          formatStep={shortDuration}
          stepsTo={roundDurations}
        />
      </section>
      <section class="card flush">
        <div class="card-head">
          <h2>Owners</h2>
          {ownerCount > owners.length && (
            <span class="small muted">
              The {owners.length} busiest of {count(ownerCount)}
            </span>
          )}
        </div>
        <OwnerTable owners={owners} />
      </section>
      <NumbersTable byDay={byDay} />
    </>
  );
}

function Tile({ name, value, text }: { readonly name: string; readonly value: string; readonly text: string }) {
  return (
    <div class="tile numbers">
      <span>{name}</span>
      <strong>{value}</strong>
      <small>{text}</small>
    </div>
  );
}

function OwnerTable({ owners }: { readonly owners: readonly OwnerSums[] }) {
  return (
    <Table look="key-table owner-table" bodyLook="numbers" columns={ownerColumns}>
      {owners.map((owner) => (
        <tr key={owner.ownerId}>
          <td class="break">{ownerName(owner.ownerId)}</td>
          <td class="right" data-label="Jobs">
            {count(jobsOf(owner))}
          </td>
          <td class="right" data-label="Failed">
            {count(owner.failed)}
          </td>
          <td class="right" data-label="Processing">
            {duration(owner.processingMs)}
          </td>
          <td class="right" data-label="Input">
            {bytes(owner.inputBytes)}
          </td>
          <td data-label="Quota">
            <QuotaMeter quota={owner.quota} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function QuotaMeter({ quota: { used, limit } }: { readonly quota: OwnerSums['quota'] }) {
  if (limit === null) return <span class="small muted">{count(used)} used, no quota</span>;
  const share = Math.min(1, used / Math.max(1, limit));
  return (
    <span class="quota">
      <span class="bar" data-full={share >= 0.9}>
        <i style={{ width: `${100 * share}%` }} />
      </span>
      <span class="small">
        {count(used)} of {count(limit)}
      </span>
    </span>
  );
}

/** The numbers behind the charts. */
function NumbersTable({ byDay }: { readonly byDay: readonly DaySums[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="card numbers-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Numbers by day and operation ({plural(byDay.length, 'row')})</summary>
      {isOpen && (
        <div class="scroll" tabIndex={0} role="region" aria-label="Numbers by day and operation">
          <Table look="numbers" columns={dayColumns}>
            {byDay.toReversed().map((row) => (
              <tr key={`${row.day} ${row.operation}`}>
                <td>{day(row.day)}</td>
                <td>{titleOf(row.operation)}</td>
                <td class="right">{count(row.completed)}</td>
                <td class="right">{count(row.failed)}</td>
                <td class="right">{count(row.cancelled)}</td>
                <td class="right">{duration(row.processingMs)}</td>
              </tr>
            ))}
          </Table>
        </div>
      )}
    </details>
  );
}

function jobsOf({ completed, failed, cancelled }: Pick<DaySums, 'completed' | 'failed' | 'cancelled'>): number {
  return completed + failed + cancelled;
}

/** Every day of the range, those without a job too. */
function daysOf({ fromDay, toDay }: Usage): readonly string[] {
  const days: string[] = [];
  for (let time = Date.parse(fromDay); time <= Date.parse(toDay); time += dayMs) {
    days.push(new Date(time).toISOString().slice(0, 'yyyy-mm-dd'.length));
  }
  return days;
}

/** In the order of the service, so that each keeps its place and colour whatever the range. */
function operationsOf(byDay: readonly DaySums[]): readonly string[] {
  const used = new Set(byDay.map(({ operation }) => operation));
  const known = service.value?.operations.map(({ name }) => name) ?? [];
  return [...known.filter((name) => used.has(name)), ...[...used].filter((name) => !known.includes(name))];
}

function colorOf(operation: string): number {
  const index = service.value?.operations.findIndex(({ name }) => name === operation) ?? 0;
  return (Math.max(0, index) % 8) + 1;
}
