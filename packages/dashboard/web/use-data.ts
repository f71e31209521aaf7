import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type ApiError, api, asApiError } from './api.ts';

/** Something asked of the server: what is known, what went wrong, and how to ask again. */
export interface Asked<Answer> {
  readonly data: Answer | null;
  readonly error: ApiError | null;
  readonly reload: () => void;
  /** Puts something newer in its place. */
  readonly set: (change: (data: Answer) => Answer) => void;
}

/**
 * Asks when shown and whenever the address changes, and again every `everyMs` where that is given; what was known stays until the
 * answer is there. Null asks nothing.
 */
export function useData<Answer>(path: string | null, everyMs?: number): Asked<Answer> {
  const [state, setState] = useState<{ path: string | null; data: Answer | null; error: ApiError | null }>({
    path: null,
    data: null,
    error: null,
  });
  const latest = useRef(0);

  const load = useCallback(() => {
    latest.current += 1;
    const own = latest.current;
    if (path === null) return () => {};
    const abort = new AbortController();
    api<Answer>(path, { signal: abort.signal })
      .then((data) => {
        if (own === latest.current) setState({ path, data, error: null });
      })
      .catch((error: unknown) => {
        if (own === latest.current && !abort.signal.aborted)
          setState((old) => ({ ...old, path, error: asApiError(error) }));
      });
    return () => abort.abort();
  }, [path]);

  useEffect(() => load(), [load]);
  const reload = useCallback(() => void load(), [load]);
  useEffect(() => {
    if (everyMs === undefined) return;
    const timer = setInterval(reload, everyMs);
    return () => clearInterval(timer);
  }, [reload, everyMs]);
  const set = useCallback((change: (data: Answer) => Answer) => {
    setState((old) => (old.data === null ? old : { ...old, data: change(old.data) }));
  }, []);
  return { data: state.data, error: state.error, reload, set };
}
