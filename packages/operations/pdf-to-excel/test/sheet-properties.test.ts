import { noBoundaries } from '@platen/pdf-kit';
import type { Page } from '@platen/pdf-kit/page-model';
import { valuesIn } from '@platen/pdf-kit/tables';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  arbitraryAccount,
  arbitraryPage,
  arbitraryPanel,
  characterCounts,
  propertyRuns,
} from '../../../pdf-kit/test/arbitrary-pages.ts';
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

test('each amount, date and identifier of accounts is in a sheet or named as left out, as often as on its page', () => {
  fc.assert(
    fc.property(fc.array(arbitraryAccount, { minLength: 1, maxLength: 3 }), (drawn) => {
      const pages = drawn.map((page, index) => ({ ...page, number: index + 1 }));
      const read = pages.map((page) => readTables(page, false, noBoundaries));
      const part = sheetPagesOf(read, 'tables', noBoundaries);
      const document = documentTables([part], noBoundaries);
      const written = document.pages.flatMap(({ items, leftOut }) => [
        ...items.flatMap((item) =>
          item.kind === 'line'
            ? item.line.texts.map(({ text }) => text)
            : document.typed(item.table).table.cells.map(({ text }) => text),
        ),
        ...leftOut,
      ]);
      expect(figuresOf(written)).toEqual(figuresOf(pages.flatMap(printedWords)));
    }),
    propertyRuns(100),
  );
});

test('each label and each value of a panel is in a sheet, or the value is named as left out, in whatever way it is printed', () => {
  fc.assert(
    fc.property(arbitraryPanel, ({ page, entries }) => {
      const document = documentTables(
        [sheetPagesOf([readTables(page, false, noBoundaries)], 'tables', noBoundaries)],
        noBoundaries,
      );
      const rows = document.pages.flatMap(({ items, leftOut }) => [
        ...items.flatMap((item) => {
          if (item.kind === 'line') return [item.line.texts.map(({ text }) => text).join(' ')];
          const { cells } = document.typed(item.table).table;
          return [...Map.groupBy(cells, ({ row }) => row).values()].map((own) => own.map(({ text }) => text).join(' '));
        }),
        ...leftOut,
      ]);
      const printed = rows.map((text) => text.replace(/\s/gu, ''));
      for (const text of entries.flatMap(({ label, value }) => [label, value.replace(/^-/, '')]))
        expect(printed, text).toContainEqual(expect.stringContaining(text.replace(/\s/gu, '')));
    }),
    propertyRuns(100),
  );
});

function printedWords({ lines }: Page): string[] {
  return lines.flatMap(({ words }) => words.map(({ text }) => text));
}

/** The values among texts without their signs, which may be joined to them, in order. */
function figuresOf(texts: readonly string[]): string[] {
  return texts
    .flatMap((text) => text.split(/\s+/u).flatMap(valuesIn))
    .map((value) => value.replace(/\D/g, ''))
    .sort();
}
