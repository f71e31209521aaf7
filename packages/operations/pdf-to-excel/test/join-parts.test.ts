import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defaultLimits, type WorkerContext } from '@platen/core';
import { expect, onTestFinished, test } from 'vitest';
import { joinParts } from '../src/join-parts.ts';
import type { Recognition, SheetItem } from '../src/sheet-model.ts';
import { sheetCell, sheetTable } from './sheet-tables.ts';

const doubt: Recognition = { confidence: 0.5, figureConfidence: 0.5, disputed: false };

/** The warnings of joining a page of these items. */
async function warningsOf(items: readonly SheetItem[], layeredScans: readonly number[] = []): Promise<string[]> {
  const outputDir = await mkdtemp(path.join(tmpdir(), 'platen-excel-'));
  onTestFinished(() => rm(outputDir, { recursive: true, force: true }));
  const warnings: string[] = [];
  const context: WorkerContext = {
    progress: () => {},
    warn: (code, message) => warnings.push(`${code} ${message}`),
  };
  await joinParts(
    {
      inputs: [{ path: 'scan.pdf', fileName: 'scan.pdf', mediaType: 'application/pdf', sizeBytes: 1 }],
      options: { output: ['xlsx'], sheets: 'per-table', content: 'all', ocr: 'auto', language: 'eng' },
      outputDir,
      limits: defaultLimits,
    },
    [
      {
        pages: [{ pageNumber: 1, dates: [], leftOut: [], items }],
        textPages: [],
        title: null,
        unreadScans: 0,
        layeredScans,
        failures: [],
        pageFiles: [],
      },
    ],
    context,
  );
  return warnings;
}

test('one warning names the doubtful figures of all tables and texts by sheet and cell', async () => {
  const cells = [
    sheetCell(0, 0, 'Item'),
    sheetCell(0, 1, 'Price'),
    sheetCell(1, 0, 'Tea'),
    sheetCell(1, 1, '4.20', { recognition: doubt }),
  ];
  const box = { x0: 0, y0: 0, x1: 10, y1: 10 };
  const line = { page: 1, texts: ['Total', '8.40'].map((text) => ({ text, box, bold: false, recognition: doubt })) };
  const warnings = await warningsOf([
    { kind: 'table', table: sheetTable(2, cells, { columnCuts: [0, 50, 100] }) },
    { kind: 'line', isDetail: false, line },
  ]);
  expect(warnings).toEqual([
    'FIGURES_IN_DOUBT Figures of scanned pages may have been recognised wrongly; compare them with the page. ' +
      'Page 1 Text: B1; Page 1 Table 1: B2',
  ]);
});

test('of many doubtful figures a few are named, and the others counted', async () => {
  const cells = Array.from({ length: 40 }, (_, row) => sheetCell(row, 27, `${row}.25`, { recognition: doubt }));
  const [warning] = await warningsOf([{ kind: 'table', table: sheetTable(40, cells, { headerRows: 0 }) }]);
  expect(warning).toMatch(/Page 1 Table 1: AB1, AB2, .*, AB10 and 30 more$/);
});

test('scans whose text another program recognised are named', async () => {
  const warnings = await warningsOf([{ kind: 'table', table: sheetTable(1, [sheetCell(0, 0, 'Tea')]) }], [1, 3]);
  expect(warnings).toEqual([expect.stringMatching(/^TEXT_LAYER_TAKEN .*: page 1, 3$/)]);
});
