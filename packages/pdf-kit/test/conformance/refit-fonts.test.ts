import { expect, test } from 'vitest';
import { planGlyphs } from '../../src/conformance/fitted-program.ts';
import { readStandardFont, standardFontFile } from '../../src/conformance/standard-fonts.ts';
import { openCff } from '../../src/fonts/refit-cff.ts';
import { openTrueType, symbolCharacterMap } from '../../src/fonts/refit-truetype.ts';
import { readSfnt } from '../../src/fonts/sfnt.ts';
import { readCharacterMaps } from '../../src/fonts/truetype-cmap.ts';

test('a CFF font gets other advances and copies of glyphs, and keeps all else', async () => {
  const { bytes } = await readStandardFont('FoxitSerif.pfb');
  const before = openCff(bytes);
  const widths = new Map([[34, 700.5]]);
  const after = openCff(
    before?.refit({ widths, copies: [{ glyph: 0, id: 'copy.7', width: 333 }] }) ?? new Uint8Array(),
  );
  if (before === null || after === null) throw new Error('the font cannot be read');
  const count = before.font.glyphCount;
  expect([after.width(34), after.width(35), after.width(count)]).toEqual([700.5, before.width(35), 333]);
  expect([after.font.glyphCount, after.font.glyphName(count)]).toEqual([count + 1, 'copy.7']);
  expect(after.font.glyphName(34)).toBe(before.font.glyphName(34));
});

test('a TrueType font gets other advances and copies of glyphs', async () => {
  const { bytes } = await readStandardFont('LiberationSans-Regular.ttf');
  const program = openTrueType(readSfnt(bytes) ?? new Map());
  const tables = program?.refit(new Map([[36, 800]]), [{ glyph: 37, width: 250 }], [36]) ?? new Map();
  const after = openTrueType(tables);
  if (program === null || after === null) throw new Error('the font cannot be read');
  const widths = [after.width(36), after.width(program.glyphCount), after.width(40)];
  expect(widths.map(Math.round)).toEqual([800, 250, Math.round(program.width(40))]);
  // Only the outlines of what is shown stay.
  expect(tables.get('glyf')?.length).toBeLessThan(2_000);
});

test('a glyph is shown in one width; another width, and a missing glyph, take a copy', () => {
  const wanted = [
    { code: 1, glyph: 5, width: 500 },
    { code: 2, glyph: 5, width: 600 },
    { code: 3, glyph: 0, width: 250 },
    { code: 4, glyph: 6, width: 500.5 },
  ];
  const plan = planGlyphs(wanted, 10, () => 500);
  expect([...plan.glyphOf]).toEqual([
    [1, 5],
    [2, 10],
    [3, 11],
    [4, 6],
  ]);
  expect(plan.copies.map(({ glyph, width }) => [glyph, width])).toEqual([
    [5, 600],
    [0, 250],
  ]);
});

test('a symbolic character map finds the glyphs of codes', () => {
  const [map, ...others] =
    readCharacterMaps(
      symbolCharacterMap(
        new Map([
          [65, 7],
          [66, 300],
          [200, 2],
        ]),
      ),
    ) ?? [];
  expect([map?.platform, map?.encoding, others.length]).toEqual([3, 0, 0]);
  expect([65, 66, 200, 67].map((code) => map?.glyphOf(0xf000 + code))).toEqual([7, 300, 2, 0]);
});

test.each([
  ['ABCDEF+ArialMT', 'LiberationSans-Regular.ttf'],
  ['Arial-BoldItalicMT', 'LiberationSans-BoldItalic.ttf'],
  ['Times New Roman,Italic', 'FoxitSerifItalic.pfb'],
  ['TimesNewRomanPSMT', 'FoxitSerif.pfb'],
  ['Courier-BoldOblique', 'FoxitFixedBoldItalic.pfb'],
  ['ArialNarrow', null],
  ['Arial Unicode MS', null],
])('the twin of %s is %s', (name, file) => {
  expect(standardFontFile(name)).toBe(file);
});

test('symbols are found by the encoding that their font has by itself', async () => {
  const { bytes, encoding } = await readStandardFont('FoxitDingbats.pfb');
  const names = new Set(Array.from({ length: 203 }, (_, glyph) => openCff(bytes)?.font.glyphName(glyph)));
  const missing = encoding?.filter((name) => name !== null && name !== 'space' && !names.has(name));
  expect([encoding?.[0x34], missing]).toEqual(['a20', []]);
});
