import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../api.ts';
import { ErrorNotice } from './notice.tsx';

/** A component whose code is fetched when it is first shown: most visitors never look at all pages. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Lazy(props: Props) {
    const [Shown, setShown] = useState<ComponentType<Props> | null>(() => loaded);
    const [error, setError] = useState<ApiError | null>(null);
    useEffect(() => {
      if (loaded !== null) return;
      load()
        .then((component) => {
          loaded = component;
          setShown(() => component);
        })
        .catch(() => setError(new ApiError(0, { code: 'OFFLINE', message: 'A part of the page cannot be loaded' })));
    }, []);
    if (error !== null) return <ErrorNotice error={error} />;
    return Shown === null ? null : <Shown {...props} />;
  };
}
