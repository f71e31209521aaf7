import type { Output } from './api-types.ts';
import type { ResolvedOptions } from './client-options.ts';
import { pause } from './pause.ts';
import { PlatenError } from './platen-error.ts';
import { readWithin } from './read-within.ts';
import { withRetries } from './retry.ts';
import { sendRequest } from './send-request.ts';
import { createSha256, type Sha256 } from './sha256.ts';

/** An output of a job. The server keeps it until the job is purged. */
export interface RemoteFile extends Output {
  /**
   * The bytes as they arrive. If a connection breaks off or sends nothing, the download continues where it ended, and an
   * expired link is replaced by a new one. Other failures end the stream with a `PlatenError`. At the end, the bytes are
   * compared with the digest that the server sent (`Repr-Digest`): if they differ, the stream fails with `OUTPUT_DAMAGED`.
   */
  stream(settings?: { readonly signal?: AbortSignal }): ReadableStream<Uint8Array>;
  blob(settings?: { readonly signal?: AbortSignal }): Promise<Blob>;
  bytes(settings?: { readonly signal?: AbortSignal }): Promise<Uint8Array<ArrayBuffer>>;
}

/** Polls the job for a fresh link of the output. */
export type FreshLink = (signal: AbortSignal | undefined) => Promise<string>;

export function createRemoteFile(options: ResolvedOptions, output: Output, freshLink: FreshLink): RemoteFile {
  const stream: RemoteFile['stream'] = ({ signal } = {}) => {
    const chunks = download(options, output, freshLink, signal);
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { done, value } = await chunks.next();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        async cancel() {
          await chunks.return(undefined);
        },
      },
      { highWaterMark: 0 }, // Nothing is fetched before somebody reads.
    );
  };
  const blob: RemoteFile['blob'] = (settings) =>
    new Response(stream(settings), { headers: { 'Content-Type': output.contentType } }).blob();
  return {
    ...output,
    stream,
    blob,
    bytes: async (settings) => new Uint8Array(await (await blob(settings)).arrayBuffer()),
  };
}

/** What is known of a file from the first answer on. */
interface Position {
  url: string;
  received: number;
  /** Strong: the server never changes a file, and says so when it is another one. */
  etag: string | null;
  /** SHA-256 of the whole file in Base64; null where the server does not say. */
  digest: string | null;
}

async function* download(
  options: ResolvedOptions,
  { downloadUrl, sizeBytes }: Output,
  freshLink: FreshLink,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void> {
  const position: Position = { url: downloadUrl, received: 0, etag: null, digest: null };
  const hash = createSha256();
  let breaks = 0;
  while (position.received < sizeBytes || position.etag === null) {
    const reader = await open(options, position, freshLink, signal);
    try {
      for (;;) {
        const { done, value } = await readWithin(reader, options.requestTimeoutMs);
        if (done) break;
        position.received += value.byteLength;
        hash.update(value);
        breaks = 0;
        yield value;
      }
      if (position.received < sizeBytes) throw new TypeError('the answer ended early');
    } catch (error) {
      signal?.throwIfAborted();
      breaks += 1;
      if (breaks > options.maxRetries) {
        throw new PlatenError('NETWORK_ERROR', 'The download broke off', { cause: error });
      }
      await pause(options.retryDelayMs * breaks, signal);
    } finally {
      await reader.cancel().catch(() => {}); // It has ended, or failed: that has been dealt with.
    }
  }
  expectDigest(position, hash);
}

function expectDigest({ digest }: Position, hash: Sha256): void {
  if (digest === null || digest === hash.base64()) return;
  throw new PlatenError('OUTPUT_DAMAGED', 'The file is not the one that the server had stored: its SHA-256 differs');
}

/** SHA-256 in a `Repr-Digest` (RFC 9530), which may have other digests beside it. */
function readDigest(headers: Headers): string | null {
  return /(?:^|,)\s*sha-256=:([\w+/=]+):/.exec(headers.get('Repr-Digest') ?? '')?.[1] ?? null;
}

/** Opens the rest of a file, with a fresh link when the one at hand has expired. */
async function open(
  options: ResolvedOptions,
  position: Position,
  freshLink: FreshLink,
  signal: AbortSignal | undefined,
): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  return withRetries(options, signal, async () => {
    const isResumed = position.received > 0 && position.etag !== null;
    const headers = isResumed ? { Range: `bytes=${position.received}-`, 'If-Range': position.etag ?? '' } : undefined;
    const init = headers === undefined ? {} : { headers };
    const settings = { signal, timeoutMs: options.requestTimeoutMs };
    const get = () =>
      sendRequest(options, position.url, init, settings, (response) => {
        if (isResumed && response.status !== 206) {
          throw new PlatenError('UNEXPECTED_ANSWER', 'The file changed while it was downloaded', {
            status: response.status,
          });
        }
        position.etag = response.headers.get('ETag') ?? '';
        position.digest = readDigest(response.headers);
        if (response.body === null) throw new PlatenError('UNEXPECTED_ANSWER', 'The answer has no body');
        return response.body.getReader();
      });
    return get().catch(async (error: unknown) => {
      if (!PlatenError.is(error, 'LINK_EXPIRED')) throw error;
      position.url = await freshLink(signal);
      return get();
    });
  });
}
