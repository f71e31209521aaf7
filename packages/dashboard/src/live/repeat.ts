/**
 * Does something again and again with a pause before each: a slow store is not asked faster than it answers. Returns
 * what stops it; a failure is reported and the next round comes all the same.
 */
export function repeat(pauseMs: number, work: () => Promise<void>, onError: (error: unknown) => void): () => void {
  let isStopped = false;
  const run = () => {
    work()
      .catch(onError)
      .finally(() => {
        if (!isStopped) timer = setTimeout(run, pauseMs).unref();
      });
  };
  let timer = setTimeout(run, pauseMs).unref();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
