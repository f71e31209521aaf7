import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildLines } from '../src/page-model/text/build-lines.ts';
import { dropOverprints } from '../src/page-model/text/drop-overprints.ts';
import { directionOf } from '../src/page-model/text/line-direction.ts';
import { rawLines } from '../src/page-model/text/raw-lines.ts';
import { findLedgers, findPageTables, findTables, runningLines } from '../src/tables.ts';
import { arbitraryGlyphs, arbitraryPage, characterCounts, propertyRuns } from './arbitrary-pages.ts';

/** What the reading changes on purpose: kashidas that justify a line go, brackets may be mirrored, soft hyphens inside lines are hyphens. */
const changed = (text: string) =>
  text
    .replaceAll('ـ', '')
    .replace(/[()[\]{}]/g, '(')
    .replaceAll('\u00ad', '-');

test('glyphs of any script, size and place become lines with all their characters', () => {
  fc.assert(
    fc.property(arbitraryGlyphs, fc.boolean(), (glyphs, printedSheet) => {
      const lines = buildLines(glyphs, { printedSheet });
      // Text that is drawn twice at one place is there once.
      const drawn = dropOverprints(glyphs).map(({ text }) => changed(text));
      expect(characterCounts(lines.map(({ text }) => changed(text)))).toEqual(characterCounts(drawn));
      for (const line of lines) expect(line.words.length).toBeGreaterThan(0);
    }),
    propertyRuns(300),
  );
});

test('lines as they are drawn keep every character', () => {
  fc.assert(
    fc.property(arbitraryGlyphs, (glyphs) => {
      const texts = rawLines(glyphs).map(({ text }) => text);
      expect(characterCounts(texts)).toEqual(characterCounts(glyphs.map(({ text }) => text)));
    }),
    propertyRuns(200),
  );
});

test('every line of words has a direction', () => {
  fc.assert(
    fc.property(arbitraryPage, fc.boolean(), ({ lines }, onRightToLeftPage) => {
      for (const { words } of lines) expect(directionOf(words, onRightToLeftPage)).toMatch(/^(ltr|rtl)$/);
    }),
    propertyRuns(100),
  );
});

test('any page has tables or none, of characters of its own', () => {
  fc.assert(
    fc.property(arbitraryPage, fc.boolean(), (page, printedSheet) => {
      const onPage = characterCounts(page.lines.map(({ text }) => text));
      for (const { cells } of findTables(page, { printedSheet })) {
        for (const [character, count] of characterCounts(cells.map(({ text }) => text))) {
          expect(onPage.get(character) ?? 0, character).toBeGreaterThanOrEqual(count);
        }
      }
    }),
    propertyRuns(150),
  );
});

test('any pages have ledgers over them or none', () => {
  fc.assert(
    fc.property(fc.array(arbitraryPage, { maxLength: 3 }), (pages) => {
      const numbered = pages.map((page, index) => ({ ...page, number: index + 1 }));
      expect(findLedgers(numbered.map((page) => findPageTables(page)))).toHaveLength(pages.length);
      expect(runningLines(numbered).size).toBeGreaterThanOrEqual(0);
    }),
    propertyRuns(60),
  );
});
