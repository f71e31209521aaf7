import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ConversionError, type FieldProblem, invalidRequest, type JobOutput, type StagedFile } from '@platen/core';
import { safeFileName, shuttingDown } from '@platen/core/internal';
import busboy, { type Busboy } from 'busboy';
import { type BodyLimit, maxFormBytes } from './body-limit.ts';
import { fromField, readFrom } from './from-field.ts';
import type { RequestMessage } from './http-message.ts';
import { isReceived } from './is-received.ts';
import { createPartCounter } from './part-counter.ts';
import { type PartRules, type RequestBytes, type StoredPart, storePart } from './store-part.ts';
import { watchUpload } from './watch-upload.ts';

export interface UploadRules extends PartRules {
  /** Where the files go. */
  readonly folder: string;
  /** Files beyond this many are counted, not stored. */
  readonly maxFiles: number;
  readonly bodyLimit: BodyLimit;
  /** Whether the field `from` names outputs of jobs, rather than an option. */
  readonly takesFrom: boolean;
  /** Aborts when the upload is no longer waited for. */
  readonly givingUp: AbortSignal;
}

/** What a form carried, in the order it was sent. */
export interface Upload {
  readonly files: readonly (StagedFile | JobOutput)[];
  /** How many files were sent, stored or not; outputs of jobs are not among them. */
  readonly fileCount: number;
  /** Parts that would be files, or outputs of jobs, but for what is already among the problems. */
  readonly faultyCount: number;
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  /** What is wrong with single parts; the rest of the form was still read, to report everything at once. */
  readonly problems: readonly FieldProblem[];
}

const maxFieldBytes = 64 * 1024;
const maxFields = 200;
/** Far above any limit of files: it only bounds the parser. */
const maxFileParts = 1_000;
const fileFieldNames = new Set(['file', 'files']);

/**
 * Reads a multipart form from the raw request, its files straight to disk. Rejects with `INVALID_REQUEST` for a body
 * that is malformed or cut off, with `SERVICE_UNAVAILABLE` when it is given up, or as `storePart` does; then nothing reads the request any more and every file is
 * closed. The caller removes the folder.
 */
export async function receiveUpload(message: RequestMessage, rules: UploadRules): Promise<Upload> {
  const parser = createParser(message);
  const counter = createPartCounter(boundaryOf(message), rules.bodyLimit);
  const form = new FormReader(rules);
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  using _ = watchUpload(message, rules.bodyLimit.maxBodyBytes, (problem) => reject(malformed(problem)));
  form.listen(parser, reject);
  const giveUp = () => reject(shuttingDown());
  rules.givingUp.addEventListener('abort', giveUp);
  if (rules.givingUp.aborted) giveUp();
  // Each of these may fail again, even after the form is abandoned: their error listeners stay.
  message.on('error', () => reject(malformed('the upload was cut off')));
  message.once('close', () => {
    if (!isReceived(message)) reject(malformed('the upload was cut off'));
  });
  if (message.destroyed) reject(malformed('the upload was cut off'));
  parser.on('error', (error) => reject(malformed(describeParserError(error), error)));
  parser.once('close', resolve);
  counter.stream.on('error', reject);
  message.pipe(counter.stream).pipe(parser);
  try {
    await ended;
    if (counter.count() !== form.partCount) throw malformed('the header of a part cannot be read');
    return await form.finish();
  } catch (error) {
    message.unpipe(counter.stream);
    counter.stream.destroy();
    parser.destroy();
    await form.abandon();
    throw error;
  } finally {
    rules.givingUp.removeEventListener('abort', giveUp);
  }
}

/** Collects the parts of a form as the parser finds them. */
class FormReader {
  readonly #rules: UploadRules;
  readonly #requestBytes: RequestBytes = { total: 0 };
  readonly #files: Promise<StagedFile | null>[] = [];
  /** Outputs of jobs, each with how many files came before it. */
  readonly #outputs: { readonly output: JobOutput; readonly after: number }[] = [];
  readonly #fields: { readonly name: string; readonly value: string }[] = [];
  readonly #problems: FieldProblem[] = [];
  #fileCount = 0;
  #faultyCount = 0;
  #fieldBytes = 0;
  partCount = 0;

  constructor(rules: UploadRules) {
    this.#rules = rules;
  }

  listen(parser: Busboy, fail: (error: unknown) => void): void {
    // Called by the socket, so an exception in a listener would end the process.
    const guarded =
      <Given extends readonly unknown[]>(listener: (...given: Given) => void) =>
      (...given: Given) => {
        try {
          listener(...given);
        } catch (error) {
          fail(error);
        }
      };
    parser.on(
      'file',
      guarded((name, stream, { filename }) => {
        this.partCount += 1;
        // The parser destroys the stream of a body that ends too early; the reader of the stream learns it as well.
        stream.on('error', () => {});
        const file = this.#takeFile(this.#files.at(-1), name ?? 'file', stream, filename);
        this.#files.push(file);
        file.catch(fail);
      }),
    );
    parser.on(
      'field',
      // The parser's types leave out that there may be no name, and no value in a charset that it does not know.
      guarded((name: string | undefined, value: string | undefined, { valueTruncated }) => {
        this.partCount += 1;
        this.#takeField(name, value, valueTruncated);
      }),
    );
    parser.once('filesLimit', () => fail(malformed(`more than ${maxFileParts} files`)));
    parser.once('fieldsLimit', () => fail(malformed(`more than ${maxFields} fields`)));
  }

  async finish(): Promise<Upload> {
    const files = await Promise.all(this.#files);
    const outputsAt = (place: number) =>
      this.#outputs.flatMap(({ output, after }) => (after === place ? [output] : []));
    return {
      files: [...files, null].flatMap((file, place) => [...outputsAt(place), ...(file === null ? [] : [file])]),
      fileCount: this.#fileCount,
      faultyCount: this.#faultyCount,
      fields: this.#fields,
      problems: this.#problems,
    };
  }

  /** Resolves once no file is open any more. */
  async abandon(): Promise<void> {
    await Promise.allSettled(this.#files);
  }

  /** Files are taken one after the other, as they came: several small ones may be here at once. Null for one not kept. */
  async #takeFile(
    previous: Promise<unknown> | undefined,
    field: string,
    stream: Readable,
    name: string | undefined,
  ): Promise<StagedFile | null> {
    await previous;
    const fileName = safeFileName(name ?? '');
    const path = join(this.#rules.folder, randomUUID());
    const isSurplus = this.#fileCount >= this.#rules.maxFiles;
    const part = isSurplus
      ? await this.#discard(stream)
      : await storePart(stream, path, fileName, this.#rules, this.#requestBytes);
    // Browsers send an empty name and no bytes for a blank file input.
    if (part.sizeBytes === 0 && name === undefined) return null;
    this.#fileCount += 1;
    if (part.sizeBytes === 0) this.#problems.push({ field, problem: `"${fileName}" is empty` });
    const { mediaType } = part;
    return isSurplus || mediaType === null ? null : { ...part, mediaType, fileName, path };
  }

  /** Reads a surplus file without keeping it, within the bound of the whole request. */
  async #discard(stream: Readable): Promise<StoredPart> {
    let sizeBytes = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      sizeBytes += chunk.byteLength;
      this.#requestBytes.total += chunk.byteLength;
      if (this.#requestBytes.total > this.#rules.limits.maxRequestBytes) {
        throw invalidRequest([{ field: 'files', problem: `at most ${this.#rules.maxFiles} allowed` }]);
      }
    }
    return { sizeBytes, mediaType: null, sha256: null };
  }

  #takeField(name: string | undefined, value: string | undefined, isTruncated: boolean): void {
    this.#fieldBytes += value?.length ?? 0;
    if (this.#fieldBytes > maxFormBytes) throw malformed(`more than ${maxFormBytes} bytes of fields`);
    if (name === undefined) {
      this.#problems.push({ field: 'body', problem: 'a part has no name' });
    } else if (fileFieldNames.has(name)) {
      this.#faultyCount += 1;
      this.#problems.push({
        field: name,
        problem: 'was sent as text: give the part a filename (curl: -F file=@report.pdf)',
      });
    } else if (value === undefined) {
      this.#problems.push({ field: name, problem: 'is in an unknown character set: send UTF-8' });
    } else if (isTruncated) {
      this.#problems.push({ field: name, problem: `is longer than ${maxFieldBytes} bytes` });
    } else if (name === fromField && this.#rules.takesFrom && value !== '') {
      const read = readFrom(value);
      if ('problem' in read) {
        this.#faultyCount += 1;
        this.#problems.push(read);
      } else this.#outputs.push({ output: read, after: this.#files.length });
    } else {
      this.#fields.push({ name, value });
    }
  }
}

function createParser({ headers }: RequestMessage): Busboy {
  try {
    // Errors: the caller listens.
    return busboy({
      headers,
      defParamCharset: 'utf8',
      limits: { fieldSize: maxFieldBytes, fields: maxFields, files: maxFileParts },
    });
  } catch (cause) {
    throw malformed('the Content-Type header has no usable boundary', cause);
  }
}

/** The boundary the parser has just found in the same header. */
function boundaryOf({ headers }: RequestMessage): string {
  const match = /;\s*boundary=(?:"((?:[^"\\]|\\.)*)"|([^\s;]+))/i.exec(headers['content-type'] ?? '');
  return match?.[1]?.replace(/\\(.)/g, '$1') ?? match?.[2] ?? '';
}

function describeParserError(error: unknown): string {
  return error instanceof Error ? error.message.toLowerCase() : 'unreadable';
}

function malformed(problem: string, cause?: unknown): ConversionError {
  const { message, details } = invalidRequest([{ field: 'body', problem: `malformed multipart form: ${problem}` }]);
  return new ConversionError('INVALID_REQUEST', message, { details, cause });
}
