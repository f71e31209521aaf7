import { readdir, readFile } from 'node:fs/promises';

/** Worker processes alive on this (Linux) machine that may write in the folder: those of a server, wherever it is now. */
export async function confinedProcesses(folder: string): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const commands = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')), // Gone in the meantime.
  );
  return pids.filter((_pid, index) => commands[index]?.includes(`--allow-fs-write=${folder}`));
}
