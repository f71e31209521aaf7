import { existsSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Packages bring what browsers, CommonJS and debuggers need as well: 200 MB of what npm installs for a server.
// `packages/*/tsup.config.ts` choose the same files for the published packages.

/** What of a package a server never loads, by its path in the package; the path of a folder ends in a slash. */
const unused = {
  'pdf-lib': /^(cjs|src|ts3\.4)\/|^dist\/pdf-lib/,
  docx: /\.(umd|iife|cjs|d)\./,
  exceljs: /^dist\//,
  'pdfjs-dist': /^(build|web|types|image_decoders|legacy\/(web|image_decoders))\/|\.map$|sandbox|\.min\.mjs$/,
  'tesseract.js-core': /-lstm|\.wasm\.js$/,
  '@tesseract.js-data/eng': /^4\.0\.0\//,
  '@tesseract.js-data/osd': /^4\.0\.0\//,
};

/** Says that files are missing: npm takes a package whose folder is there for whole. */
const note = '.platen-pruned';

/** Whether a server never loads this file of a package. */
export function isUnused(name, path) {
  return unused[name]?.test(path) ?? false;
}

/** Removes from a `node_modules` what no server loads. */
export function pruneModules(modules) {
  // The package `node` links its program from a whole distribution, with the headers for addons.
  rmSync(join(modules, 'node', 'node_modules'), { recursive: true, force: true });
  for (const name of Object.keys(unused)) {
    if (existsSync(join(modules, name))) pruneFolder(join(modules, name), name, '');
  }
  writeFileSync(join(modules, note), '');
}

/** Removes the packages that were pruned, so that the next `npm install` brings them whole. */
export function restoreModules(modules) {
  if (!existsSync(join(modules, note))) return;
  for (const name of Object.keys(unused)) rmSync(join(modules, name), { recursive: true, force: true });
  rmSync(join(modules, note));
}

function pruneFolder(folder, name, path) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const own = `${path}${entry.name}${entry.isDirectory() ? '/' : ''}`;
    if (isUnused(name, own)) rmSync(join(folder, entry.name), { recursive: true });
    else if (entry.isDirectory()) pruneFolder(join(folder, entry.name), name, own);
  }
  if (path !== '' && readdirSync(folder).length === 0) rmdirSync(folder);
}
