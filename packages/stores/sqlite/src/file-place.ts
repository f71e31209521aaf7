import { statSync } from 'node:fs';

/**
 * Throws from then on while a path does not lead to the file that it leads to now. SQLite writes on in a file that was
 * removed or moved away, where what was answered is lost with the process.
 */
export function keepPlace(file: string): () => void {
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
