import type { FilePart, ReferencePart } from './client-input.ts';

/** A form ready to be sent once. */
export interface FormBody {
  readonly body: FormData | ReadableStream<Uint8Array>;
  /** Of a stream; a FormData brings its own. */
  readonly headers: Readonly<Record<string, string>>;
}

export type FormFields = readonly (readonly [name: string, value: string])[];

/** A form that the runtime encodes itself. Streams are read to their end first. */
export async function wholeForm(
  fields: FormFields,
  files: readonly (FilePart | ReferencePart)[],
): Promise<FormBody & { body: FormData }> {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  for (const part of files) {
    if ('from' in part) form.append('from', part.from);
    else
      form.append('files', part.body instanceof Blob ? part.body : await new Response(part.body).blob(), part.fileName);
  }
  return { body: form, headers: {} };
}

/**
 * A form encoded as it is sent (RFC 7578, names escaped as browsers do), so that streams pass through and `onProgress`
 * hears of what was taken up: the share of the bytes, or null while the length of a stream is unknown.
 */
export function streamedForm(
  fields: FormFields,
  files: readonly (FilePart | ReferencePart)[],
  onProgress: (fraction: number | null) => void,
): FormBody {
  const boundary = `platen-${crypto.randomUUID()}`;
  const bodies = files.flatMap((part) => ('from' in part ? [] : [part.body]));
  const isMeasured = bodies.every((body) => body instanceof Blob);
  const total = bodies.reduce((sum, body) => sum + (body instanceof Blob ? body.size : 0), 0);
  const chunks = encode(boundary, fields, files, (sent) => onProgress(isMeasured ? sent / Math.max(1, total) : null));
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
  return { body, headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` } };
}

async function* encode(
  boundary: string,
  fields: FormFields,
  files: readonly (FilePart | ReferencePart)[],
  onSent: (fileBytes: number) => void,
): AsyncGenerator<Uint8Array, void> {
  const text = new TextEncoder();
  const field = (name: string, value: string) =>
    text.encode(`--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"\r\n\r\n${value}\r\n`);
  for (const [name, value] of fields) yield field(name, value);
  let sent = 0;
  for (const part of files) {
    if ('from' in part) {
      yield field('from', part.from);
      continue;
    }
    const { fileName, body } = part;
    const disposition = `Content-Disposition: form-data; name="files"; filename="${escapeName(fileName)}"`;
    yield text.encode(`--${boundary}\r\n${disposition}\r\nContent-Type: application/octet-stream\r\n\r\n`);
    for await (const chunk of chunksOf(body instanceof Blob ? body.stream() : body)) {
      yield chunk;
      sent += chunk.byteLength;
      onSent(sent);
    }
    yield text.encode('\r\n');
  }
  yield text.encode(`--${boundary}--\r\n`);
}

/** A stream's chunks. Not every browser lets a stream be iterated. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {}); // It has ended, or failed: whoever reads has heard of that.
  }
}

function escapeName(name: string): string {
  return name.replace(/\r\n|\r|\n/g, '%0D%0A').replaceAll('"', '%22');
}
