import { test } from 'vitest';
import { createWasmRecognizer, recognizerSuite } from '../../src/ocr.ts';
import { declarationScan } from './declaration-scan.ts';

recognizerSuite({
  test,
  create: createWasmRecognizer,
  page: declarationScan,
  words: ['Independence', 'unanimous', 'separation.'],
  abortsMidPage: false,
});
