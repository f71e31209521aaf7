import { createHash, createHmac } from 'node:crypto';
import {
  type CheckedOptions,
  ConversionError,
  invalidRequest,
  type JobOutput,
  type JobRecord,
  type Principal,
  type StagedFile,
} from '@platen/core';
import { formatJobOutput, isJobOutput } from '@platen/core/internal';
import { type Exchange, readHeader } from './exchange.ts';

const maxKeyLength = 255;

/** The `Idempotency-Key` of a request, or null without one. Rejects a key that is empty or too long. */
export function readIdempotencyKey({ request }: Exchange): string | null {
  const key = readHeader(request, 'idempotency-key');
  if (key === null || (key.length > 0 && key.length <= maxKeyLength)) return key;
  throw invalidRequest([{ field: 'Idempotency-Key', problem: `must have 1 to ${maxKeyLength} characters` }]);
}

/**
 * The id of the job that a key of this caller means on this route: the same each time, so that the job itself is
 * the record of the request. A version 8 UUID (RFC 9562) of a SHA-256.
 */
export function idempotentJobId(principal: Principal, operation: string, key: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([principal.ownerId, operation, key]))
    .digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** What two requests must share to be the same: operation, options, the names and bytes of the files in order or the jobs they come from, and the webhook URL. */
export interface RequestContent {
  readonly operation: string;
  /** What the client sent: nothing that a default filled in, which another version may do in another way. */
  readonly sent: Readonly<Record<string, unknown>>;
  readonly checked: Pick<CheckedOptions, 'options' | 'secrets'>;
  readonly files: readonly (Pick<StagedFile, 'fileName' | 'sha256'> | JobOutput)[];
  readonly webhookUrl?: string | null;
}

/**
 * The hash that a request is recognised by when it is sent again. The options may hold a password, and a plain hash of
 * them would let anybody who reads the jobs guess it; so it is keyed with a link secret, which no job holds and all
 * processes that share the jobs have. `known` is the job that is there already: its hash is the answer when the same
 * content has it under any secret of the ring, or had it in an earlier form of these hashes.
 */
export function hashRequest(
  secrets: readonly string[],
  content: RequestContent,
  known: Pick<JobRecord, 'options' | 'requestHash'> | null = null,
): string {
  const [current = '', ...older] = keyedHashes(secrets, 'platen request 2\n', serialize(content, content.sent));
  if (known === null || known.requestHash === null) return current;
  return [...older, ...earlierHashes(secrets, content, known.options)].includes(known.requestHash)
    ? known.requestHash
    : current;
}

/**
 * The hashes of earlier versions, which covered all options with their defaults: those that the job was stored with. An
 * option that it has not got was unknown when it was submitted; a request that sends it is another one.
 */
function earlierHashes(
  secrets: readonly string[],
  content: RequestContent,
  stored: JobRecord['options'],
): readonly string[] {
  const { sent, checked } = content;
  const isNew = (name: string) => !Object.hasOwn(stored, name);
  if (Object.keys(checked.options).some((name) => isNew(name) && Object.hasOwn(sent, name))) return [];
  const options = Object.fromEntries(Object.entries(checked.options).filter(([name]) => !isNew(name)));
  const text = serialize(content, { ...options, ...checked.secrets });
  const unkeyed = createHash('sha256').update(text).digest('hex');
  return [...keyedHashes(secrets, 'platen request\n', text), unkeyed];
}

function keyedHashes(secrets: readonly string[], purpose: string, text: string): readonly string[] {
  return secrets.map((secret) => createHmac('sha256', secret).update(purpose).update(text).digest('hex'));
}

function serialize(
  { operation, files, webhookUrl = null }: RequestContent,
  options: Readonly<Record<string, unknown>>,
): string {
  const sortedOptions = Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1));
  // No file has an empty name.
  const named = files.map((file) => (isJobOutput(file) ? ['', formatJobOutput(file)] : [file.fileName, file.sha256]));
  // Left out when there is none, as it was before there could be one.
  return JSON.stringify([operation, sortedOptions, named, ...(webhookUrl === null ? [] : [webhookUrl])]);
}

/** The requests whose bodies are being received now: a second one under the same job id is refused meanwhile. */
export interface ReceivingSet {
  /** Rejects with `IDEMPOTENCY_CONFLICT` while the id is taken; the returned object frees it. */
  enter(jobId: string): Disposable;
}

export function createReceivingSet(): ReceivingSet {
  const receiving = new Set<string>();
  return {
    enter(jobId) {
      if (receiving.has(jobId)) {
        throw new ConversionError(
          'IDEMPOTENCY_CONFLICT',
          'A request with this Idempotency-Key is still being received',
          { details: { retryAfterSeconds: 1 } },
        );
      }
      receiving.add(jobId);
      return { [Symbol.dispose]: () => receiving.delete(jobId) };
    },
  };
}
