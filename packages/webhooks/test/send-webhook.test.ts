import type { LookupAddress } from 'node:dns';
import { describe, expect, test } from 'vitest';
import { allowNetworks } from '../src/allowed-networks.ts';
import { resolveAddresses } from '../src/checked-lookup.ts';
import { type SendRules, sendWebhook } from '../src/send-webhook.ts';
import { openReceiver } from './receiver.ts';
import { refusedHosts } from './refused-hosts.ts';

const strict: SendRules = {
  allowHttp: true,
  isAllowed: allowNetworks([]),
  resolve: resolveAddresses,
  timeoutMs: 5_000,
};
const toLoopback: SendRules = { ...strict, isAllowed: allowNetworks(['127.0.0.0/8']) };
const send = async (url: string, rules: SendRules) => (await sendWebhook(url, {}, '{}', rules)).problem;

test('a message is posted, and any 2xx takes it', async () => {
  await using receiver = await openReceiver();
  expect(await send(receiver.url, toLoopback)).toBeNull();
  expect(receiver.received).toMatchObject([{ body: '{}', headers: { 'content-type': 'application/json' } }]);
});

test.each([301, 302, 307, 308, 400, 404, 410, 500])(
  'an answer of %s is a failure, and no redirect is followed',
  async (status) => {
    await using target = await openReceiver();
    await using receiver = await openReceiver((_, response) => {
      response.writeHead(status, { Location: target.url }).end();
    });
    expect(await send(receiver.url, toLoopback)).toBe(`it answered ${status}`);
    expect(target.connections()).toBe(0);
  },
);

test('an answer without an end is not waited for', async () => {
  await using receiver = await openReceiver((_, response) => {
    response.writeHead(200);
    const writing = setInterval(() => response.write(Buffer.alloc(65_536)), 1);
    response.on('close', () => clearInterval(writing));
  });
  expect(await send(receiver.url, toLoopback)).toBeNull();
});

test('a receiver that does not answer is given up at the deadline', async () => {
  await using receiver = await openReceiver(() => {});
  expect(await send(receiver.url, { ...toLoopback, timeoutMs: 200 })).toBe('it did not answer within 200 ms');
});

test.each([
  [
    'switches protocols',
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n',
    'it answered 101',
  ],
  ['is no HTTP server', '\0\0 hello', 'it could not be reached (HPE_INVALID_CONSTANT)'],
  ['closes without an answer', '', 'it could not be reached (ECONNRESET)'],
  [
    'sends headers without an end',
    `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(100_000)}`,
    'it could not be reached (HPE_HEADER_OVERFLOW)',
  ],
])('a receiver that %s is a failure', async (_, bytes, problem) => {
  await using receiver = await openReceiver((request) => request.socket.end(bytes));
  expect(await send(receiver.url, toLoopback)).toBe(problem);
});

test('a receiver that only ever announces an answer is given up at the deadline', async () => {
  await using receiver = await openReceiver((request) => {
    const writing = setInterval(() => request.socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 10);
    request.socket.on('close', () => clearInterval(writing));
  });
  expect(await send(receiver.url, { ...toLoopback, timeoutMs: 200 })).toBe('it did not answer within 200 ms');
});

test('a receiver that does not speak TLS is a failure', async () => {
  await using receiver = await openReceiver();
  expect(await send(receiver.url.replace('http:', 'https:'), toLoopback)).toBe('it could not be reached (EPROTO)');
});

test('a receiver that is not there is a failure', async () => {
  const receiver = await openReceiver();
  await receiver[Symbol.asyncDispose]();
  expect(await send(receiver.url, toLoopback)).toBe('it could not be reached (ECONNREFUSED)');
});

describe('addresses', () => {
  test(`${refusedHosts.length} spellings of refused addresses: no connection`, async () => {
    await using receiver = await openReceiver();
    for (const host of refusedHosts) {
      expect(await send(`http://${host}:${receiver.port}/`, strict), host).not.toBeNull();
    }
    expect(receiver.connections()).toBe(0);
  });

  const names: readonly (readonly [string, readonly LookupAddress[]])[] = [
    ['one refused', [{ address: '127.0.0.1', family: 4 }]],
    [
      'one refused among others',
      [
        { address: '93.184.215.14', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ],
    ],
    ['a mapped one', [{ address: '::ffff:127.0.0.1', family: 6 }]],
    ['none', []],
    ['no address at all', [{ address: 'localhost', family: 4 }]],
  ];
  test.each(names)('a name that leads to %s: no connection', async (_, addresses) => {
    await using receiver = await openReceiver();
    const rules = { ...strict, resolve: async () => addresses };
    expect(await send(`http://hooks.example:${receiver.port}/`, rules)).toBe(
      'its name leads to an address to which webhooks are not allowed',
    );
    expect(receiver.connections()).toBe(0);
  });

  test('names of this machine: no connection', async () => {
    await using receiver = await openReceiver();
    for (const host of ['localhost', 'LOCALHOST', 'localhost.', 'ip6-localhost']) {
      expect(await send(`http://${host}:${receiver.port}/`, strict), host).not.toBeNull();
    }
    expect(receiver.connections()).toBe(0);
  });

  test('a name is asked once: an answer that changes after the check is never used', async () => {
    await using receiver = await openReceiver();
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      // Good at the check, loopback afterwards. Nothing listens at 192.0.2.1, which this rule lets pass.
      return [{ address: asked === 1 ? '192.0.2.1' : '127.0.0.1', family: 4 }];
    };
    const isAllowed = allowNetworks(['192.0.2.0/24']);
    const problem = await send(`http://hooks.example:${receiver.port}/`, {
      ...strict,
      isAllowed,
      resolve,
      timeoutMs: 500,
    });
    expect(problem).not.toBeNull();
    expect(asked).toBe(1);
    expect(receiver.connections()).toBe(0);
  });

  test('a name that led elsewhere when the endpoint was made is checked at each connection', async () => {
    await using receiver = await openReceiver();
    const answers = [[{ address: '127.0.0.1', family: 4 }], [{ address: '10.0.0.1', family: 4 }]];
    const rules = { ...toLoopback, resolve: async () => answers.shift() ?? [] };
    const url = `http://hooks.example:${receiver.port}/`;
    expect(await send(url, rules)).toBeNull();
    expect(await send(url, rules)).toBe('its name leads to an address to which webhooks are not allowed');
    expect(receiver.connections()).toBe(1);
  });
});

describe('of the body of an answer', () => {
  const read = (url: string, bytes: number, rules = toLoopback) => sendWebhook(url, {}, '{}', rules, bytes);

  test('as much is read as was asked for, without what a terminal would obey', async () => {
    await using receiver = await openReceiver((_, response) => {
      response.writeHead(422).end(`no\u001b[2J such\n${'x'.repeat(5_000)}`);
    });
    const result = await read(receiver.url, 20);
    expect(result).toEqual({ problem: 'it answered 422', status: 422, answer: `no[2J such\n${'x'.repeat(8)}` });
    expect(await read(receiver.url, 0)).toEqual({ problem: 'it answered 422', status: 422, answer: '' });
  });

  test.each([
    ['breaks off', (end: () => void) => end()],
    ['never ends', () => {}],
  ])('one that %s is shown as far as it came', async (_what, then) => {
    await using receiver = await openReceiver((_, response) => {
      response.writeHead(200);
      response.write('half', () => then(() => response.destroy()));
    });
    expect(await read(receiver.url, 20, { ...toLoopback, timeoutMs: 300 })).toEqual({
      problem: null,
      status: 200,
      answer: 'half',
    });
  });
});
