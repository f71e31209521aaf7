import { useEffect, useState } from 'preact/hooks';
import { type ApiError, asApiError } from '../api.ts';
import type { PagePicture } from '../data.ts';
import { ErrorNotice } from '../parts/notice.tsx';

/** Pages that a page of the dashboard shows of one file. */
const maxPages = 60;

/** Pages of a PDF, a few at first and more on demand. */
export function Pages({
  name,
  load,
}: {
  readonly name: string;
  readonly load: (from: number) => Promise<readonly PagePicture[]>;
}) {
  const [pages, setPages] = useState<readonly PagePicture[]>([]);
  const [state, setState] = useState<'loading' | 'more' | 'end'>('loading');
  const [error, setError] = useState<ApiError | null>(null);

  const loadFrom = async (from: number) => {
    setState('loading');
    try {
      const next = await load(from);
      const all = [...pages, ...next];
      setPages(all);
      // Fewer than asked for: there are no more.
      setState(next.length < 3 || all.length >= maxPages ? 'end' : 'more');
    } catch (thrown) {
      const failure = asApiError(thrown);
      if (failure.details.reason !== 'page_out_of_range') setError(failure);
      setState('end');
    }
  };
  useEffect(() => void loadFrom(1), []);

  return (
    <div class="sheets" tabIndex={0} role="region" aria-label={`Preview of ${name}`} aria-busy={state === 'loading'}>
      {pages.map(({ page, image }) => (
        <img key={page} class="sheet" src={image} alt={`Page ${page} of ${name}`} />
      ))}
      {state === 'loading' && <div class="sheet sheet-waiting" />}
      {error !== null && <ErrorNotice error={error} />}
      {state === 'more' && (
        <button type="button" class="button" onClick={() => void loadFrom(pages.length + 1)}>
          Show more pages
        </button>
      )}
    </div>
  );
}
