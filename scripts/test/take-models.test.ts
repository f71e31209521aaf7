import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('../take-models.ts', import.meta.url));
const wheel = process.env.PLATEN_PADDLE_WHEEL ?? '';

test.skipIf(wheel === '')(
  'models are released with their licence and the notice of where they come from (needs PLATEN_PADDLE_WHEEL)',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'platen-take-models-'));
    try {
      await promisify(execFile)(process.execPath, ['--conditions=@platen/source', script, wheel, folder]);
      expect((await readdir(folder)).sort()).toEqual([
        'LICENSE',
        'MODEL_LICENSES.md',
        'PP-OCRv6_det_small.onnx',
        'PP-OCRv6_rec_small.onnx',
        'ch_ppocr_mobile_v2.0_cls_mobile.onnx',
      ]);
      expect(await readFile(join(folder, 'LICENSE'), 'utf8')).toContain('Apache License');
      expect(await readFile(join(folder, 'MODEL_LICENSES.md'), 'utf8')).toContain('PaddleOCR');
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
