import { PlatenError } from './platen-error.ts';

/** What a stream has next. Rejects with `TIMEOUT` when nothing comes for so long: a machine that is gone ends no connection. */
export async function readWithin(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  silenceMs: number,
): ReturnType<typeof reader.read> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PlatenError('TIMEOUT', `Nothing arrived for ${silenceMs} ms`)), silenceMs);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } finally {
    clearTimeout(timer);
  }
}
