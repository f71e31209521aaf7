import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readModels } from '../src/read-models.ts';

/** The wheel of `rapidocr` 3.10.0 with the models (`pip download --no-deps rapidocr==3.10.0`); null where it is not named. */
export const modelWheel = process.env.PLATEN_PADDLE_WHEEL || null;

/** For the name of a test that is skipped without it. */
export const needsModels = '(needs PLATEN_PADDLE_WHEEL)';

/** A new folder with the models; whoever asks removes it. */
export async function unpackModels(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-paddle-models-'));
  for (const { fileName, bytes } of await readModels(modelWheel ?? '')) await writeFile(join(folder, fileName), bytes);
  return folder;
}
