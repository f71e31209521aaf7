import { useEffect, useState } from 'preact/hooks';
import { type ApiError, api, asApiError } from '../api.ts';
import type { Job, JobList, JobState } from '../data.ts';
import { count } from '../format.ts';
import { isLive, liveCounts, useJobChanges } from '../live.ts';
import { loadOwnerNames, ownerName, owners } from '../owner-names.ts';
import { FilterSelect } from '../parts/filter-select.tsx';
import { Icon } from '../parts/icon.tsx';
import { ErrorNotice } from '../parts/notice.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { stateNames } from '../parts/state-badge.tsx';
import { hrefOf, place, readPlace, replacePlace } from '../route.ts';
import { canChange, service } from '../session.ts';
import { useData } from '../use-data.ts';
import { ChosenJobs } from './chosen-jobs.tsx';
import { JobTable } from './job-table.tsx';

const states = Object.keys(stateNames) as JobState[];
const searchDelayMs = 250;
/** Rows on the page; further ones are on the pages that the filters give. */
const maxRows = 1_000;
const ages = [
  ['1', 'Last 24 hours'],
  ['7', 'Last 7 days'],
] as const;

/** All jobs, live, by state, operation, owner, time and text. */
export function JobsPage() {
  const query = filterOf(place.value.query);
  const path = `jobs?${query}`;
  const asked = useData<JobList>(path);
  const { data, error, reload, set } = asked;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [moreError, setMoreError] = useState<ApiError | null>(null);
  useEffect(() => void loadOwnerNames(), []);

  useJobChanges(({ jobs, removed, isPartial }) => {
    const isKnown = (job: Job) => data?.jobs.some(({ id }) => id === job.id) === true;
    if (isPartial || jobs.some((job) => !isKnown(job)) || removed.length > 0) reload();
    const changed = new Map(jobs.map((job) => [job.id, job]));
    set((old) => ({ ...old, jobs: old.jobs.map((job) => changed.get(job.id) ?? job) }));
  });

  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const loadMore = async () => {
    try {
      const next = await api<JobList>(`${path}&cursor=${data?.nextCursor}`);
      set((old) => ({ ...next, jobs: [...old.jobs, ...next.jobs].slice(0, maxRows) }));
      setMoreError(null);
    } catch (thrown) {
      setMoreError(asApiError(thrown));
    }
  };
  const isFiltered = [...place.value.query].length > 0;
  const text = isLive.value ? 'Updates live.' : 'Updates every few seconds while the live connection is being made.';
  return (
    <>
      <PageHead title="Jobs" text={text} />
      <Filters />
      {error !== null && <ErrorNotice error={error} />}
      {data !== null && data.jobs.length === 0 && <NoJobs isFiltered={isFiltered} />}
      {data !== null && data.jobs.length > 0 && (
        <section class="card flush" aria-label="Jobs">
          {canChange.value && (
            <ChosenJobs
              jobs={data.jobs}
              chosen={chosen}
              onChoose={(ids) => setChosen(new Set(ids))}
              onChanged={reload}
            />
          )}
          <JobTable jobs={data.jobs} chosen={canChange.value ? chosen : null} onChoose={choose} />
          {data.nextCursor !== null && data.jobs.length < maxRows && (
            <div class="more">
              <button type="button" class="button" onClick={() => void loadMore()}>
                Show more
              </button>
            </div>
          )}
          {moreError !== null && <ErrorNotice error={moreError} />}
        </section>
      )}
    </>
  );
}

/** The query of the page as the server takes it. */
function filterOf(query: URLSearchParams): URLSearchParams {
  const asked = new URLSearchParams(query);
  const days = Number(asked.get('days'));
  asked.delete('days');
  // To the minute: the same address for a while.
  if (days > 0) asked.set('from', String(Math.floor(Date.now() / 60_000) * 60_000 - days * 86_400_000));
  return asked;
}

/** A search is due a moment after it was typed: by then something else may have been chosen, or a link followed. */
function filterBy(name: string, value: string): void {
  const { page, id, query } = readPlace();
  if (id !== null || !['', 'jobs'].includes(page)) return;
  query.set(name, value);
  replacePlace(hrefOf('jobs', Object.fromEntries(query)));
}

function Filters() {
  const { query } = place.value;
  const by = (name: string) => ({
    value: query.get(name) ?? '',
    onChange: (value: string) => filterBy(name, value),
  });
  const operations = service.value?.operations ?? [];
  const ownerIds = [...new Set(['dashboard', ...owners.value])];
  return (
    <div class="filters">
      <StateChips {...by('state')} />
      <div class="filter-fields">
        <SearchField {...by('text')} />
        <FilterSelect
          {...by('operation')}
          label="Operation"
          all="All operations"
          choices={operations.map(({ name, title }) => [name, title])}
        />
        <FilterSelect
          {...by('owner')}
          label="Owner"
          all="All owners"
          choices={ownerIds.map((owner) => [owner, ownerName(owner)])}
        />
        <FilterSelect {...by('days')} label="Created" all="Any time" choices={ages} />
        <FilterSelect {...by('order')} label="Order" all="Newest first" choices={[['oldest', 'Oldest first']]} />
      </div>
    </div>
  );
}

function StateChips({ value, onChange }: { readonly value: string; readonly onChange: (state: string) => void }) {
  const counts = liveCounts.value;
  return (
    <div class="chips" role="group" aria-label="State">
      {['', ...states].map((state) => (
        <button
          key={state}
          type="button"
          class="chip"
          data-state={state}
          aria-pressed={value === state}
          onClick={() => onChange(state)}
        >
          {state === '' ? 'All' : stateNames[state as JobState]}
          {counts !== null && (
            <span class="numbers">
              {count(state === '' ? states.reduce((sum, each) => sum + counts[each], 0) : counts[state as JobState])}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

/** Searches once nothing more is typed for a moment. */
function SearchField({ value, onChange }: { readonly value: string; readonly onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (typed !== value) onChange(typed);
    }, searchDelayMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <input
      class="input"
      type="search"
      placeholder="File name, job or correlation id"
      aria-label="Search"
      value={typed}
      onInput={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

function NoJobs({ isFiltered }: { readonly isFiltered: boolean }) {
  const canTry = service.value?.canTry === true && canChange.value;
  return (
    <section class="card empty">
      <Icon name="jobs" />
      <h2>{isFiltered ? 'No job matches these filters' : 'No jobs yet'}</h2>
      <p>
        {isFiltered
          ? 'Records are kept for a while after a job ends, then removed.'
          : 'Jobs appear here the moment a client sends one.'}
      </p>
      {isFiltered ? (
        <a class="button" href={hrefOf('jobs')}>
          Show all jobs
        </a>
      ) : (
        canTry && (
          <a class="button main" href={hrefOf('try')}>
            Try a conversion
          </a>
        )
      )}
    </section>
  );
}
