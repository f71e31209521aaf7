import { statSync } from 'node:fs';

/**
 * Returns a check that throws when the path no longer leads to the file that it leads to now. SQLite goes on writing to a
 * file that was removed or moved away, and what it stored there is lost with the process.
 */
export function expectSameFile(file: string): () => void {
  const identify = () => {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? null : `${found.dev} ${found.ino}`;
  };
  const opened = identify();
  return () => {
    const now = identify();
    if (now === opened) return;
    throw new Error(now === null ? `${file} was removed or moved away` : `${file} was replaced: restart to use it`);
  };
}
