import { useEffect, useState } from 'preact/hooks';
import { type ApiError, api, asApiError } from '../api.ts';
import type { Endpoint, TestResult } from '../data.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ErrorNotice, Notice } from '../parts/notice.tsx';
import { urlText } from './webhook-text.ts';

/** Sends an endpoint a test message, and shows what it answers. */
export function TestEndpointDialog({
  endpoint,
  onClose,
}: {
  readonly endpoint: Endpoint;
  readonly onClose: () => void;
}) {
  const [result, setResult] = useState<TestResult | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    setError(null);
    try {
      setResult(
        await api<TestResult>(`webhooks/${encodeURIComponent(endpoint.id)}/test`, { method: 'POST', body: {} }),
      );
    } catch (thrown) {
      setError(asApiError(thrown));
    }
    setBusy(false);
  };
  useEffect(() => void send(), []);
  return (
    <Dialog title="Test message" onClose={onClose}>
      <p class="small muted break">
        To {urlText(endpoint)}: signed like any other, of the type <code>webhook.test</code>, sent once and not
        recorded.
      </p>
      <div aria-live="polite">
        {isBusy && <p class="muted">Waiting for the answer…</p>}
        {!isBusy && result !== null && <Outcome of={result} />}
        {error !== null && <ErrorNotice error={error} />}
      </div>
      <div class="dialog-ends">
        <button type="button" class="button" disabled={isBusy} onClick={() => void send()}>
          Send another
        </button>
        <button type="button" class="button main" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

function Outcome({ of: { eventId, problem, status, answer, durationMs } }: { readonly of: TestResult }) {
  return (
    <div class="stack">
      <Notice
        kind={problem === null ? 'good' : 'bad'}
        title={problem === null ? 'The endpoint accepted it' : 'The endpoint did not accept it'}
      >
        <span class="break">
          {problem === null ? `The endpoint answered ${status} after ${durationMs} ms.` : `The endpoint: ${problem}.`}
        </span>
        <span class="small muted break">
          webhook-id <code>{eventId}</code>
        </span>
      </Notice>
      {status !== null && (
        <div class="field">
          <span class="small muted">Its answer{answer === '' ? ' had no content.' : ' begins:'}</span>
          {answer !== '' && (
            <pre class="code" tabIndex={0}>
              {answer}
            </pre>
          )}
        </div>
      )}
    </div>
  );
}
