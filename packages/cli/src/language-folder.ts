import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Where `platen languages add` puts data, and every command finds it: a folder of this user. */
export function languageFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const { XDG_DATA_HOME, LOCALAPPDATA } = environment;
  const forUser = process.platform === 'win32' ? LOCALAPPDATA : XDG_DATA_HOME;
  return join(forUser || join(homedir(), '.local', 'share'), 'platen', 'languages');
}

/** Has operations loaded after this search the folder too, behind those in `PLATEN_OCR_LANGUAGES`. */
export function useLanguageFolder(environment: NodeJS.ProcessEnv = process.env): void {
  const given = (environment.PLATEN_OCR_LANGUAGES ?? '').split(delimiter).filter((folder) => folder !== '');
  const folder = languageFolder(environment);
  if (!given.includes(folder)) environment.PLATEN_OCR_LANGUAGES = [...given, folder].join(delimiter);
}
