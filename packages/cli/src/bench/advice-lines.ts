import type { LoadFindings } from './advise.ts';

const limitTexts = {
  processors: 'no processor was free: more of them, or faster ones, raise the rate',
  disk: 'processors waited for the disk: a faster one raises the rate',
  memory: 'memory was used up: fewer jobs at once, or more memory',
  host: 'the event loop of the server was busy while processors were free: more servers raise the rate',
  workers: 'all workers were busy while processors were free: more jobs at once may raise the rate, as was tried below',
} as const;

/** What a load test found, as lines to read; `wantedRate` is what it was to find a machine for. */
export function adviceLines({ limit, advice, tried }: LoadFindings, wantedRate: number | null): readonly string[] {
  const { concurrency, recycleAfterCalls, workerMegabytes, jobsPerSecond, machine } = advice;
  const [now, then] = jobsPerSecond;
  const [inUse] = tried;
  if (then === 0)
    return ['', 'No job ended while it was measured: give each rate more time (--seconds) or smaller files.'];
  const gain = ((then / now - 1) * 100).toFixed(0);
  return [
    '',
    limit === null ? 'It kept up with every rate.' : `It no longer kept up: ${limitTexts[limit]}.`,
    '',
    then > now
      ? `Settings to take, for ${then.toFixed(2)}/s instead of ${now.toFixed(2)}/s${now > 0 ? ` (+${gain} %, as measured)` : ''}:`
      : `Your settings are as good as any that were tried: ${now.toFixed(2)}/s.`,
    `  concurrency: ${concurrency}${concurrency === inUse?.settings.concurrency ? ', as it is' : ''}`,
    ...(Number.isFinite(workerMegabytes)
      ? [
          `  recycleAfterCalls: ${recycleAfterCalls}${recycleAfterCalls === inUse?.settings.recycleAfterCalls ? ', as it is' : ''}`,
          `  memory of a worker: ${workerMegabytes} MB, half as much again as the most that was seen; for files as large as these`,
        ]
      : []),
    ...(machine === null
      ? []
      : [
          `  for ${wantedRate}/s: ${machine.processors} processors such as these, ${(machine.megabytes / 1024).toFixed(1)} GB of memory`,
        ]),
  ];
}
