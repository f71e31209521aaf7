import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codesTable, reasonsTable } from './reference/errors-table.ts';
import { limitsTable, structureTable } from './reference/limits-table.ts';
import { metricsTable } from './reference/metrics-table.ts';
import { warningsTable } from './reference/warnings-table.ts';

// `npm run reference`: writes the tables of documents that are made from the sources, between `<!-- generated: name -->` and
// `<!-- end -->`. A test compares them.

const root = fileURLToPath(new URL('..', import.meta.url));

const tables = {
  'docs/errors.md': { codes: codesTable, reasons: reasonsTable },
  'docs/limits.md': { limits: limitsTable, structure: structureTable },
  'docs/metrics.md': { metrics: metricsTable },
  'docs/warnings.md': { warnings: warningsTable },
} as const satisfies Record<string, Record<string, () => string>>;

/** Each document with generated tables, as it is and as it should be. */
export function generatedDocuments(): readonly {
  readonly path: string;
  readonly is: string;
  readonly wanted: string;
}[] {
  return Object.entries(tables).map(([path, parts]) => {
    const is = readFileSync(join(root, path), 'utf8');
    const wanted = Object.entries(parts).reduce((text, [name, table]) => replacePart(text, name, table()), is);
    return { path, is, wanted };
  });
}

function replacePart(text: string, name: string, table: string): string {
  const [start, end] = [`<!-- generated: ${name} -->\n`, '<!-- end -->'];
  const from = text.indexOf(start) + start.length;
  const until = text.indexOf(end, from);
  if (from < start.length || until < 0) throw new Error(`there is no part "${name}"`);
  return `${text.slice(0, from)}\n${table.trim()}\n\n${text.slice(until)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { path, is, wanted } of generatedDocuments()) if (is !== wanted) writeFileSync(join(root, path), wanted);
}
