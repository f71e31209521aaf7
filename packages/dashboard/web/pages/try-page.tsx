import { useEffect, useRef, useState } from 'preact/hooks';
import { type ApiError, api, asApiError } from '../api.ts';
import type { JobDetail, OperationInfo } from '../data.ts';
import { secretFieldsOf, takesWebhookUrl, webhookUrlField } from '../fields-of.ts';
import { isLive, useJobChanges } from '../live.ts';
import { Icon, operationIcon } from '../parts/icon.tsx';
import { ErrorNotice } from '../parts/notice.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { RequestCode } from '../parts/request-code.tsx';
import type { SampleRequest } from '../request-samples.ts';
import { hrefOf, place, replacePlace } from '../route.ts';
import { service } from '../session.ts';
import { FilePicker } from '../try/file-picker.tsx';
import { OptionForm } from '../try/option-form.tsx';
import { sentFields } from '../try/sent-fields.ts';
import { TryResult } from '../try/try-result.tsx';
import { upload } from '../try/upload.ts';

const pollMs = 1_000;

type TriedRequest = Omit<SampleRequest, 'apiUrl'>;

/** A conversion in a few seconds: choose what to do, drop files, look at the result beside the source. */
export function TryPage() {
  const operations = service.value?.operations ?? [];
  const wanted = place.value.query.get('operation');
  const operation = operations.find(({ name }) => name === wanted) ?? operations[0];
  if (operation === undefined) return <PageHead title="Try a conversion" text="This host has no operations." />;
  return (
    <>
      <PageHead
        title="Try a conversion"
        text="Your files are deleted after the conversion, the result when its retention time ends."
      />
      <OperationPicker operations={operations} chosen={operation} />
      <Attempt key={operation.name} operation={operation} />
    </>
  );
}

function OperationPicker({
  operations,
  chosen,
}: {
  readonly operations: readonly OperationInfo[];
  readonly chosen: OperationInfo;
}) {
  return (
    <fieldset class="operations">
      <legend class="unseen">Operation</legend>
      {operations.map(({ name, title }) => (
        <label key={name} class="operation" data-operation={name}>
          <input
            type="radio"
            name="operation"
            value={name}
            checked={name === chosen.name}
            onChange={() => replacePlace(hrefOf('try', { operation: name }))}
          />
          <span class="operation-sign" data-operation={name}>
            <Icon name={operationIcon(name)} />
          </span>
          {title}
        </label>
      ))}
    </fieldset>
  );
}

/** Files and options of one operation, and what became of them. */
// Long: the markup of one panel.
function Attempt({ operation }: { readonly operation: OperationInfo }) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [from, setFrom] = useState('');
  const [sent, setSent] = useState<number | null>(null);
  const [job, setJob] = useState<JobDetail | null>(null);
  const [sources, setSources] = useState<readonly File[]>([]);
  const [request, setRequest] = useState<TriedRequest | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const result = useRef<HTMLDivElement>(null);
  const isUnderWay = sent !== null || job?.state === 'queued' || job?.state === 'processing';

  const look = async (id: string) => {
    try {
      setJob((await api<{ job: JobDetail }>(`jobs/${id}`)).job);
    } catch (thrown) {
      setError(asApiError(thrown));
    }
  };
  useJobChanges(({ jobs, isPartial }) => {
    if (job !== null && (isPartial || jobs.some(({ id }) => id === job.id))) void look(job.id);
  });
  useEffect(() => {
    if (job === null || !isUnderWay) return;
    // The stream sends changes; without it, and at its start, the state is polled.
    const timer = setInterval(() => {
      if (!isLive.value) void look(job.id);
    }, pollMs);
    return () => clearInterval(timer);
  }, [job?.id, isUnderWay]);

  // Once it is on the page: before that there is nothing to scroll to.
  useEffect(() => {
    if (job !== null) result.current?.scrollIntoView({ block: 'start', behavior: 'smooth' });
  }, [job?.id, job?.state]);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setError(null);
    setJob(null);
    setSent(0);
    try {
      const fields = new FormData(event.currentTarget as HTMLFormElement);
      const { jobId } = await upload(operation.name, fields, files, setSent);
      setSources(files);
      setRequest(requestOf(operation, fields, files));
      await look(jobId);
    } catch (thrown) {
      setError(asApiError(thrown));
    } finally {
      setSent(null);
    }
  };
  const most = operation.files.max ?? service.value?.limits.maxFiles ?? 1;
  // How many outputs a job has is the server's question.
  const isReady = (from.trim() !== '' || files.length >= operation.files.min) && files.length <= most;
  return (
    <>
      <form class="try" ref={form} onSubmit={(event) => void submit(event)}>
        <section class="card try-files" aria-label="Files">
          <FilePicker operation={operation} most={most} files={files} onChange={setFiles} />
          <label class="field">
            <span>Or outputs of a job</span>
            <input
              class="input"
              name="from"
              autocomplete="off"
              value={from}
              onInput={(event) => setFrom(event.currentTarget.value)}
            />
            <small>The id of a job from this page, or one of its outputs as id/2; they come before the files</small>
          </label>
        </section>
        <section class="card try-options" aria-label="Options">
          <div>
            <h2>{operation.title}</h2>
            <p class="small muted">{operation.description}</p>
          </div>
          <OptionForm operation={operation} fileNames={files.map(({ name }) => name)} error={error} />
          <button type="submit" class="button main" disabled={!isReady || isUnderWay}>
            {isUnderWay ? 'Converting…' : 'Convert'}
          </button>
          {!isReady && <p class="small muted">{neededText(operation, files.length, most)}</p>}
        </section>
      </form>
      <div ref={result} class="try-result" aria-live="polite">
        {error !== null && <ErrorNotice error={error} />}
        {sent !== null && (
          <div class="progress">
            <div class="bar">
              <i style={{ width: `${100 * sent}%` }} />
            </div>
            <span class="small muted numbers">Sending: {Math.round(100 * sent)} %</span>
          </div>
        )}
        {job !== null && <TryResult job={job} sources={sources} onAgain={() => form.current?.requestSubmit()} />}
      </div>
      {job !== null && request !== null && <RequestCode request={request} />}
    </>
  );
}

/** What was sent, to be written as code. Of a secret it says only that there was one. */
function requestOf(operation: OperationInfo, form: FormData, files: readonly File[]): TriedRequest {
  // The URL of a webhook may hold a secret.
  const hasWebhookUrl = takesWebhookUrl(operation, service.value);
  const secrets = [...secretFieldsOf(operation), ...(hasWebhookUrl ? [webhookUrlField] : [])];
  const given = sentFields(form);
  return {
    operation: operation.name,
    fileNames: files.map(({ name }) => name),
    fields: given.filter(([name]) => !secrets.includes(name)),
    secretFields: secrets.filter((secret) => given.some(([name]) => name === secret)),
  };
}

function neededText({ files: { min } }: OperationInfo, given: number, most: number): string {
  if (given > most) return most === 1 ? 'It takes one file.' : `It takes at most ${most} files.`;
  return min === 1 ? 'Choose a file first.' : `Choose at least ${min} files.`;
}
