import { useState } from 'preact/hooks';
import { type ApiError, api, asApiError } from '../api.ts';
import { knownDevice, rememberDevice } from '../known-device.ts';
import { session } from '../session.ts';

/** Asks for the password, or says that the host decides who comes in. */
export function SignInPage({ onSignedIn }: { readonly onSignedIn: () => Promise<void> }) {
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);
  if (session.value === null || session.value.signIn === 'host') return <NotLetIn />;
  const { asksActor, passwordHint } = session.value;

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    setBusy(true);
    try {
      const { device } = await api<{ readonly device: string }>('session', {
        method: 'POST',
        body: { ...Object.fromEntries(new FormData(form)), device: knownDevice() },
      });
      rememberDevice(device);
      await onSignedIn();
    } catch (thrown) {
      setError(asApiError(thrown));
      setBusy(false);
      form.querySelector<HTMLInputElement>('input[type=password]')?.select();
    }
  };
  return (
    <main class="sign-in">
      <form onSubmit={(event) => void submit(event)}>
        <div class="brand">
          <img src="assets/icon.svg" alt="" width="30" height="30" />
          Platen
        </div>
        <div>
          <h1>Sign in</h1>
          <p class="muted">{passwordHint ?? 'Ask the person who runs this server for the password.'}</p>
        </div>
        {asksActor && (
          <label class="field">
            <span>Name</span>
            <input class="input" name="actor" autocomplete="username" autocapitalize="none" required autoFocus />
          </label>
        )}
        <label class="field">
          <span>Password</span>
          <input
            class="input"
            type="password"
            name="password"
            autocomplete="current-password"
            required
            autoFocus={!asksActor}
            aria-invalid={error !== null}
            aria-describedby="sign-in-problem"
          />
        </label>
        <p class="problem" id="sign-in-problem" role="alert">
          {error === null ? '' : `${error.message}.`}
        </p>
        <button type="submit" class="button main" disabled={isBusy}>
          {isBusy ? 'Signing in…' : 'Sign in'}
        </button>
      </form>
    </main>
  );
}

function NotLetIn() {
  return (
    <main class="sign-in">
      <div>
        <div class="brand">
          <img src="assets/icon.svg" alt="" width="30" height="30" />
          Platen
        </div>
        <h1>You are not signed in</h1>
        <p class="muted">
          The application around this dashboard decides who may sign in. Sign in there, then come back.
        </p>
        <button type="button" class="button main" onClick={() => location.reload()}>
          Try again
        </button>
      </div>
    </main>
  );
}
