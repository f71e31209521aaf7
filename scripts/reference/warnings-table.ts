import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type WarningCode, warningTable } from '@platen/core';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Where a warning is given: to a function of that name, or as an object. */
const given = /[wW]arn(?:ing)?\(\s*'([A-Z][A-Z_]+)'|\bcode: '([A-Z]+_[A-Z_]+)'|\?\s*'([A-Z]+_[A-Z_]+)'/g;

/** The codes of warnings in sources below these folders, with the folders that have them. */
export function givenWarnings(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const path of globSync('packages/{operations/*,pdf-kit,flow-document}/src/**/*.ts', { cwd: root }).toSorted()) {
    const folder = path.replace(/^packages\/|\/src\/.*$/g, '');
    for (const [, ...codes] of readFileSync(`${root}${path}`, 'utf8').matchAll(given)) {
      const code = codes.find((each) => each !== undefined) ?? '';
      const folders = found.get(code) ?? [];
      if (!folders.includes(folder)) folders.push(folder);
      found.set(code, folders);
    }
  }
  return found;
}

/** Every warning with its meaning and the operations that give it. */
export function warningsTable(): string {
  const places = givenWarnings();
  const rows = Object.entries(warningTable).map(([code, meaning]) => {
    const folders = places.get(code as WarningCode) ?? [];
    const links = folders
      .filter((folder) => folder !== 'pdf-kit')
      .map((folder) => `[${folder.replace('operations/', '')}](../packages/${folder}/README.md)`);
    // What the kit gives, any operation may.
    return `| \`${code}\` | ${meaning} | ${links.length === 0 || folders.includes('pdf-kit') ? 'any' : links.join(', ')} |`;
  });
  return `| code | meaning | given by |\n| --- | --- | --- |\n${rows.join('\n')}`;
}
