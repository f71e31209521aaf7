import { expect, test } from 'vitest';
import type { AttackTarget } from './attack-target.ts';
import { multipartType } from './http-multipart.ts';
import { openRawConnection, requestHead } from './http-raw-client.ts';

/** Requests that Node's HTTP server does not hand on. Each gets its status, and from a server of our own its error body. */
export function protocolAttacks(target: () => AttackTarget, expectIdle: () => Promise<void>): void {
  test.each([
    ['bytes that are no HTTP', '\x16\x03\x01\x00\xa5\x01\r\n\r\n', 400],
    ['an unknown method', 'FROB / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['a negative length', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
    ['headers beyond the bound', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ])('%s', async (_, request, status) => {
    await expectRefusal(request, status);
  });

  test('a chunk that is none, in the middle of an upload', async () => {
    await expectRefusal(`${uploadHead({ 'Transfer-Encoding': 'chunked' })}5\r\nhello\r\nzz\r\n`, 400);
  });

  test('chunk extensions beyond the bound', async () => {
    const chunk = `5;${'a'.repeat(20_000)}\r\nhello\r\n`;
    await expectRefusal(`${uploadHead({ 'Transfer-Encoding': 'chunked' })}${chunk}`, 413);
  });

  test('an expectation that nobody can meet', async () => {
    await expectRefusal(uploadHead({ 'Content-Length': '5', Expect: 'a-miracle' }), 417);
  });

  test('an upload that is too large is refused before the client is told to send it', async () => {
    const { ownsServer } = target();
    const answer = await ask(uploadHead({ 'Content-Length': 1e12, Expect: '100-continue' }));
    expect(answer).toContain('HTTP/1.1 413 ');
    expect(answer).toContain('"code":"FILE_TOO_LARGE"');
    if (ownsServer) expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  function uploadHead(headers: Readonly<Record<string, string | number>>): string {
    const { baseUrl, operation, key } = target();
    const url = new URL(`${baseUrl}/api/v1/${operation}`);
    return requestHead('POST', url, { 'X-API-Key': key, 'Content-Type': multipartType, ...headers });
  }

  /** Everything the server says, up to its first error body or the end of the connection. */
  async function ask(request: string): Promise<string> {
    const { socket, write } = await openRawConnection(target().baseUrl);
    await write(Buffer.from(request, 'latin1'));
    let answer = '';
    for await (const chunk of socket) {
      answer += String(chunk);
      if (/"details":.*\}$/.test(answer)) break;
    }
    socket.destroy();
    return answer;
  }

  async function expectRefusal(request: string, status: number): Promise<void> {
    const answer = await ask(request);
    // A framework may see to these by itself: Fastify says 400 where Node says 413.
    expect(answer).toMatch(target().ownsServer ? new RegExp(`^HTTP/1\\.1 ${status} `) : /^HTTP\/1\.1 4\d\d /);
    if (target().ownsServer) {
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      expect(Object.keys(JSON.parse(body))).toEqual(['code', 'message', 'correlationId', 'details']);
      expect(head).toContain(`X-Correlation-Id: ${JSON.parse(body).correlationId}`);
    }
    await expectIdle();
  }
}
