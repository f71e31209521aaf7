import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { knownModels } from '../src/models.ts';
import { readModels } from '../src/read-models.ts';
import { modelWheel, needsModels } from './paddle-models.ts';

const [detection] = knownModels;
const name = detection?.fileName ?? '';
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-read-models-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a file under the name of a model with other bytes is refused', async () => {
  const wheel = join(folder, 'false.whl');
  await writeFile(wheel, zipSync({ [`rapidocr/models/${name}`]: new Uint8Array(10) }));
  await expect(readModels(wheel)).rejects.toThrow(`${name} has the SHA-256 `);
  await mkdir(join(folder, 'models'));
  await writeFile(join(folder, 'models', name), 'weights');
  await expect(readModels(folder)).rejects.toThrow(detection?.sha256 ?? '');
  await expect(readModels(join(folder, 'models', name))).rejects.toThrow(RangeError);
});

test('a wheel without models, and a file that is none, are refused', async () => {
  const wheel = join(folder, 'other.whl');
  await writeFile(wheel, zipSync({ 'other/readme.txt': new Uint8Array(10) }));
  await expect(readModels(wheel)).rejects.toThrow('it contains none of PP-OCRv6_det_small.onnx');
  const letter = join(folder, 'letter.pdf');
  await writeFile(letter, '%PDF-1.7');
  await expect(readModels(letter)).rejects.toThrow('it is not a wheel, a folder or an .onnx file');
});

test.skipIf(modelWheel === null)(`the wheel has all models ${needsModels}`, async () => {
  const models = await readModels(modelWheel ?? '');
  expect(models.map(({ role }) => role)).toEqual(['detection', 'recognition', 'orientation']);
});
