import { useEffect, useState } from 'preact/hooks';
import { api } from '../api.ts';
import type { JobDetail, PagePicture } from '../data.ts';
import { bytes, duration } from '../format.ts';
import { Icon } from '../parts/icon.tsx';
import { Notice, TroubleNotice } from '../parts/notice.tsx';
import { ProgressBar } from '../parts/progress-bar.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { toast } from '../parts/toast.tsx';
import { FileChoice } from '../preview/file-choice.tsx';
import { Outputs } from '../preview/outputs.tsx';
import { Pages } from '../preview/pages.tsx';
import { hrefOf } from '../route.ts';
import { service } from '../session.ts';

/** Where a tried job is, and at its end the source beside the result. */
export function TryResult({
  job,
  sources,
  onAgain,
}: {
  readonly job: JobDetail;
  readonly sources: readonly File[];
  readonly onAgain: () => void;
}) {
  const isUnderWay = job.state === 'queued' || job.state === 'processing';
  const cancel = async () => {
    await api(`jobs/${job.id}/cancel`, { method: 'POST' }).catch(() => toast('It could not be cancelled'));
  };
  return (
    <section class="card" aria-label="Result">
      <div class="card-head">
        <div class="row">
          <h2>Result</h2>
          <StateBadge state={job.state} progress={job.progress} />
          {job.finishedAt !== null && <span class="small muted numbers">{summaryOf(job)}</span>}
        </div>
        <div class="row">
          {isUnderWay ? (
            <button type="button" class="button slim" onClick={() => void cancel()}>
              <Icon name="close" />
              Cancel
            </button>
          ) : (
            <button type="button" class="button slim" onClick={onAgain}>
              <Icon name="retry" />
              Convert again
            </button>
          )}
          <a class="button slim plain" href={hrefOf(`jobs/${job.id}`)}>
            Details
            <Icon name="next" />
          </a>
        </div>
      </div>
      {isUnderWay && <ProgressBar job={job} />}
      {job.error !== null && <TroubleNotice trouble={job.error} way="form" correlationId={job.correlationId} />}
      {job.state === 'cancelled' && (
        <Notice kind="warn" title="The job was cancelled">
          <span>Your files are still selected above: you can convert them again.</span>
        </Notice>
      )}
      {job.warnings.map(({ code, message }) => (
        <Notice kind="warn" title={message} key={`${code} ${message}`}>
          <span class="small muted">{code}</span>
        </Notice>
      ))}
      {job.state === 'completed' && (
        <div class="compare">
          <div>
            <h3>Source</h3>
            <Source sources={sources} />
          </div>
          <div>
            <h3>Result</h3>
            <Outputs jobId={job.id} outputs={job.outputs} />
          </div>
        </div>
      )}
    </section>
  );
}

function summaryOf({ inputs, outputs, startedAt, durationMs }: JobDetail): string {
  const total = (files: readonly { readonly sizeBytes: number }[]) =>
    files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const took = startedAt === null ? '' : `in ${duration(durationMs)}`;
  return outputs.length === 0 ? took : `${took}, ${bytes(total(inputs))} → ${bytes(total(outputs))}`;
}

/** The browser's own copy of what was sent: the server has deleted its one. */
function Source({ sources }: { readonly sources: readonly File[] }) {
  const [chosen, setChosen] = useState(0);
  const file = sources[chosen];
  return (
    <div class="outputs">
      <ul class="output-list" data-single={sources.length === 1}>
        {sources.map(({ name, size }, index) => (
          <li key={index} data-chosen={index === chosen}>
            <FileChoice
              isChosen={index === chosen}
              onChoose={() => setChosen(index)}
              picture={
                <span class="thumbnail">
                  <Icon name="file" />
                </span>
              }
              sizeBytes={size}
            >
              {name}
            </FileChoice>
          </li>
        ))}
      </ul>
      {file !== undefined && <SourceFile key={chosen} file={file} />}
    </div>
  );
}

function SourceFile({ file }: { readonly file: File }) {
  if (file.type === 'application/pdf') {
    const canDraw = service.value?.operations.some(({ name }) => name === 'pdf/to-image') === true;
    if (!canDraw)
      return (
        <p class="sheets-empty muted">
          Previews of pages need the operation pdf/to-image, which this host does not have.
        </p>
      );
    return (
      <Pages
        name={file.name}
        load={async (from) => {
          const answer = await api<{ pages: readonly PagePicture[] }>(`preview?from=${from}`, {
            method: 'POST',
            body: file,
          });
          return answer.pages;
        }}
      />
    );
  }
  return <SourcePicture file={file} />;
}

function SourcePicture({ file }: { readonly file: File }) {
  const [address, setAddress] = useState<string | null>(null);
  const [isUnshown, setUnshown] = useState(false);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  if (isUnshown) return <p class="sheets-empty muted">Browsers do not show this kind of picture.</p>;
  return (
    <div class="sheets" tabIndex={0} role="region" aria-label={`The source ${file.name}`}>
      {address !== null && (
        <img class="sheet" src={address} alt={`The source ${file.name}`} onError={() => setUnshown(true)} />
      )}
    </div>
  );
}
