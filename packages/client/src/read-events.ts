import { PlatenError } from './platen-error.ts';
import { readWithin } from './read-within.ts';

/** A server-sent event. */
export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/** A server says something every 15 s: one that has been silent for so long is no longer there. */
const maxSilenceMs = 45_000;
/** No event is longer: the largest is a page of jobs. */
const maxEventLength = 16 * 1024 * 1024;

/**
 * The events of a stream (https://html.spec.whatwg.org/multipage/server-sent-events.html), until it ends, breaks off or
 * falls silent. Ids and retry times are left out: a Platen sends none.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const chunk = await readChunk(reader);
      if (chunk === null) return;
      rest = (rest + decoder.decode(chunk, { stream: true })).replaceAll('\r\n', '\n');
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      if (rest.length > maxEventLength)
        throw new PlatenError('UNEXPECTED_ANSWER', 'An event of the stream is too long');
      yield* blocks.flatMap(parseBlock);
    }
  } finally {
    await reader.cancel().catch(() => {}); // It has ended or failed by itself.
  }
}

/** Null when there is no more, whatever the reason: whoever watches connects again. */
function readChunk(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | null> {
  return readWithin(reader, maxSilenceMs).then(
    ({ done, value }) => (done ? null : value),
    () => null,
  );
}

function parseBlock(block: string): readonly ServerEvent[] {
  const lines = block.split('\n');
  const valuesOf = (field: string) =>
    lines.filter((line) => line.startsWith(`${field}:`)).map((line) => line.slice(field.length + 1).replace(/^ /, ''));
  const data = valuesOf('data');
  return data.length === 0 ? [] : [{ name: valuesOf('event').at(-1) ?? 'message', data: data.join('\n') }];
}
