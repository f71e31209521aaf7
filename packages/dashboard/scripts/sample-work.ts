import { generateApiKey } from '@platen/core';
import { addDeliveries, fixture, sampleEndpoint, startPlaten, type TestPlaten } from '../test/start-platen.ts';

const dayMs = 86_400_000;
/** Days that the charts show work on. */
const dayCount = 30;
/** What clients send in turn. */
const daily = [
  ['pdf/to-excel', ['report.pdf'], 'acme'],
  ['pdf/compress', ['letter.pdf'], 'acme'],
  ['pdf/merge', ['letter.pdf', 'report.pdf'], 'harbour'],
  ['pdf/to-image', ['letter.pdf'], 'archive'],
  ['pdf/to-word', ['report.pdf'], 'harbour'],
  ['image/to-pdf', ['ferry.jpg', 'night.png'], 'archive'],
  ['pdf/split', ['report.pdf'], 'harbour'],
] as const;

/** A service in use, for pictures of its dashboard. */
export interface SampleWork {
  readonly platen: TestPlaten;
  readonly completedId: string;
  readonly failedId: string;
  readonly endpointId: string;
}

/** Converts real files for three clients, on a clock that begins 30 days ago and ends now. */
export async function sampleWork(): Promise<SampleWork> {
  let agoMs = (dayCount + 1) * dayMs;
  const platen = await startPlaten({ clock: { now: () => Date.now() - agoMs } });
  for (const [id, name, limits] of [
    ['acme', 'Acme invoices', { quotaPerMonth: 250, requestsPerMinute: 120 }],
    ['harbour', 'Harbour timetable', { quotaPerMonth: 90 }],
    ['archive', 'Night archive', {}],
  ] as const) {
    const createdAt = Date.now() - agoMs;
    await platen.keys.create(
      generateApiKey({
        id,
        name,
        limits,
        createdAt,
        scopes: id === 'archive' ? ['ocr', 'pdf/to-image', 'image/to-pdf'] : null,
      }).record,
    );
  }
  const run = async (operation: string, files: readonly string[], ownerId: string, options = {}) =>
    (await platen.finished(operation, files.map(fixture), options, { ownerId, keyId: ownerId })).id;

  // The first of each kind takes longer than all others, and is on no chart.
  for (const [operation, files, ownerId] of daily) await run(operation, files, ownerId);
  for (let day = 0; day < dayCount; day += 1) {
    agoMs = (dayCount - 1 - day) * dayMs;
    // A busy Wednesday, a quiet Sunday.
    const jobs = 3 + ((day * 5) % 7);
    for (let job = 0; job < jobs; job += 1) {
      const [operation, files, ownerId] = daily[(day + job) % daily.length] ?? daily[0];
      await run(operation, files, ownerId);
    }
    if (day % 4 === 2) await run('pdf/split', ['report.pdf'], 'harbour', { pages: '9' });
  }
  await run('ocr', ['scan.jpg'], 'archive');
  const failedId = await run('pdf/split', ['letter.pdf'], 'harbour', { pages: '7' });
  const completedId = await run('pdf/to-excel', ['report.pdf'], 'acme');
  for (const { id } of await platen.keys.list()) await platen.keys.touch(id, Date.now());
  const endpointId = await sampleEndpoint(platen, 'harbour', [
    'delivered',
    'delivered',
    'parked',
    'pending',
    'delivered',
  ]);
  await sampleEndpoint(platen, 'archive', ['delivered']);
  await platen.webhooks.rotateSecret(endpointId);
  await platen.webhooks.forJobs?.secretsOf('acme');
  await addDeliveries(platen.webhookStore, 'jobs-of-acme', ['pending'], 'https://acme.example/hooks/7');
  return { platen, completedId, failedId, endpointId };
}
