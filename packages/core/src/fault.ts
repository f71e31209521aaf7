import { isError } from './error-code.ts';

/** The errors that JavaScript and `node:assert` throw where a program is wrong. */
const faultNames: ReadonlySet<string> = new Set([
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'EvalError',
  'URIError',
  'AssertionError',
]);

/**
 * True if an error shows a fault of this software: only wrong programs throw its kind, and code of Platen or of its
 * operations threw it. If a library throws such an error, its input is at fault: pdf.js answers a damaged page with a
 * TypeError. The first frame of the stack that names a file decides. So an error without a stack counts as a fault. Refused
 * memory does not.
 */
export function isFault(error: unknown): error is Error {
  return (
    isError(error) && faultNames.has(error.name) && !isMemoryRefusal(error) && !isThrownByLibrary(error.stack ?? '')
  );
}

/** True if memory was refused. Arrays, `structuredClone` and WebAssembly report this by errors of different types. */
export function isMemoryRefusal(error: unknown): boolean {
  if (!isError(error)) return false;
  const isOfArray = error.name === 'RangeError' && /allocat|invalid (typed )?array length/i.test(error.message);
  return isOfArray || /out of memory/i.test(error.message);
}

/** A frame with the file or module it is in; those of the runtime have none, or `node:`. */
const framePlace = /^\s+at (?:.*\()?(?:async )?(?<place>(?:file:\/\/|wasm:\/\/|\/|[A-Za-z]:[\\/]).*)$/;

/** Folders of other people's code: installed packages, and those that a build of ours copies. No code of ours is WebAssembly. */
function isThrownByLibrary(stack: string): boolean {
  for (const line of stack.split('\n')) {
    const place = framePlace.exec(line)?.groups?.place?.replaceAll('\\', '/');
    if (place === undefined) continue;
    if (place.startsWith('wasm://') || place.includes('/dist/vendor/')) return true;
    const [, installed] = /.*\/node_modules\/(.*)/.exec(place) ?? [];
    return installed !== undefined && !/^(?:@platen|platen|create-platen)\//.test(installed);
  }
  return false;
}
