import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AttackTarget, openDescriptors } from './attack-target.ts';
import { eventually } from './http-client.ts';
import { fuzzRules } from './http-fuzz-rules.ts';
import { type FormPart, multipartBody, multipartType, pdfOf } from './http-multipart.ts';
import { protocolAttacks } from './http-protocol-attacks.ts';
import { openRawConnection, requestHead } from './http-raw-client.ts';

/** The target of the attacks. */
export interface HttpAttackSettings {
  /** Starts a server in a separate process, because the test runner would survive errors that end a host. */
  readonly startTarget: () => Promise<AttackTarget>;
}

/** Descriptors that come and go without any request: pipes of workers that are kept warm. */
const warmDescriptors = 8;
/** More than there are workers, so that each is warm before descriptors are counted. */
const warmUploads = 32;

const badHeader: FormPart = { disposition: 'form-data; name="a\x01"', content: '1' };
const file: FormPart = { fileName: 'a.pdf', content: pdfOf(100_000) };

/**
 * Sends malformed and fuzzed requests. Each must be answered or disconnected, the process must survive, and neither files
 * nor descriptors may stay open.
 */
export function httpAttackSuite({ startTarget }: HttpAttackSettings): void {
  let target: AttackTarget;
  let idleDescriptors: number | null = null;
  beforeAll(async () => {
    target = await startTarget();
    // Side by side: a worker that is first needed amid the attacks would count as descriptors left behind.
    await Promise.all(Array.from({ length: warmUploads }, () => upload(target, multipartBody([file]), {})));
    await vi.waitFor(async () => expect(await target.stagedFiles()).toEqual([]), { timeout: 60_000 });
    idleDescriptors = await openDescriptors(target);
  });
  afterAll(() => target.stop());

  /** Within five seconds there are no more files and descriptors than before. */
  const expectIdle = async () => {
    expect(target.isAlive()).toBe(true);
    await eventually(() => target.stagedFiles()).toEqual([]);
    if (idleDescriptors !== null) {
      await eventually(() => openDescriptors(target)).toBeLessThanOrEqual(idleDescriptors + warmDescriptors);
    }
    expect(await target.faults()).toEqual([]);
  };

  describe('what the HTTP server refuses by itself', () => protocolAttacks(() => target, expectIdle));

  describe('fuzzed requests', () => fuzzRules(() => target, expectIdle));

  describe.each([
    ['at once', {}],
    ['when told to go on', { Expect: '100-continue' }],
  ])('a body sent %s', (_, headers) => {
    test.each([
      ['one bad part header', [badHeader]],
      ['two bad part headers', [badHeader, badHeader]],
      ['a bad part header before a large file', [badHeader, file]],
      ['a bad part header after a large file', [file, badHeader, badHeader]],
      ['500 bad part headers', Array.from({ length: 500 }, () => badHeader)],
    ] as const)('%s: a malformed request', async (_, parts) => {
      const answer = await upload(target, multipartBody(parts), headers);
      expect(answer).toEqual({ status: 400, code: 'INVALID_REQUEST' });
      await expectIdle();
    });
  });
}

async function upload(
  { baseUrl, operation, key }: AttackTarget,
  body: Buffer,
  headers: Readonly<Record<string, string>>,
) {
  const url = new URL(`${baseUrl}/api/v1/${operation}`);
  const connection = await openRawConnection(url.origin);
  const own = { 'X-API-Key': key, 'Content-Type': multipartType, 'Content-Length': body.length };
  await connection.write(requestHead('POST', url, { ...own, ...headers }));
  await connection.write(body);
  const answer = await connection.readAnswer();
  const { code } = JSON.parse(answer.body) as { readonly code?: string };
  return { status: answer.status, code };
}
