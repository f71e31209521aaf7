import { realpathSync } from 'node:fs';
import { sep } from 'node:path';

/**
 * Removes what Node's permission model leaves to scripts in a worker process: signals to other processes, and addons
 * that were not there when the process started. It restrains JavaScript only; native code is held by the sandbox of the
 * system, where there is one.
 */
export function raiseFence(writableFolder: string): void {
  const dlopen = process.dlopen.bind(process);
  const own = realpathSync(writableFolder) + sep;
  replace('dlopen', (module: object, path: string, flags?: number) => {
    const real = realpathSync(path);
    // koffi can call any function of the system: only the launcher of this process needs it.
    if (real.startsWith(own) || real.includes(`${sep}@koromix${sep}`)) throw denied(`loading ${path}`);
    return flags === undefined ? dlopen(module, real) : dlopen(module, real, flags);
  });
  for (const name of ['kill', '_kill', '_debugProcess', '_debugEnd', 'binding', '_linkedBinding']) {
    replace(name, () => {
      throw denied(`process.${name}`);
    });
  }
}

/** Permanently: a property that is not configurable cannot be restored. */
function replace(name: string, value: unknown): void {
  Object.defineProperty(process, name, { value, writable: false, configurable: false, enumerable: true });
}

function denied(what: string): Error {
  return Object.assign(new Error(`${what} is not allowed in a conversion`), { code: 'ERR_ACCESS_DENIED' });
}
