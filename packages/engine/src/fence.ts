import { realpathSync } from 'node:fs';
import { sep } from 'node:path';

/**
 * Takes from scripts in a worker process what Node's permission model leaves them: signals to other processes, and addons
 * that were not there when the process started. It holds back JavaScript alone: where the system has a sandbox, that is
 * what machine code cannot pass; elsewhere it could.
 */
export function raiseFence(writableFolder: string): void {
  const dlopen = process.dlopen.bind(process);
  const own = realpathSync(writableFolder) + sep;
  replace('dlopen', (module: object, path: string, flags?: number) => {
    const real = realpathSync(path);
    // koffi calls any function of the system: the launcher of this process needs it, and nothing within.
    if (real.startsWith(own) || real.includes(`${sep}@koromix${sep}`)) throw denied(`loading ${path}`);
    return flags === undefined ? dlopen(module, real) : dlopen(module, real, flags);
  });
  for (const name of ['kill', '_kill', '_debugProcess', '_debugEnd', 'binding', '_linkedBinding']) {
    replace(name, () => {
      throw denied(`process.${name}`);
    });
  }
}

/** For good: what is not configurable cannot be put back. */
function replace(name: string, value: unknown): void {
  Object.defineProperty(process, name, { value, writable: false, configurable: false, enumerable: true });
}

function denied(what: string): Error {
  return Object.assign(new Error(`${what} is not allowed in a conversion`), { code: 'ERR_ACCESS_DENIED' });
}
