import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exitCodes } from '../src/exit-code.ts';
import { main } from '../src/main.ts';
import { createRecordingTerminal } from './recording-terminal.ts';

/** The wheel of `rapidocr` 3.10.0 with the models. */
const wheel = process.env.PLATEN_PADDLE_WHEEL ?? '';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-cli-models-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

async function platen(...args: readonly string[]) {
  const { terminal, printed, notes } = createRecordingTerminal();
  return { code: await main(args, terminal), printed, notes };
}

test.skipIf(wheel === '')('the models of a wheel are added, and listed (needs PLATEN_PADDLE_WHEEL)', async () => {
  const target = join(folder, 'added');
  const { code, notes } = await platen('models', 'add', wheel, '--folder', target);
  expect([code, notes.length]).toEqual([exitCodes.success, 3]);
  expect((await readdir(target)).sort()).toEqual([
    'PP-OCRv6_det_small.onnx',
    'PP-OCRv6_rec_small.onnx',
    'ch_ppocr_mobile_v2.0_cls_mobile.onnx',
  ]);
  vi.stubEnv('PLATEN_OCR_LANGUAGES', target);
  expect((await platen('models', 'list')).printed).toContain('PP-OCRv6_rec_small');
});

test('models are listed from the folders with languages, and none without a second reader', async () => {
  await writeFile(join(folder, 'some_rec.onnx'), 'weights');
  vi.stubEnv('PLATEN_OCR_LANGUAGES', folder);
  expect(JSON.parse((await platen('models', 'list', '--json')).printed.join(''))).toContain('some_rec');
  vi.stubEnv('PLATEN_OCR_SECOND_READER', 'none');
  expect((await platen('models', 'list', '--json')).printed).toEqual(['[]']);
});

test('what is no model is refused, and nothing is added', async () => {
  const given = join(folder, 'given');
  await mkdir(given);
  await writeFile(join(given, 'PP-OCRv6_det_small.onnx'), 'other weights');
  const target = join(folder, 'added');
  for (const [path, words] of [
    [given, 'PP-OCRv6_det_small.onnx has the SHA-256'],
    [folder, 'it contains none of PP-OCRv6_det_small.onnx'],
    [join(folder, 'rapidocr.whl'), 'cannot be read: there is no such file'],
  ] as const) {
    const { code, notes } = await platen('models', 'add', path, '--folder', target);
    expect([code, notes]).toEqual([exitCodes.usage, [expect.stringContaining(words)]]);
  }
  expect(await readdir(target)).toEqual([]);
});
