import { createHash } from 'node:crypto';

/** Deflates bytes, the same bytes once. */
export type Deflate = (bytes: Uint8Array) => Uint8Array;

/** `deflate` with a memory: a document is put together again where a page has to keep what it had, and most of it is as it was. */
export function rememberDeflated(deflate: Deflate): Deflate {
  const known = new Map<string, Uint8Array>();
  return (bytes) => {
    const key = createHash('sha1').update(bytes).digest('base64');
    const deflated = known.get(key) ?? deflate(bytes);
    known.set(key, deflated);
    return deflated;
  };
}
