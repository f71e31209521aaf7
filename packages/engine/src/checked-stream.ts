import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';

/** What a stream is to hold. */
export interface ExpectedBytes {
  readonly sizeBytes: number;
  /** In hex; null where it is not known. */
  readonly sha256: string | null;
}

/**
 * The bytes of a stream, checked as they pass. The last piece is held back until all are known to be right, so that what
 * differs can never be read to its end: the stream fails with what `toError` makes of the problem.
 */
export function checkedStream(
  body: Readable,
  { sizeBytes, sha256 }: ExpectedBytes,
  toError: (problem: string) => Promise<Error>,
): Readable {
  const hash = sha256 === null ? null : createHash('sha256');
  let read = 0;
  let held: Buffer | null = null;
  const findProblem = () => {
    if (read !== sizeBytes) return `${read} bytes of it were read, not ${sizeBytes}`;
    return hash !== null && hash.digest('hex') !== sha256 ? 'its SHA-256 is another one' : null;
  };
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      read += chunk.length;
      hash?.update(chunk);
      if (held !== null) this.push(held);
      held = chunk;
      if (read > sizeBytes) toError(`more than ${sizeBytes} bytes of it were read`).then(done, done);
      else done();
    },
    flush(done) {
      const problem = findProblem();
      if (problem === null) done(null, held);
      else toError(problem).then(done, done);
    },
  });
  // Readers see a failure themselves; before one reads, nobody does.
  checked.on('error', () => {});
  pipeline(body, checked, () => {});
  return checked;
}
