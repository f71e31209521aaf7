import { Readable } from 'node:stream';
import type { ConversionInput, JobOutput } from '@platen/core';

/**
 * Takes charge of input streams: one that fails before it is read does not end the process, and on disposal those not
 * read to the end are closed together with their descriptors. A request of an HTTP server is left open, since its host
 * answers over the same connection.
 */
export function takeStreams(inputs: readonly (ConversionInput | JobOutput)[]): Disposable {
  const sources = inputs.map((input) =>
    typeof input === 'object' && input !== null && 'data' in input ? input.data : input,
  );
  const readables = sources.filter((source) => source instanceof Readable);
  for (const readable of readables) readable.on('error', () => {}); // The reader gets the error.
  return {
    [Symbol.dispose]() {
      for (const readable of readables) if (!isRequest(readable)) readable.destroy();
      for (const source of sources) {
        // One that is being read is closed by its reader.
        if (source instanceof ReadableStream && !source.locked) source.cancel().catch(() => {});
      }
    },
  };
}

/** Importing `node:http` loads undici with WebSocket and everything else, which takes longer than small conversions. */
function isRequest(readable: Readable): boolean {
  return readable instanceof process.getBuiltinModule('node:http').IncomingMessage;
}
