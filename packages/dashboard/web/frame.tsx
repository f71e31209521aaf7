import type { ComponentChildren } from 'preact';
import { api } from './api.ts';
import { isLive, liveCounts } from './live.ts';
import { ConfirmDialog } from './parts/confirm.tsx';
import { Icon, type IconName } from './parts/icon.tsx';
import { Toasts } from './parts/toast.tsx';
import { hrefOf, place } from './route.ts';
import { canChange, service, session } from './session.ts';
import { currentTheme, switchTheme } from './theme.ts';

interface Link {
  readonly page: string;
  readonly name: string;
  readonly icon: IconName;
  readonly isShown: boolean;
}

/** Navigation, who is signed in, and the page. */
export function Frame({
  onSignedOut,
  children,
}: {
  readonly onSignedOut: () => Promise<void>;
  readonly children: ComponentChildren;
}) {
  const canTry = service.value?.canTry === true && canChange.value;
  const links: readonly Link[] = [
    { page: 'try', name: 'Try', icon: 'try', isShown: canTry },
    { page: 'jobs', name: 'Jobs', icon: 'jobs', isShown: true },
    { page: 'keys', name: 'Keys', icon: 'keys', isShown: service.value?.hasKeys === true },
    { page: 'webhooks', name: 'Webhooks', icon: 'webhooks', isShown: service.value?.hasWebhooks === true },
    { page: 'usage', name: 'Usage', icon: 'usage', isShown: true },
    { page: 'health', name: 'Health', icon: 'health', isShown: true },
  ];
  const known = links.find(({ page }) => page === place.value.page)?.page ?? (canTry ? 'try' : 'jobs');
  const active = (liveCounts.value?.queued ?? 0) + (liveCounts.value?.processing ?? 0);
  return (
    <div class="frame">
      <a class="skip" href="#content" onClick={skipToContent}>
        Skip to the content
      </a>
      <header class="side">
        <a class="brand" href={hrefOf(canTry ? 'try' : 'jobs')}>
          <img src="assets/icon.svg" alt="" width="30" height="30" />
          Platen
        </a>
        <nav class="nav" aria-label="Pages">
          <ul>
            {links
              .filter(({ isShown }) => isShown)
              .map(({ page, name, icon }) => (
                <li key={page}>
                  <a href={hrefOf(page)} aria-current={page === known ? 'page' : undefined}>
                    <Icon name={icon} />
                    {name}
                    {page === 'jobs' && active > 0 && (
                      <span class="tally numbers">
                        {active}
                        <span class="unseen"> under way</span>
                      </span>
                    )}
                  </a>
                </li>
              ))}
          </ul>
        </nav>
        <SideEnd onSignedOut={onSignedOut} />
      </header>
      <main class="page" id="content">
        {children}
      </main>
      <ConfirmDialog />
      <Toasts />
    </div>
  );
}

/** The address is for pages: a jump within one moves the focus alone. */
function skipToContent(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#content h1')?.focus();
}

function SideEnd({ onSignedOut }: { readonly onSignedOut: () => Promise<void> }) {
  const visitor = session.value?.visitor;
  const docsUrl = service.value?.docsUrl ?? null;
  const signOut = async () => {
    await api('session', { method: 'DELETE' }).catch(() => {}); // The session is checked again below.
    await onSignedOut();
  };
  const other = currentTheme() === 'dark' ? 'light' : 'dark';
  return (
    <div class="side-end">
      <span class="line" data-live={isLive.value}>
        <i />
        <span>{isLive.value ? 'Live' : 'Connecting…'}</span>
      </span>
      <div class="who">
        <span class="who-mark" aria-hidden="true">
          {visitor?.actor.slice(0, 1)}
        </span>
        <span class="who-text">
          <strong class="cut">{visitor?.actor}</strong>
          <br />
          <span class="muted">{visitor?.role === 'manager' ? 'Manager' : 'Viewer'}</span>
        </span>
      </div>
      <div class="side-tools">
        {docsUrl !== null && (
          <a
            class="button plain icon"
            href={docsUrl}
            target="_blank"
            rel="noreferrer"
            aria-label="Documentation of the API"
            title="Documentation of the API"
          >
            <Icon name="docs" />
          </a>
        )}
        <button
          type="button"
          class="button plain icon"
          onClick={switchTheme}
          aria-label={`Switch to the ${other} theme`}
          title={`Switch to the ${other} theme`}
        >
          <Icon name={other === 'dark' ? 'moon' : 'sun'} />
        </button>
        {session.value?.signIn === 'password' && (
          <button
            type="button"
            class="button plain icon"
            onClick={() => void signOut()}
            aria-label="Sign out"
            title="Sign out"
          >
            <Icon name="out" />
          </button>
        )}
      </div>
    </div>
  );
}
