import { Duplex } from 'node:stream';
import { serialize } from 'node:v8';
import { expect, test } from 'vitest';
import { createMessageChannel } from '../src/message-channel.ts';

/** A channel whose other side is this test. */
function channelUnderTest() {
  const written: Buffer[] = [];
  const socket = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk);
      done();
    },
  });
  const messages: unknown[] = [];
  const failures: string[] = [];
  const channel = createMessageChannel(
    { incoming: socket, outgoing: socket },
    {
      onMessage: (message) => void messages.push(message),
      onFailure: ({ message }) => void failures.push(message),
    },
  );
  return { socket, channel, messages, failures, sent: () => Buffer.concat(written) };
}

const data = { text: 'é', bytes: new Uint8Array([1, 2]), map: new Map([[1, undefined]]), nan: Number.NaN };

test('what is sent comes out whole, however the bytes are split', () => {
  const { channel, sent } = channelUnderTest();
  channel.send(data);
  channel.send('second');
  for (const size of [1, 3, 7, 1_000]) {
    const { socket, messages } = channelUnderTest();
    for (let at = 0; at < sent().length; at += size) socket.emit('data', sent().subarray(at, at + size));
    expect(messages).toEqual([data, 'second']);
  }
});

test.each([
  ['garbage', Buffer.concat([Buffer.from([16, 0, 0, 0]), Buffer.alloc(16, 0xff)])],
  ['a length beyond all measure', Buffer.alloc(8, 0xff)],
  ['a message cut short', Buffer.concat([Buffer.from([3, 0, 0, 0]), serialize('a long text').subarray(0, 3)])],
])('%s is told as a failure, once, and nothing after it is read', (_what, bytes) => {
  const { socket, messages, failures } = channelUnderTest();
  socket.emit('data', bytes);
  socket.emit('data', bytes);
  socket.emit('error', new Error('later'));
  expect(failures).toHaveLength(1);
  expect(messages).toEqual([]);
  expect(socket.destroyed).toBe(true);
});
