import { useEffect, useState } from 'preact/hooks';
import { type ApiError, api, asApiError } from '../api.ts';
import type { JobDetail } from '../data.ts';
import { fieldsOf, secretFieldsOf } from '../fields-of.ts';
import { bytes, duration, plural, words } from '../format.ts';
import { useJobChanges } from '../live.ts';
import { keyName, loadOwnerNames, ownerName } from '../owner-names.ts';
import { confirmed } from '../parts/confirm.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { FileName } from '../parts/file-name.tsx';
import { Icon } from '../parts/icon.tsx';
import { ErrorNotice, Notice, TroubleNotice } from '../parts/notice.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { ProgressBar } from '../parts/progress-bar.tsx';
import { RequestCode } from '../parts/request-code.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { toast } from '../parts/toast.tsx';
import { Outputs } from '../preview/outputs.tsx';
import { hrefOf } from '../route.ts';
import { canChange, service, titleOf } from '../session.ts';
import { useData } from '../use-data.ts';
import { JobTimeline } from './job-timeline.tsx';
import { optionText } from './option-text.ts';
import { RetryDialog } from './retry-dialog.tsx';

interface Answer {
  readonly job: JobDetail;
  readonly hosts: Readonly<Record<string, string>>;
  /** It failed or was cancelled, and its files are still there. */
  readonly canRetry: boolean;
}

/** One job: where it is, what happened, what came out, and what can be done about it. */
export function JobPage({ id }: { readonly id: string }) {
  const { data, error, reload } = useData<Answer>(`jobs/${id}`);
  const [isGone, setGone] = useState(false);
  useEffect(() => void loadOwnerNames(), []);
  useJobChanges(({ jobs, removed, isPartial }) => {
    if (removed.includes(id)) setGone(true);
    else if (isPartial || jobs.some((job) => job.id === id)) reload();
  });

  const back = (
    <a class="back" href={hrefOf('jobs')}>
      <Icon name="back" />
      All jobs
    </a>
  );
  if (isGone || (data === null && error !== null)) {
    return (
      <>
        {back}
        <PageHead title="Job" />
        {error !== null && !isGone ? (
          <ErrorNotice error={error} />
        ) : (
          <Notice kind="warn" title="This job was removed">
            <span>Its record and its files are gone.</span>
          </Notice>
        )}
      </>
    );
  }
  if (data === null) return back;
  const { job, hosts, canRetry } = data;
  const isOffered = canRetry && canChange.value;
  return (
    <>
      {back}
      <PageHead title={job.inputs[0]?.fileName ?? 'Job'} text={<Under job={job} />}>
        <Actions job={job} canRetry={isOffered} onChanged={reload} onRemoved={() => setGone(true)} />
      </PageHead>
      {(job.state === 'processing' || job.state === 'queued') && <ProgressBar job={job} />}
      {job.error !== null && (
        <TroubleNotice trouble={job.error} way={isOffered ? 'retry' : 'send'} correlationId={job.correlationId} />
      )}
      {job.warnings.map(({ code, message }) => (
        <Notice kind="warn" title={message} key={`${code} ${message}`}>
          <span class="small muted">{code}</span>
        </Notice>
      ))}
      {job.outputs.length > 0 && (
        <section class="card" aria-label="Results">
          <div class="card-head">
            <h2>{plural(job.outputs.length, 'result')}</h2>
          </div>
          <Outputs jobId={job.id} outputs={job.outputs} />
        </section>
      )}
      <div class="halves">
        <JobTimeline job={job} hosts={hosts} />
        <Details job={job} />
      </div>
      <RequestCode request={requestOf(job)} />
    </>
  );
}

/** The request that a job came of, as far as its record has it: no secret, and no option that is as it is by default. */
function requestOf({ operation: name, inputs, options, error }: JobDetail) {
  const operation = service.value?.operations.find((each) => each.name === name);
  return {
    operation: name,
    fileNames: inputs.map(({ fileName }) => fileName),
    fields: fieldsOf(options, operation),
    secretFields: error?.code === 'PDF_ENCRYPTED' ? secretFieldsOf(operation) : [],
  };
}

function Under({ job }: { readonly job: JobDetail }) {
  return (
    <span class="row">
      <StateBadge state={job.state} progress={job.progress} />
      {titleOf(job.operation)} · {ownerName(job.ownerId)}
    </span>
  );
}

function Actions({
  job,
  canRetry,
  onChanged,
  onRemoved,
}: {
  readonly job: JobDetail;
  readonly canRetry: boolean;
  readonly onChanged: () => void;
  readonly onRemoved: () => void;
}) {
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isRetrying, setRetrying] = useState(false);
  if (!canChange.value) return null;
  const isUnderWay = job.state === 'queued' || job.state === 'processing';

  const change = async (work: () => Promise<unknown>, done: string, then: () => void) => {
    setBusy(true);
    try {
      await work();
      setError(null);
      toast(done);
      then();
    } catch (thrown) {
      setError(asApiError(thrown));
    } finally {
      setBusy(false);
    }
  };
  const cancel = async () => {
    if (!(await confirmed('Cancel this job?', 'Its work so far is lost.', 'Cancel the job'))) return;
    await change(() => api(`jobs/${job.id}/cancel`, { method: 'POST' }), 'The job was cancelled', onChanged);
  };
  const queued = () => {
    setRetrying(false);
    toast('The job is queued again');
    onChanged();
  };
  const remove = async () => {
    const text = 'Its record and its files are removed at once, and its download links stop working.';
    if (!(await confirmed('Delete this job?', text, 'Delete the job'))) return;
    await change(() => api(`jobs/${job.id}`, { method: 'DELETE' }), 'The job was deleted', onRemoved);
  };
  return (
    <>
      <div class="row">
        {/* With keys none is moved when another comes or goes: a moved button loses the focus. */}
        {isUnderWay && (
          <button key="cancel" type="button" class="button" disabled={isBusy} onClick={() => void cancel()}>
            <Icon name="close" />
            Cancel
          </button>
        )}
        {canRetry && (
          <button key="retry" type="button" class="button" disabled={isBusy} onClick={() => setRetrying(true)}>
            <Icon name="retry" />
            Retry
          </button>
        )}
        <button key="delete" type="button" class="button danger" disabled={isBusy} onClick={() => void remove()}>
          <Icon name="trash" />
          Delete
        </button>
      </div>
      {isRetrying && <RetryDialog job={job} onClose={() => setRetrying(false)} onQueued={queued} />}
      {error !== null && (
        <div class="whole">
          <ErrorNotice error={error} />
        </div>
      )}
    </>
  );
}

function Details({ job }: { readonly job: JobDetail }) {
  const options = Object.entries(job.options).filter(([, value]) => value !== undefined && value !== null);
  return (
    <section class="card" aria-label="Details">
      <div class="card-head">
        <h2>Details</h2>
      </div>
      <dl class="facts">
        <dt>Files</dt>
        <dd>
          {job.inputs.map(({ fileName, sizeBytes }, index) => (
            <div key={index}>
              <FileName name={fileName} /> <span class="muted numbers">{bytes(sizeBytes)}</span>
            </div>
          ))}
        </dd>
        {options.map(([name, value]) => (
          <>
            <dt key={name}>{words(name)}</dt>
            <dd>{optionText(value)}</dd>
          </>
        ))}
        {job.keyId !== null && job.keyId !== 'dashboard' && (
          <>
            <dt>API key</dt>
            <dd title={job.keyId}>{keyName(job.keyId)}</dd>
          </>
        )}
        {job.startedAt !== null && (
          <>
            <dt>Processing</dt>
            <dd class="numbers" title={`durationMs: ${job.durationMs}`}>
              {duration(job.durationMs)}
            </dd>
          </>
        )}
        <dt>Job id</dt>
        <dd class="row">
          <code class="break" id="job-id">
            {job.id}
          </code>
          <CopyButton text={job.id} what="job id" from="job-id" />
        </dd>
        <dt>Correlation id</dt>
        <dd>
          <code class="break">{job.correlationId}</code>
        </dd>
      </dl>
    </section>
  );
}
