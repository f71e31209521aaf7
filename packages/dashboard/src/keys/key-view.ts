import type { ApiKeyRecord } from '@platen/core';

/** A key as lists show it: neither the key nor its hash. */
export function viewKey({ hash: _, ...shown }: ApiKeyRecord) {
  return shown;
}
