import { useEffect, useState } from 'preact/hooks';

/** The time, renewed every so often while shown: for "3 s ago" and running clocks. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
