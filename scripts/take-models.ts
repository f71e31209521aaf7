import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import { readModels } from '../packages/paddle-ocr/src/read-models.ts';

// `npm run take-models -- <wheel>`: after a build, before a release. Puts the models of the second reader into its package, with
// their licence and the notice that goes with them. They are in no checkout: the wheel is `pip download --no-deps rapidocr==3.10.0`.

const [wheel, folder = fileURLToPath(new URL('../packages/paddle-ocr/dist/models', import.meta.url))] =
  process.argv.slice(2);
if (wheel === undefined) {
  console.error('Say which: npm run take-models -- rapidocr-3.10.0-py3-none-any.whl');
  process.exitCode = 2;
} else {
  await takeModels(wheel, folder);
}

/** Writes the models of a wheel and their licences into a folder. Rejects if one of them is not there, or not the expected one. */
async function takeModels(from: string, to: string): Promise<void> {
  const licences = licencesOf(await readFile(from));
  const models = await readModels(from);
  await mkdir(to, { recursive: true });
  for (const { fileName, bytes } of models) await writeFile(join(to, fileName), bytes);
  for (const [name, bytes] of licences) await writeFile(join(to, name), bytes);
  console.log(`${models.length} models and ${licences.map(([name]) => name).join(' and ')} are in ${to}`);
}

/** The licence of the models and the notice of where they come from, which Apache-2.0 asks to pass on. */
function licencesOf(archive: Uint8Array): readonly (readonly [string, Uint8Array])[] {
  const files = unzipSync(archive, { filter: ({ name }) => name.includes('.dist-info/licenses/') });
  return ['LICENSE', 'MODEL_LICENSES.md'].map((wanted) => {
    const path = Object.keys(files).find((name) => name.endsWith(`/${wanted}`));
    const bytes = path === undefined ? undefined : files[path];
    if (bytes === undefined) throw new RangeError(`the wheel has no ${wanted}`);
    return [wanted, bytes] as const;
  });
}
