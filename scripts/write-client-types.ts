import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describeSurface } from '@platen/http';
import { standardOperations } from '@platen/standard';
import openapiTypescript, { astToString } from 'openapi-typescript';

// Writes the client's types of the bodies of answers from the OpenAPI document of the standard operations:
// `npm run client-types`, after a change of bodies.

const banner = '// Written by `npm run client-types` from the OpenAPI document: change that instead.\n\n';

/** The types as they should be now. A test of the client compares them with the file. */
export async function clientTypes(): Promise<string> {
  const { openapi, info, components } = describeSurface(standardOperations, { manage: true, webhookUrls: true });
  const document = { openapi, info, paths: {}, components: { schemas: components.schemas } };
  // An example would become a comment of many lines.
  const plain = JSON.stringify(document, (name, value) =>
    name === 'example' || name === 'examples' ? undefined : value,
  );
  const types = await openapiTypescript(plain, { immutable: true, defaultNonNullable: false });
  return banner + astToString(types);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(new URL('../packages/client/src/openapi.ts', import.meta.url), await clientTypes());
}
