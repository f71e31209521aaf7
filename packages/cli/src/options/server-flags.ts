import type { ServerAddress } from '../remote-client.ts';
import { UsageError } from '../usage-error.ts';

/** Flags of commands that also work over a server. */
export const serverFlags = { server: { type: 'string' }, key: { type: 'string' } } as const;

/** The server that is meant, or null. The key may come from the environment: what is typed stays in the history of the shell. */
export function readServer(url: unknown, key: unknown): ServerAddress | null {
  if (typeof url !== 'string') {
    if (key !== undefined) throw new UsageError('--key needs a server: add --server <url>');
    return null;
  }
  const apiKey = typeof key === 'string' ? key : (process.env.PLATEN_KEY ?? '');
  if (apiKey === '') throw new UsageError('a server needs a key: --key <key>, or PLATEN_KEY in the environment');
  return { url, apiKey };
}
