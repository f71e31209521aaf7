import fc from 'fast-check';
import { blankPage } from '../src/page-model/blank-page.ts';
import type { DrawnGlyph } from '../src/page-model/content/page-content.ts';
import { buildLines } from '../src/page-model/text/build-lines.ts';
import type { Box, Fill, Page, Rule, TextStyle } from '../src/page-model/types.ts';
import { plainFont } from './plain-font.ts';

/** How often a property is tried: `PLATEN_PROPERTY_RUNS`, or so often that a suite stays fast. Seeded, so that a run repeats. */
export function propertyRuns(usual: number): fc.Parameters<unknown> {
  const numRuns = Number(process.env.PLATEN_PROPERTY_RUNS ?? usual);
  return { numRuns, seed: Number(process.env.PLATEN_PROPERTY_SEED ?? 20261129) };
}

/** Characters of all kinds of scripts, with their digits, marks, joiners and punctuation. */
const alphabets = [
  'abcXYZ fi-.,;:()[]&',
  '0123456789 .,-+%$€()',
  'ابتثجحخ لا ةى ـ \u064e\u0651 ؟،',
  '٠١٢٣٤٥٦٧٨٩ ٫٬٪ ۰۱۲۳۴۵',
  'אבגדה שלום \u05b8\u05bc ־',
  'कखगि ी ु ् ं ०१२',
  'กขคเแไ ำ ่ ๐๑๒',
  '漢字かなカナ、。「」（）',
  'абвгд ЁЖ',
  '•·…_—–\u00ad\u00a0\u200d©①Ⅳ',
  '𝒙𝟙😀',
].map((alphabet) => [...alphabet, '']);

const coordinate = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 12 }).map((step) => 40 * step) },
  { weight: 1, arbitrary: fc.double({ min: -50, max: 900, noNaN: true }) },
);
const size = fc.constantFrom(10, 10, 10, 12, 7, 24, 0.1, 0, 72);
const advance = fc.constantFrom(0.5, 0.5, 0.5, 1, 0.25, 0, 3);
const color = fc.constantFrom('#000000', '#ff0000', '#ffffff');

const style: fc.Arbitrary<TextStyle> = fc.record({
  font: fc.constantFrom(plainFont, { ...plainFont, name: 'Other-Bold', bold: true }, { ...plainFont, symbolic: true }),
  sizePt: size,
  color,
});

/** A text as it is drawn: some characters of one alphabet, one beside the other from a place on the page. */
const textRun = fc.record({
  letters: fc
    .constantFrom(...alphabets)
    .chain((alphabet) => fc.array(fc.constantFrom(...alphabet), { minLength: 1, maxLength: 14 })),
  x: coordinate,
  y: coordinate,
  angle: fc.constantFrom(0, 0, 0, 0, 0, 90, 180, 270, 17),
  style,
  advanceEm: advance,
  hidden: fc.constantFrom(false, false, false, true),
  mcid: fc.constantFrom(null, null, 3),
});

/** The glyphs of a page. */
export const arbitraryGlyphs: fc.Arbitrary<DrawnGlyph[]> = fc
  .array(textRun, { maxLength: 24 })
  .map((runs) => runs.flatMap((run, index) => glyphsOf(run, index)));

type TextRun = typeof textRun extends fc.Arbitrary<infer Run> ? Run : never;

function glyphsOf({ letters, x, y, angle, style: look, advanceEm, hidden, mcid }: TextRun, run: number): DrawnGlyph[] {
  const advancePt = advanceEm * look.sizePt;
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  return letters.map((text, index) => {
    const origin = { x: x + index * advancePt * cos, y: y + index * advancePt * sin };
    const end = { x: origin.x + advancePt * cos, y: origin.y + advancePt * sin };
    const [up, down] = [look.font.ascent * look.sizePt, -look.font.descent * look.sizePt];
    const corners = [origin, end].flatMap((point) => [
      { x: point.x + up * sin, y: point.y - up * cos },
      { x: point.x - down * sin, y: point.y + down * cos },
    ]);
    const box = {
      x0: Math.min(...corners.map((corner) => corner.x)),
      y0: Math.min(...corners.map((corner) => corner.y)),
      x1: Math.max(...corners.map((corner) => corner.x)),
      y1: Math.max(...corners.map((corner) => corner.y)),
    };
    const code = text.codePointAt(0) ?? 0;
    const place = { box, origin, angle, advancePt, run };
    return {
      text,
      ...place,
      style: look,
      risePt: 0,
      mcid,
      artifact: false,
      hidden,
      code,
      isCode: false,
      insideForm: false,
    };
  });
}

const box: fc.Arbitrary<Box> = fc
  .tuple(coordinate, coordinate, coordinate, coordinate)
  .map(([a, b, c, d]) => ({ x0: Math.min(a, c), y0: Math.min(b, d), x1: Math.max(a, c), y1: Math.max(b, d) }));

const rule: fc.Arbitrary<Rule> = fc
  .record({ box, level: fc.boolean(), widthPt: fc.constantFrom(0, 0.5, 1, 5), color, dashed: fc.boolean() })
  .map(({ box: { x0, y0, x1, y1 }, level, ...look }) =>
    level
      ? { orientation: 'horizontal', x0, x1, y0, y1: y0, ...look }
      : { orientation: 'vertical', x0, x1: x0, y0, y1, ...look },
  );

const fill: fc.Arbitrary<Fill> = fc.record({ box, color });

/** A page with text of all scripts, rules and panels, some of them in a grid. */
export const arbitraryPage: fc.Arbitrary<Page> = fc
  .record({
    glyphs: arbitraryGlyphs,
    rules: fc.array(rule, { maxLength: 20 }),
    fills: fc.array(fill, { maxLength: 6 }),
    boxes: fc.array(fc.record({ box, widthPt: fc.constantFrom(0, 1), color, fill: fc.constant(null) }), {
      maxLength: 4,
    }),
    drawings: fc.array(
      fc.record({
        box,
        kind: fc.constantFrom('curve' as const, 'line' as const, 'polygon' as const),
        strokeColor: fc.constant('#000000'),
        fillColor: fc.constant(null),
      }),
      { maxLength: 6 },
    ),
    widthPt: fc.constantFrom(595, 595, 842, 1),
  })
  .map(({ glyphs, widthPt, ...drawn }) => {
    const lines = buildLines(glyphs);
    const kind = lines.length > 0 ? 'text' : 'blank';
    return { ...blankPage({ number: 1, widthPt, heightPt: 842 }), ...drawn, lines, kind };
  });

/** How often each character but spaces is in some texts. */
export function characterCounts(texts: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const character of text) {
      if (!/\s/u.test(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
    }
  }
  return new Map([...counts].sort());
}
