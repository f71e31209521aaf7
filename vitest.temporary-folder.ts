import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

// One temporary folder for the whole run, so that nothing of a test is left on the machine: what a test that was cut off
// could not remove goes with the run, and what any other left behind is named.

/** Everybody may write there, as in the system's: some tests run programs as another user. */
const sharedMode = 0o1777;
/** Node's own, wherever a program asks for it. */
const ofOthers = new Set(['node-compile-cache']);

const prefix = 'platen-tests-';

export default function setup(): (() => void) | undefined {
  // Each project calls this: the folder is that of the first.
  if (basename(tmpdir()).startsWith(prefix)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(folder, sharedMode);
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder;
  return () => {
    const left = readdirSync(folder).filter((name) => !ofOthers.has(name));
    if (left.length > 0) console.warn(`Tests left in their temporary folder: ${left.join(', ')}`);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  };
}
