import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { createNativeRecognizer, recognizePage, recognizerSuite } from '../../src/ocr.ts';
import { characterError } from './character-error.ts';
import { declarationScan, declarationText } from './declaration-scan.ts';

const program = 'tesseract';
const installed = isInstalled();

// Needs Debian's tesseract-ocr with its English and orientation data.
test.skipIf(!installed)('a native program reads as the built-in recognizer does', async () => {
  const raster = await declarationScan();
  const { lines } = await recognizePage(createNativeRecognizer({ program }), raster, { languages: ['eng'] });
  const text = lines.map(({ words }) => words.map((word) => word.text).join(' ')).join('\n');
  expect(characterError(text, declarationText)).toBeLessThanOrEqual(0.01);
  expect(lines[0]?.words[0]?.box.x0).toBeCloseTo(153, -1);
  expect(lines[0]?.baseline.y0).toBeCloseTo(219, -1);
});

recognizerSuite({
  test: test.skipIf(!installed),
  create: () => createNativeRecognizer({ program }),
  page: declarationScan,
  words: ['Independence', 'unanimous', 'separation.'],
  abortsMidPage: true,
});

test('a program that is not there fails with a message that shows no path', async () => {
  const call = createNativeRecognizer({ program: '/nowhere/tesseract' }).recognize(await declarationScan(), {
    languages: ['eng'],
  });
  await expect(call).rejects.toMatchObject({
    code: 'PROCESSING_FAILED',
    message: expect.not.stringContaining('/nowhere'),
  });
});

function isInstalled(): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
