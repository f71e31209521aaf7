import { ConversionError } from '@platen/core';

/** Throws in a runtime without Node's permission model, which confines the JavaScript of worker processes. */
export function requirePermissionModel(bun: string | undefined = process.versions.bun): void {
  if (bun === undefined) return;
  throw new ConversionError(
    'SERVICE_UNAVAILABLE',
    `createProcessExecutor needs Node 22.13 or newer: Bun ${bun} has no permission model to confine worker processes. Run the server with Node, or convert files that you trust in threads: createThreadExecutor(), platen serve --executor threads`,
    { details: { reason: 'unsupported_runtime' } },
  );
}
