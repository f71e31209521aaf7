import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type ApiError, api, asApiError } from './api.ts';
import type { Session } from './data.ts';
import { Frame } from './frame.tsx';
import { connectLive, liveCounts } from './live.ts';
import { JobPage } from './pages/job-page.tsx';
import { JobsPage } from './pages/jobs-page.tsx';
import { KeysPage } from './pages/keys-page.tsx';
import { SignInPage } from './pages/sign-in-page.tsx';
import { TryPage } from './pages/try-page.tsx';
import { lazy } from './parts/lazy.tsx';
import { ErrorNotice } from './parts/notice.tsx';
import { place } from './route.ts';
import { canChange, service, session } from './session.ts';

const DeliveriesPage = lazy(async () => (await import('./pages/further-pages.ts')).DeliveriesPage);
const HealthPage = lazy(async () => (await import('./pages/further-pages.ts')).HealthPage);
const UsagePage = lazy(async () => (await import('./pages/further-pages.ts')).UsagePage);
const WebhooksPage = lazy(async () => (await import('./pages/further-pages.ts')).WebhooksPage);

const failure = signal<ApiError | null>(null);

/** Asks who is there: at the start, and after signing in or out. */
async function loadSession(): Promise<void> {
  try {
    session.value = await api<Session>('session');
    failure.value = null;
  } catch (error) {
    failure.value = asApiError(error);
  }
}

/** The whole dashboard. */
export function App() {
  useEffect(() => void loadSession(), []);
  if (failure.value !== null && session.value === null) {
    return (
      <main class="sign-in">
        <div>
          <h1>Platen</h1>
          <ErrorNotice error={failure.value} />
          <button type="button" class="button main" onClick={() => void loadSession()}>
            Try again
          </button>
        </div>
      </main>
    );
  }
  if (session.value === null) return <p class="unseen">Loading…</p>;
  if (session.value.visitor === null) return <SignInPage onSignedIn={loadSession} />;
  return <SignedIn />;
}

function SignedIn() {
  useEffect(() => {
    const stop = connectLive();
    api<{ counts: NonNullable<typeof liveCounts.value> }>('jobs?limit=1')
      .then(({ counts }) => {
        liveCounts.value ??= counts;
      })
      .catch(() => {}); // The page itself shows what is wrong.
    return stop;
  }, []);
  return (
    <Frame onSignedOut={loadSession}>
      <CurrentPage />
    </Frame>
  );
}

function CurrentPage() {
  const { page, id, query } = place.value;
  const canTry = service.value?.canTry === true && canChange.value;
  switch (page) {
    case 'jobs':
      return id === null ? <JobsPage key="jobs" /> : <JobPage key={id} id={id} />;
    case 'keys':
      return <KeysPage key="keys" />;
    case 'webhooks': {
      const endpointId = query.get('endpoint');
      if (endpointId === null) return <WebhooksPage key="webhooks" />;
      return <DeliveriesPage key={endpointId} endpointId={endpointId} />;
    }
    case 'usage':
      return <UsagePage key="usage" />;
    case 'health':
      return <HealthPage key="health" />;
    default:
      return canTry ? <TryPage key="try" /> : <JobsPage key="jobs" />;
  }
}
