import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type ApiError, api, apiBytes, asApiError } from '../api.ts';
import type { FileInfo, PagePicture } from '../data.ts';
import { ErrorNotice } from '../parts/notice.tsx';
import { Pages } from './pages.tsx';
import { previewKind } from './preview-kind.ts';
import { WordFrame } from './word-frame.tsx';

interface Shown {
  readonly jobId: string;
  readonly index: number;
  readonly output: FileInfo;
}

/** A file of a job, shown as what it is. */
export function FilePreview({ jobId, index, output }: Shown) {
  const address = `jobs/${jobId}/outputs/${index}`;
  switch (previewKind(output)) {
    case 'pages':
      return (
        <Pages
          name={output.fileName}
          load={async (from) => (await api<{ pages: readonly PagePicture[] }>(`${address}/pages?from=${from}`)).pages}
        />
      );
    case 'picture':
      return (
        <div class="sheets" tabIndex={0} role="region" aria-label={`Preview of ${output.fileName}`}>
          <img class="sheet" src={`data/${address}/picture`} alt={`The result ${output.fileName}`} />
        </div>
      );
    case 'word':
      return <WithBytes address={address} show={(bytes) => <WordFrame bytes={bytes} name={output.fileName} />} />;
    case 'sheet':
      return <WithBytes address={address} show={(bytes) => <LazyWorkbook bytes={bytes} name={output.fileName} />} />;
    case 'text':
      return (
        <WithBytes address={address} show={(bytes) => <TextPreview bytes={bytes} mediaType={output.mediaType} />} />
      );
    default:
      return <p class="sheets-empty muted">There is no preview of this file: download it to see it.</p>;
  }
}

function WithBytes({
  address,
  show,
}: {
  readonly address: string;
  readonly show: (bytes: ArrayBuffer) => preact.JSX.Element;
}) {
  const [bytes, setBytes] = useState<ArrayBuffer | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    apiBytes(address, abort.signal)
      .then(setBytes)
      .catch((thrown: unknown) => {
        if (!abort.signal.aborted) setError(asApiError(thrown));
      });
    return () => abort.abort();
  }, [address]);
  if (error !== null) return <ErrorNotice error={error} />;
  return bytes === null ? <p class="sheets-empty muted">Loading the preview…</p> : show(bytes);
}

interface WorkbookProps {
  readonly bytes: ArrayBuffer;
  readonly name: string;
}

/** Workbooks are read by code that only they need: it comes when the first one is shown. */
function LazyWorkbook(props: WorkbookProps) {
  const [Workbook, setWorkbook] = useState<ComponentType<WorkbookProps> | null>(null);
  useEffect(() => {
    import('./workbook.tsx').then((module) => setWorkbook(() => module.Workbook)).catch(() => {}); // The files can be downloaded all the same.
  }, []);
  return Workbook === null ? <p class="sheets-empty muted">Loading the preview…</p> : <Workbook {...props} />;
}

const maxShownText = 60_000;

/** Plain text; of hOCR, which is markup, the words. */
function TextPreview({ bytes, mediaType }: { readonly bytes: ArrayBuffer; readonly mediaType: string }) {
  const text = new TextDecoder().decode(bytes);
  const isMarkup = /html/.test(mediaType);
  // A parsed document is never shown: nothing in it loads or runs.
  const shown = isMarkup ? (new DOMParser().parseFromString(text, 'text/html').body.textContent ?? '') : text;
  return (
    <pre class="text-preview" tabIndex={0}>
      {shown.replace(/\n\s*\n\s*\n/g, '\n\n').slice(0, maxShownText)}
    </pre>
  );
}
