import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a download link grants: one output of one job, until a moment. */
export interface DownloadLink {
  /** The key it was given to: should that be revoked, the link is too. */
  readonly keyId: string;
  readonly jobId: string;
  /** When the job was recorded: after a deletion its `Idempotency-Key` may give the same id to another job. */
  readonly jobCreatedAt: number;
  readonly outputIndex: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export interface LinkSigner {
  /** A token that is safe in a path: `payload.signature`, both base64url. */
  sign(link: DownloadLink): string;
  /** What a genuine token grants, expired or not; null for any other. */
  verify(token: string): DownloadLink | null;
}

const version = 2;
const tokenPattern = /^([\w-]+)\.([\w-]{43})$/;

/** Signs with the first secret and verifies with all of them (HMAC-SHA256), so that secrets can be rotated. */
export function createLinkSigner(secrets: readonly string[]): LinkSigner {
  const [current = ''] = secrets;
  return {
    sign({ keyId, jobId, jobCreatedAt, outputIndex, expiresAt }) {
      const fields = [version, keyId, jobId, jobCreatedAt, outputIndex, expiresAt];
      const payload = Buffer.from(JSON.stringify(fields)).toString('base64url');
      return `${payload}.${signature(payload, current)}`;
    },
    verify(token) {
      const [, payload, mac] = tokenPattern.exec(token) ?? [];
      if (payload === undefined || mac === undefined) return null;
      // Every secret is tried, so that the time taken does not reveal which one matched.
      const matches = secrets.map((secret) => isEqual(signature(payload, secret), mac));
      return matches.includes(true) ? parsePayload(payload) : null;
    },
  };
}

function signature(payload: string, secret: string): string {
  return createHmac('sha256', secret).update(`platen download link\n${payload}`).digest('base64url');
}

/** Compares the text, not the bytes it encodes: the last character of base64url has bits to spare. */
function isEqual(expected: string, given: string): boolean {
  return timingSafeEqual(Buffer.from(expected), Buffer.from(given));
}

function parsePayload(payload: string): DownloadLink | null {
  const fields: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  if (!Array.isArray(fields) || fields[0] !== version) return null;
  const [, keyId, jobId, jobCreatedAt, outputIndex, expiresAt] = fields;
  return {
    keyId: String(keyId),
    jobId: String(jobId),
    jobCreatedAt: Number(jobCreatedAt),
    outputIndex: Number(outputIndex),
    expiresAt: Number(expiresAt),
  };
}
