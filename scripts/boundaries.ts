import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Which packages each folder may import: the arrows of docs/architecture.md as data. */
const rules: readonly { readonly folder: RegExp; readonly mayImport: RegExp }[] = [
  { folder: /^packages\/core$/, mayImport: /^$/ },
  { folder: /^packages\/(engine|http|mcp|pdf-kit|testing|client|webhooks)$/, mayImport: /^core$/ },
  { folder: /^packages\/(paddle-ocr|flow-document)$/, mayImport: /^(core|pdf-kit)$/ },
  { folder: /^packages\/(stores|blobs|queues)\/[^/]+$/, mayImport: /^core$/ },
  {
    folder: /^packages\/operations\/standard$/,
    mayImport: /^(core|pdf-(merge|split|compress|to-image|to-excel|to-word)|image-to-pdf|ocr)$/,
  },
  { folder: /^packages\/operations\/pdf-to-(word|markdown)$/, mayImport: /^(core|pdf-kit|flow-document)$/ },
  { folder: /^packages\/operations\/[^/]+$/, mayImport: /^(core|pdf-kit)$/ },
  { folder: /^packages\/(adapters\/[^/]+|dashboard)$/, mayImport: /^(core|http)$/ },
  {
    folder: /^packages\/cli$/,
    mayImport:
      /^(core|dashboard|engine|host|http|mcp|client|webhooks|express|sqlite|cluster|standard|pdf-kit|paddle-ocr)$/,
  },
  { folder: /^packages\/cluster$/, mayImport: /^(core|host|postgres|pg-boss|s3)$/ },
  { folder: /^packages\/platen$/, mayImport: /^cli$/ },
  { folder: /^packages\/create-platen$/, mayImport: /^$/ },
  { folder: /^packages\/host$/, mayImport: /^(core|engine|sqlite|standard|webhooks)$/ },
];

const importPattern = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*|\.resolve\s*\(\s*)['"](@platen\/[a-z0-9-]+)/g;

/** Every import or dependency that points the wrong way, as `place: what is wrong`. */
export function findViolations(root: string): readonly string[] {
  return listPackages(root).flatMap((folder) => {
    const rule = rules.find((candidate) => candidate.folder.test(folder));
    if (rule === undefined) return [`${folder}: no rule says what this package may import`];
    const own = readManifest(root, folder);
    const allowed = (name: string) => name === own.name || rule.mayImport.test(name.replace('@platen/', ''));
    return [
      ...Object.keys(own.dependencies ?? {})
        .filter((name) => name.startsWith('@platen/') && !allowed(name))
        .map((name) => `${folder}/package.json: depends on ${name}`),
      ...sourceFiles(join(root, folder, 'src')).flatMap((file) =>
        importsOf(file)
          .filter((name) => !allowed(name))
          .map((name) => `${relative(root, file)}: imports ${name}`),
      ),
    ];
  });
}

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

function readManifest(root: string, folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
}

/** Folders under packages/ with a package.json, at either depth. */
function listPackages(root: string): readonly string[] {
  const found: string[] = [];
  const visit = (folder: string, depth: number) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (entry.name === 'package.json') found.push(folder);
      else if (entry.isDirectory() && depth > 0 && entry.name !== 'node_modules')
        visit(`${folder}/${entry.name}`, depth - 1);
    }
  };
  visit('packages', 2);
  return found.toSorted();
}

/** A package of nothing but a manifest and a program has none. */
function sourceFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[cm]?[jt]s$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

function importsOf(file: string): readonly string[] {
  return [...readFileSync(file, 'utf8').matchAll(importPattern)].map(([, name = '']) => name);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const violations = findViolations(fileURLToPath(new URL('..', import.meta.url)));
  for (const violation of violations) console.error(violation);
  console.log(
    violations.length === 0
      ? 'Every import points the right way.'
      : `${violations.length} imports point the wrong way.`,
  );
  process.exitCode = violations.length === 0 ? 0 : 1;
}
