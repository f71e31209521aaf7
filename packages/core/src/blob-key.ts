import { ConversionError } from './errors.ts';

const keyPattern = /^[\w.-]{1,200}(\/[\w.-]{1,200})*$/;

/**
 * Throws `INTERNAL_ERROR` if a key does not have the form `segment/segment/…` (letters, digits, `-`, `_`, `.`), or has a
 * segment `.` or `..`. Every blob store calls this function, so that no key points outside its folder.
 */
export function assertBlobKey(key: string): void {
  const wellFormed = keyPattern.test(key) && !key.split('/').some((segment) => segment === '.' || segment === '..');
  if (!wellFormed || key.length > 512) {
    throw new ConversionError('INTERNAL_ERROR', 'A file could not be stored under its key', {
      cause: new TypeError(`not a blob key: ${JSON.stringify(key.slice(0, 200))}`),
    });
  }
}

/** The error with which `BlobStore.put` and `adopt` reject if the key exists already. */
export function blobKeyTaken(key: string): ConversionError {
  return new ConversionError('INTERNAL_ERROR', 'A file is already stored under this key', {
    cause: new Error(`blob key taken: ${key}`),
  });
}

/** The error with which `BlobStore.read` and `stage` reject if there is no such blob. */
export function blobNotFound(key: string): ConversionError {
  return new ConversionError('NOT_FOUND', 'The file is no longer stored here', {
    cause: new Error(`no blob: ${key}`),
  });
}

/** The error with which `BlobStore.put` and `adopt` reject if the bytes differ from the announced size or digest. */
export function blobChanged(key: string): ConversionError {
  return new ConversionError('INTERNAL_ERROR', 'A file changed on its way to the storage', {
    cause: new Error(`size or SHA-256 differs from what was given: ${key}`),
  });
}
