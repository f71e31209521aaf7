import { noBoundaries } from '@platen/pdf-kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryPage, characterCounts, propertyRuns } from '../../../pdf-kit/test/arbitrary-pages.ts';
import { documentTables, readTables, scanPagesOf, sheetPagesOf } from '../src/stages.ts';

test('any pages become sheets, with every character where all is asked for', () => {
  fc.assert(
    fc.property(
      fc.array(arbitraryPage, { maxLength: 3 }),
      fc.boolean(),
      fc.boolean(),
      (drawn, isScan, printedSheet) => {
        const pages = drawn.map((page, index) => ({ ...page, number: index + 1 }));
        const part = isScan
          ? scanPagesOf(pages, 'all', noBoundaries)
          : sheetPagesOf(
              pages.map((page) => readTables(page, printedSheet, noBoundaries)),
              'all',
              noBoundaries,
            );
        const document = documentTables([part], noBoundaries);
        const texts = document.pages.flatMap(({ items }) =>
          items.flatMap((item) => {
            if (item.kind === 'line') return item.line.texts.map(({ text }) => text);
            return document.typed(item.table).table.cells.map(({ text }) => text);
          }),
        );
        const written = characterCounts(texts);
        for (const [character, count] of characterCounts(pages.flatMap(({ lines }) => lines.map(({ text }) => text)))) {
          if (/\p{L}/u.test(character)) expect(written.get(character) ?? 0, character).toBeGreaterThanOrEqual(count);
        }
      },
    ),
    propertyRuns(60),
  );
});
