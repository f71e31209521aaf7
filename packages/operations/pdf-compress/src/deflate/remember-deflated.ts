import { createHash } from 'node:crypto';

/** A function that deflates bytes. */
export type Deflate = (bytes: Uint8Array) => Uint8Array;

/** Memoises `deflate`: a document is written again when pages have to keep what they had, and most of its streams are the same. */
export function rememberDeflated(deflate: Deflate): Deflate {
  const known = new Map<string, Uint8Array>();
  return (bytes) => {
    const key = createHash('sha1').update(bytes).digest('base64');
    const deflated = known.get(key) ?? deflate(bytes);
    known.set(key, deflated);
    return deflated;
  };
}
