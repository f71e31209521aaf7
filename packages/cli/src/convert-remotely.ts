import { createWriteStream, openAsBlob } from 'node:fs';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RemoteFile } from '@platen/client';
import type { ConvertedFile, JobWarning } from '@platen/core';
import { readableFile } from './readable-file.ts';
import { openClient, type ServerAddress, toLocalError } from './remote-client.ts';
import { makeTemporaryFolder, temporaryFolderProblem } from './temporary-folder.ts';

/** What a server made of files, as files of this machine. They are gone once it is disposed. */
export interface RemoteConversion extends AsyncDisposable {
  readonly outputs: readonly ConvertedFile[];
  readonly warnings: readonly JobWarning[];
}

export interface RemoteSettings {
  readonly signal: AbortSignal;
  /** Share done, 0–1. */
  readonly onProgress: (fraction: number) => void;
  /** Receives a webhook when the job ends; undefined for none. */
  readonly webhookUrl: string | undefined;
}

/**
 * Converts files on a server and downloads what comes out. Rejects as a conversion in this process would: with a
 * `ConversionError` of the server's code, a `StartError` when the server cannot be reached, a `UsageError` when it does not take the key.
 */
export async function convertRemotely(
  server: ServerAddress,
  operation: string,
  inputs: readonly string[],
  options: Readonly<Record<string, unknown>>,
  { signal, onProgress, webhookUrl }: RemoteSettings,
): Promise<RemoteConversion> {
  const client = openClient(server);
  const folder = await makeTemporaryFolder();
  const dispose = () => folder[Symbol.asyncDispose]();
  try {
    const files = await Promise.all(
      inputs.map(async (path) => ({ fileName: basename(path), data: await openAsBlob(await readableFile(path)) })),
    );
    const { outputs, warnings } = await client.convert(operation, files, options, {
      signal,
      ...(webhookUrl === undefined ? {} : { webhookUrl }),
      // Half of the way is the upload: nobody knows how long a job waits.
      onProgress: ({ phase, fraction }) => onProgress(((fraction ?? 0) + (phase === 'uploading' ? 0 : 1)) / 2),
    });
    const downloaded: ConvertedFile[] = [];
    for (const [index, output] of outputs.entries()) {
      downloaded.push(await download(output, join(folder.path, String(index)), signal));
    }
    return { outputs: downloaded, warnings, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw toLocalError(temporaryFolderProblem(error));
  }
}

async function download(output: RemoteFile, path: string, signal: AbortSignal): Promise<ConvertedFile> {
  const { fileName, contentType: mediaType, sizeBytes } = output;
  await pipeline(Readable.fromWeb(output.stream({ signal })), createWriteStream(path));
  // A server is not trusted with paths of this machine.
  return { path, fileName: basename(fileName.replaceAll('\\', '/')), mediaType, sizeBytes };
}
