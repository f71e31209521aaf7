import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inject } from 'vitest';

// Worker processes and threads that tests start run packages as built: from the sources each takes seven times the processor
// time to start. What runs in the process of a test comes from the sources.

const builtPackages = inject('builtPackages');

// A process that several files share keeps them.
const registered = Symbol.for('platen.built-workers');
if (!(registered in globalThis)) {
  Object.assign(globalThis, {
    [registered]: registerHooks({
      resolve(specifier, context, next) {
        const path = ofPackage(specifier) ?? ofTests(specifier, context.parentURL);
        return path === null ? next(specifier, context) : { url: pathToFileURL(path).href, shortCircuit: true };
      },
    }),
  });
}

/** What a package loads by its address, in another process or thread. */
function ofPackage(specifier: string): string | null {
  const [, name, file] = /^(@platen\/[a-z0-9-]+)\/((?:[a-z-]+-)?(?:worker|host|launcher))$/.exec(specifier) ?? [];
  if (name === undefined) return null;
  const { exports } = manifestIn(join(builtPackages, name));
  return join(builtPackages, name, exports[`./${file}`].default);
}

/** The worker of an operation that a test made. */
function ofTests(specifier: string, parentUrl: string | undefined): string | null {
  if (!/^\.\/[a-z-]+\.worker\.ts$/.test(specifier) || parentUrl === undefined) return null;
  const path = fileURLToPath(new URL(specifier.replace(/ts$/, 'js'), parentUrl));
  const [folder = ''] = /^.*(?=[\\/]test[\\/])/.exec(path) ?? [];
  return join(builtPackages, manifestIn(folder).name, relative(folder, path));
}

function manifestIn(folder: string) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
