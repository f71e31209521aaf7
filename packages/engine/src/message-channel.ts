import type { Readable, Writable } from 'node:stream';
import { deserialize, serialize } from 'node:v8';

/** The two directions of a channel. */
export interface MessageStreams {
  readonly incoming: Readable;
  readonly outgoing: Writable;
}

/**
 * Messages over two pipes between the host and a worker process: each is its length in four bytes, followed by its
 * structured-clone serialization. Node's own channel ends the host with an uncaught error when the other side sends
 * garbage, as a compromised decoder may.
 */
export interface MessageChannel {
  /** Queues a message. Throws when it cannot be cloned or is too large. */
  send(message: unknown): void;
}

export interface MessageChannelEvents {
  /** A message has arrived. Its content is not checked. */
  readonly onMessage: (message: unknown) => void;
  /** The other side sent something that is not a message, or a pipe broke. No events follow. */
  readonly onFailure: (error: Error) => void;
}

/** The largest message (pages of a large table, for example). It is in memory as a whole on both sides. */
const maxMessageBytes = 512 * 1024 * 1024;
const headerBytes = 4;

export function createMessageChannel(
  { incoming, outgoing }: MessageStreams,
  { onMessage, onFailure }: MessageChannelEvents,
): MessageChannel {
  const read = createMessageReader(onMessage);
  let failed = false;
  const fail = (error: unknown) => {
    if (failed) return;
    failed = true;
    incoming.destroy();
    outgoing.destroy();
    onFailure(error instanceof Error ? error : new Error(String(error)));
  };
  // For their whole lives: an error may come at any time.
  incoming.on('error', fail);
  outgoing.on('error', fail);
  incoming.on('data', (chunk: Buffer) => {
    if (failed) return;
    try {
      read(chunk);
    } catch (error) {
      fail(error);
    }
  });
  return {
    send(message) {
      const body = serialize(message);
      if (body.byteLength > maxMessageBytes) throw new RangeError(`a message of ${body.byteLength} bytes is too large`);
      const header = Buffer.alloc(headerBytes);
      header.writeUInt32LE(body.byteLength);
      outgoing.cork();
      outgoing.write(header);
      outgoing.write(body);
      outgoing.uncork();
    },
  };
}

/** Takes bytes as they arrive and returns each message once it is complete. Throws on malformed data. */
function createMessageReader(onMessage: (message: unknown) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let bytes = 0;
  /** Bytes of the message being read, including its header; null until the header is complete. */
  let expected: number | null = null;

  return (chunk) => {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    for (;;) {
      if (expected === null) {
        if (bytes < headerBytes) return;
        chunks = [Buffer.concat(chunks)];
        const length = chunks[0]?.readUInt32LE() ?? 0;
        if (length > maxMessageBytes) throw new RangeError(`a message announces ${length} bytes`);
        expected = headerBytes + length;
      }
      if (bytes < expected) return;
      const all = Buffer.concat(chunks);
      const message: unknown = deserialize(all.subarray(headerBytes, expected));
      chunks = [all.subarray(expected)];
      bytes -= expected;
      expected = null;
      onMessage(message);
    }
  };
}
