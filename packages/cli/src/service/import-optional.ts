import { StartError } from '@platen/host/folder-problem';

/**
 * Imports a package that only some hosts need. Rejects with a `StartError` that says what needs it (`need`, as in "models
 * need"), and how to get it, when it is not installed.
 */
export async function importOptional<Module>(name: string, need: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    // Another package that it needs may be missing as well: that is not said in these words.
    if (!(cause instanceof Error && cause.message.includes(`Cannot find package '${name}'`))) throw cause;
    throw new StartError(`${need} the package ${name}: npm install ${name}`, { cause });
  }
}
