import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type ByteRange, ConversionError, invalidRequest, type StoredFile } from '@platen/core';
import { parseByteRange, type RequestedRange } from './byte-range.ts';
import { attachment } from './content-disposition.ts';
import { hasEntityTag } from './entity-tag.ts';
import { errorReply } from './error-reply.ts';
import { type Exchange, readHeader } from './exchange.ts';
import type { HttpReply, ResponseState } from './http-message.ts';
import type { DownloadLink, LinkSigner } from './link-signer.ts';
import { createRevokedKeys } from './revoked-keys.ts';
import type { Surface } from './surface-options.ts';

/**
 * Answers `GET` and `HEAD /api/download/<token>`. The link is all the authority there is. A tampered one is
 * `NOT_FOUND`; a genuine one that is past its time, whose key was revoked or whose file is purged, `LINK_EXPIRED`.
 */
export function createDownloadHandler(surface: Surface, links: LinkSigner) {
  const revokedKeys = createRevokedKeys(surface.keys);
  return async (exchange: Exchange, token: string): Promise<HttpReply> => {
    const link = links.verify(token);
    if (link === null) throw new ConversionError('NOT_FOUND', 'There is no such download');
    const revokedAt = await revokedKeys.revokedAt(link.keyId);
    if (revokedAt !== null) throw keyRevoked(revokedAt);
    const output = await findOutput(surface, link);
    const etag = `"${createHash('sha256').update(`${link.jobCreatedAt} ${output.key}`).digest('base64url')}"`;
    const headers = fileHeaders(output, etag);
    if (isAnotherFile(exchange, etag)) return preconditionFailed(exchange);
    if (isUnchanged(exchange, etag)) return { status: 304, headers, body: null };

    const address = surface.directDownloads ? await directAddress(surface, link) : null;
    if (address !== null) return redirectTo(address);
    const range = requestedRange(exchange, etag, output);
    if (range === 'unsatisfiable') return rangeNotSatisfiable(exchange, output);
    const sentBytes = range === null ? output.sizeBytes : range.end - range.start + 1;
    // A HEAD has to find out as well whether the file is there.
    const body = await openOutput(surface, exchange, link, range);
    const isHead = exchange.request.method === 'HEAD';
    if (isHead) body.destroy();
    return {
      status: range === null ? 200 : 206,
      headers: {
        ...headers,
        'Content-Type': output.mediaType,
        'Content-Length': String(sentBytes),
        ...(range === null ? {} : partHeaders(range, output)),
      },
      body: isHead ? null : body,
    };
  };
}

/** Bounds the time to the first byte only: a running download is never cut off. */
const directLinkMs = 60_000;

function directAddress(
  { engine, clock }: Surface,
  { jobId, outputIndex, expiresAt }: DownloadLink,
): Promise<URL | null> {
  return engine.directLink(jobId, outputIndex, Math.min(directLinkMs, expiresAt - clock.now()));
}

function redirectTo(address: URL): HttpReply {
  const headers = { Location: address.href, 'Cache-Control': 'private, no-store', 'Content-Length': '0' };
  return { status: 302, headers, body: null };
}

async function findOutput({ engine, clock }: Surface, link: DownloadLink): Promise<StoredFile> {
  if (clock.now() >= link.expiresAt) throw expired(link);
  const job = await engine.get(link.jobId);
  const output = job?.createdAt === link.jobCreatedAt ? job.outputs[link.outputIndex] : undefined;
  if (output === undefined) throw removed(link, clock.now());
  return output;
}

function fileHeaders(output: StoredFile, etag: string): Record<string, string> {
  return {
    ETag: etag,
    'Accept-Ranges': 'bytes',
    ...reprDigest(output),
    'Content-Disposition': attachment(output.fileName),
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "sandbox; default-src 'none'",
  };
}

/** Of the whole file, also where a part of it is sent (RFC 9530, 3). */
function reprDigest({ sha256 }: StoredFile): Record<string, string> {
  if (sha256 === undefined) return {};
  return { 'Repr-Digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:` };
}

/** Compressing middleware would make a range meaningless: its bytes would not be at those offsets of any file. */
function partHeaders({ start, end }: ByteRange, { sizeBytes }: StoredFile): Record<string, string> {
  return {
    'Content-Range': `bytes ${start}-${end}/${sizeBytes}`,
    'Cache-Control': 'private, no-store, no-transform',
  };
}

/** `If-Unmodified-Since` is ignored, as it has to be where there is no date (RFC 9110, 13.1.4). */
function isAnotherFile({ request }: Exchange, etag: string): boolean {
  const wanted = readHeader(request, 'if-match');
  return wanted !== null && !hasEntityTag(wanted, etag, 'strong');
}

/** Whether the client already has the file, by `If-None-Match` alone. */
function isUnchanged({ request }: Exchange, etag: string): boolean {
  const known = readHeader(request, 'if-none-match');
  return known !== null && hasEntityTag(known, etag, 'weak');
}

/** Ranges are defined for `GET` alone. `If-Range` with another file's tag, or with a date, asks for the whole file. */
function requestedRange({ request }: Exchange, etag: string, { sizeBytes }: StoredFile): RequestedRange {
  const header = request.method === 'GET' ? readHeader(request, 'range') : null;
  const ifRange = readHeader(request, 'if-range');
  return header === null || (ifRange !== null && ifRange.trim() !== etag) ? null : parseByteRange(header, sizeBytes);
}

function preconditionFailed(exchange: Exchange): HttpReply {
  return refuse(exchange, 412, 'If-Match', 'names another file than this link');
}

function rangeNotSatisfiable(exchange: Exchange, { sizeBytes }: StoredFile): HttpReply {
  const reply = refuse(exchange, 416, 'Range', `selects no byte of the file, which has ${sizeBytes} bytes`);
  return { ...reply, headers: { ...reply.headers, 'Content-Range': `bytes */${sizeBytes}` } };
}

/** A bad request with a status of its own. */
function refuse({ correlationId }: Exchange, status: number, field: string, problem: string): HttpReply {
  return { ...errorReply(invalidRequest([{ field, problem }]), correlationId), status };
}

async function openOutput(
  { engine, clock, logger }: Surface,
  { request }: Exchange,
  link: DownloadLink,
  range: ByteRange | null,
): Promise<Readable> {
  try {
    const body = await engine.open(link.jobId, link.outputIndex, range ?? undefined);
    body.on('error', (error) => {
      // The engine has logged what is damaged. A client that disconnects also ends the stream with an error, which is not a fault.
      const isDamage = ConversionError.is(error) && error.code === 'OUTPUT_DAMAGED';
      if (!isDamage && !request.response.destroyed)
        logger.error({ err: error, jobId: link.jobId }, 'a download broke off');
    });
    await firstBytes(body, request.response);
    return body;
  } catch (error) {
    throw ConversionError.is(error) && error.code === 'NOT_FOUND' ? removed(link, clock.now()) : error;
  }
}

/**
 * Resolves once there is something to send, or nobody to send it to. A small file has been checked by then: one that is
 * damaged rejects, and is answered with an error instead of a connection that is cut.
 */
async function firstBytes(body: Readable, response: ResponseState): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  body.once('readable', resolve).on('error', reject);
  response.once('close', resolve);
  try {
    await promise;
  } finally {
    body.off('readable', resolve).off('error', reject);
    response.off('close', resolve);
  }
}

function keyRevoked(revokedAt: number): ConversionError {
  return new ConversionError('LINK_EXPIRED', 'The API key that this download link was made for has been revoked', {
    details: { expiredAt: new Date(revokedAt).toISOString() },
  });
}

function expired({ expiresAt }: DownloadLink): ConversionError {
  return new ConversionError('LINK_EXPIRED', 'This download link has expired: poll the job for a fresh one', {
    details: { expiredAt: new Date(expiresAt).toISOString() },
  });
}

/** The file went before the link did: with its job. */
function removed({ expiresAt }: DownloadLink, now: number): ConversionError {
  return new ConversionError('LINK_EXPIRED', 'The file of this download link has been removed', {
    details: { expiredAt: new Date(Math.min(expiresAt, now)).toISOString() },
  });
}
