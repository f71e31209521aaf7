import { generateApiKey } from '@platen/core';
import type { Platen } from '@platen/host';

/** Creates a first API key when there is none, and prints it: this is the only time it can be seen. */
export async function printFirstKey({ keys }: Platen): Promise<void> {
  if ((await keys.list()).length > 0) return;
  const { key, record } = generateApiKey({ id: crypto.randomUUID(), name: 'first key', createdAt: Date.now() });
  await keys.create(record);
  console.log(`API key (shown only this once): ${key}`);
}
