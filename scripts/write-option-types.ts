import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Operation } from '@platen/core';
import { type JsonSchema, readOptionFields } from '@platen/core/internal';
import { pdfToMarkdown } from '@platen/pdf-to-markdown';
import { standardOperations } from '@platen/standard';

// Writes the types of the options of each operation from its schema: `npm run option-types`.

const banner = '// Written by `npm run option-types` from the schemas of the operations: change those instead.\n\n';
const lineWidth = 120;

/** The files of types as they should be now, by their path from the root of the repository. A test compares them. */
export function optionTypes(): ReadonlyMap<string, string> {
  const files = [...standardOperations, pdfToMarkdown].map((operation): [string, string] => {
    const folder = operation.name.replace('/', '-');
    return [`packages/operations/${folder}/src/${folder}-options.ts`, banner + interfaceOf(operation)];
  });
  // The client depends on no operation: it has a copy of its own.
  return new Map([...files, ['packages/client/src/standard-operations.ts', banner + allInterfaces()]]);
}

function allInterfaces(): string {
  const interfaces = standardOperations.map((operation) => `${interfaceOf(operation)}\n`).join('');
  const names = standardOperations.map(({ name }) => `  readonly ${key(name)}: ${typeName(name)};\n`).join('');
  return `${interfaces}/** The operations of Platen and their options. */\nexport type StandardOperations = {\n${names}};\n`;
}

function interfaceOf(operation: Operation): string {
  const properties = Object.entries(readOptionFields(operation).schemas).map(
    ([name, schema]) => `${docComment(schema)}${propertyOf(name, `${typeOf(schema)} | undefined`)}\n`,
  );
  return `/** The options of \`${operation.name}\`. Each may be left out. */\nexport interface ${typeName(operation.name)} {\n${properties.join('')}}\n`;
}

/** In lines as the formatter writes them. */
function propertyOf(name: string, type: string): string {
  const line = `  readonly ${name}?: ${type};`;
  if (line.length <= lineWidth) return line;
  const parts = type.split(/ \| (?![^(]*\))/).map((part) => `    | ${part}`);
  return `  readonly ${name}?:\n${parts.join('\n')};`;
}

function typeName(name: string): string {
  return `${name.replaceAll(/(?:^|[/-])(\w)/g, (_, letter: string) => letter.toUpperCase())}Options`;
}

function key(name: string): string {
  return /^\w+$/.test(name) ? name : `'${name}'`;
}

function docComment({ description = '', default: fallback }: JsonSchema): string {
  const text = fallback === undefined ? [description] : [description, `@default ${String(fallback)}`];
  const line = `  /** ${text[0]} */\n`;
  if (text.length === 1 && line.length <= lineWidth) return line;
  return `  /**\n${text.map((each) => `   * ${each}\n`).join('')}   */\n`;
}

function typeOf(schema: JsonSchema): string {
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' | ');
  if (schema.enum !== undefined) return withSynonyms(schema).map(literal).join(' | ');
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'number':
      return schema.type;
    case 'integer':
      return 'number';
    case 'array':
      return `readonly ${itemType(typeOf(schema.items as JsonSchema))}[]`;
    default:
      throw new TypeError(`no type is known for ${JSON.stringify(schema)}`);
  }
}

function itemType(type: string): string {
  return type.includes(' | ') ? `(${type})` : type;
}

/** What an option may be, with the other words for it. */
function withSynonyms(schema: JsonSchema): readonly (string | number | boolean)[] {
  return [...(schema.enum ?? []), ...Object.keys(schema['x-synonyms'] ?? {})];
}

function literal(value: string | number | boolean): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, types] of optionTypes()) await writeFile(new URL(`../${path}`, import.meta.url), types);
}
