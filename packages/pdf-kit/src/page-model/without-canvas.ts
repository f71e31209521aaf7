import { createRequire, Module } from 'node:module';
import { join } from 'node:path';
import { dependencyFolder } from '../dependency-folder.ts';

/** Stands in for classes that pdf.js draws with. */
class Unused {}

const classes = { DOMMatrix: Unused, ImageData: Unused, Path2D: Unused };

/**
 * Loads pdf.js without `@napi-rs/canvas`, which it requires at once and which takes 50 MB and a tenth of a second. It
 * finds the names of the classes that it wants of it, and nothing else: a library loaded so can read and not draw.
 */
export async function withoutCanvas<Library>(load: () => Promise<Library>): Promise<Library> {
  const uncover = coverCanvas();
  const missing = Object.keys(classes).filter((name) => !(name in globalThis));
  for (const name of missing) Reflect.set(globalThis, name, Unused);
  try {
    return await load();
  } finally {
    for (const name of missing) Reflect.deleteProperty(globalThis, name);
    uncover();
  }
}

/** Has whoever requires the canvas get the names alone, until the returned function is called. */
function coverCanvas(): () => void {
  const require = createRequire(join(dependencyFolder('pdfjs-dist'), 'package.json'));
  const canvas = findCanvas(require);
  if (canvas === null) return withoutComplaint();
  const own = require.cache[canvas];
  require.cache[canvas] = Object.assign(new Module(canvas), { exports: classes, loaded: true });
  return () => {
    if (own === undefined) delete require.cache[canvas];
    else require.cache[canvas] = own;
  };
}

/** Keeps pdf.js from complaining on the console, until the returned function is called: not to have the canvas is no fault. */
function withoutComplaint(): () => void {
  const { warn } = console;
  console.warn = (...message: readonly unknown[]) => {
    if (!String(message[0]).includes('Cannot load "@napi-rs/canvas"')) warn(...message);
  };
  return () => {
    console.warn = warn;
  };
}

/** Null when it is not installed: pdf.js only suggests it. */
function findCanvas({ resolve }: NodeJS.Require): string | null {
  try {
    return resolve('@napi-rs/canvas');
  } catch {
    return null;
  }
}
