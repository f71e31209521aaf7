import { signal } from '@preact/signals';

/** Where the visitor is: `#/jobs/1234?state=failed`. */
export interface Place {
  readonly page: string;
  readonly id: string | null;
  readonly query: URLSearchParams;
}

export const place = signal<Place>(readPlace());

addEventListener('hashchange', () => {
  place.value = readPlace();
});

/** The place by the address itself, which changes a moment before `place` does. */
export function readPlace(): Place {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [page = '', id = null] = path.split('/');
  return { page, id: id === '' ? null : id, query: new URLSearchParams(query) };
}

/** The address of a page, for a link. */
export function hrefOf(page: string, query: Readonly<Record<string, string>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  return `#/${page}${given.length === 0 ? '' : `?${new URLSearchParams(given)}`}`;
}

/** Changes the address without a step in the history: for filters. */
export function replacePlace(href: string): void {
  history.replaceState(null, '', href);
  place.value = readPlace();
}
