import { createWriteStream, openAsBlob } from 'node:fs';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type JobOutput, PlatenError, type RemoteFile } from '@platen/client';
import type { ConvertedFile } from '@platen/core';
import { needsFolder } from '../output-target.ts';
import { readableFile } from '../readable-file.ts';
import { openClient, type ServerAddress, toLocalError } from '../remote-client.ts';
import { makeTemporaryFolder, temporaryFolderProblem } from '../temporary-folder.ts';
import { type Converter, type ConverterCall, isDiskFull } from './converter.ts';
import { createPacedFetch } from './paced-fetch.ts';

/** How a server is used. */
export interface RemoteSettings {
  /** Jobs at the same time. */
  readonly concurrency: number;
  /** Outputs of jobs of the server, as `<jobId>` or `<jobId>/<n>`, that come before the files. */
  readonly from: readonly JobOutput[];
  /** Receives a webhook when a job ends; undefined for none. */
  readonly webhookUrl: string | undefined;
}

/** A request waits for its turn too, up to a window of the rate limit for each job at the same time. */
const requestTimeoutMs = 180_000;
/** What the next file would meet as well. */
const lastingCodes = [
  'NETWORK_ERROR',
  'UNEXPECTED_ANSWER',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'QUOTA_EXCEEDED',
  'RATE_LIMITED',
];

/**
 * Converts on a server and downloads what comes out. Calls reject as a conversion in this process would: with a
 * `ConversionError` of the server's code, a `StartError` when the server cannot be reached, a `UsageError` when it does not take the key.
 */
export function createRemoteConverter(
  server: ServerAddress,
  operation: string,
  { concurrency, from, webhookUrl }: RemoteSettings,
): Converter {
  const client = openClient(server, { fetch: createPacedFetch(), requestTimeoutMs });
  const send = async (inputs: readonly string[], options: Readonly<Record<string, unknown>>, call: ConverterCall) => {
    const files = await Promise.all(
      inputs.map(async (path) => ({ fileName: basename(path), data: await openAsBlob(await readableFile(path)) })),
    );
    return client.convert(operation, [...from, ...files], options, {
      signal: call.signal,
      ...(webhookUrl === undefined ? {} : { webhookUrl }),
      // Half of the way is the upload: nobody knows how long a job waits.
      onProgress: ({ phase, fraction }) => call.onProgress(((fraction ?? 0) + (phase === 'uploading' ? 0 : 1)) / 2),
    });
  };
  return {
    concurrency,
    async convert(inputs, options, call) {
      const folder = await makeTemporaryFolder();
      const dispose = () => folder[Symbol.asyncDispose]();
      try {
        const { outputs, warnings } = await send(inputs, options, call);
        if (outputs.length > (call.maxOutputs ?? outputs.length)) throw needsFolder(outputs.length);
        const downloaded: ConvertedFile[] = [];
        for (const [index, output] of outputs.entries()) {
          downloaded.push(await download(output, join(folder.path, String(index)), call.signal));
        }
        return { outputs: downloaded, warnings, [Symbol.asyncDispose]: dispose };
      } catch (error) {
        await dispose();
        throw toLocalError(temporaryFolderProblem(error));
      }
    },
    stopsAll(error) {
      const cause = error instanceof Error ? error.cause : undefined;
      return isDiskFull(error) || (PlatenError.is(cause) && lastingCodes.includes(cause.code));
    },
    async [Symbol.asyncDispose]() {},
  };
}

async function download(output: RemoteFile, path: string, signal: AbortSignal): Promise<ConvertedFile> {
  const { fileName, contentType: mediaType, sizeBytes } = output;
  await pipeline(Readable.fromWeb(output.stream({ signal })), createWriteStream(path));
  // A server is not trusted with paths of this machine.
  return { path, fileName: basename(fileName.replaceAll('\\', '/')), mediaType, sizeBytes };
}
