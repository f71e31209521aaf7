import { createSqliteStore } from '@platen/sqlite';

/** Inserts jobs, eight at a time, and prints each id once its insert is answered. Runs until it is killed. */
const [, , file = ''] = process.argv;
const { jobs } = createSqliteStore({ file });

for (let round = 0; ; round += 1) {
  const ids = Array.from({ length: 8 }, (_, index) => `${round}-${index}`);
  await Promise.all(
    ids.map(async (id) => {
      const job = {
        id,
        ownerId: 'owner-1',
        keyId: null,
        operation: 'pdf/merge',
        options: {},
        secrets: null,
        limits: {},
        correlationId: id,
        requestHash: null,
        webhookUrl: null,
        inputs: [],
        warnings: [],
      };
      await jobs.insert(job, { quotaPerMonth: null, maxQueued: null, maxQueuedPerOwner: null });
      process.stdout.write(`${id}\n`);
    }),
  );
}
