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
      outline: null,
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

/** A figure as accounts print it; no two of a page are equal by intent, but some are. */
const amount = fc
  .record({ cents: fc.integer({ min: 100, max: 99_999_999 }), sign: fc.constantFrom('', '', '', '-') })
  .map(({ cents, sign }) => `${sign}${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`);
const day = fc
  .record({ day: fc.integer({ min: 1, max: 28 }), month: fc.integer({ min: 1, max: 12 }) })
  .map((date) => `${String(date.day).padStart(2, '0')}/${String(date.month).padStart(2, '0')}/2024`);
const identifier = fc.integer({ min: 10_000_000, max: 99_999_999 }).map((number) => `AB${number}`);
const label = fc.constantFrom('Opening balance', 'Rent', 'Card payment', 'Total due', 'Invoice', 'Discount granted');

/** A text of a row: where it begins, or where it ends. */
interface RowText {
  readonly text: string;
  readonly x: number;
  readonly isRight: boolean;
}

const leftAt = (x: number) => (text: string) => ({ text, x, isRight: false });
const rightAt = (x: number) => (text: string) => ({ text, x, isRight: true });

/** The rows that accounts are made of: bookings, sums, labels with values, sentences, values alone. */
const accountRow: fc.Arbitrary<readonly RowText[]> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(
      day.map(leftAt(50)),
      label.map(leftAt(130)),
      amount.map(rightAt(400)),
      amount.map(rightAt(500)),
    ),
  },
  { weight: 2, arbitrary: fc.tuple(label.map(leftAt(130)), amount.map(rightAt(500))) },
  {
    weight: 1,
    arbitrary: fc.tuple(
      label.map((text) => leftAt(50)(`${text}:`)),
      identifier.map(leftAt(200)),
    ),
  },
  { weight: 1, arbitrary: fc.tuple(amount.map(rightAt(300))) },
  { weight: 1, arbitrary: fc.tuple(fc.integer({ min: 50, max: 400 }).chain((x) => identifier.map(leftAt(x)))) },
  {
    weight: 1,
    arbitrary: amount.map((text) => [leftAt(50)(`we ask you to pay the sum of ${text} within the next month`)]),
  },
  {
    weight: 1,
    arbitrary: fc.constant([
      leftAt(50)('Date'),
      leftAt(130)('Details'),
      rightAt(400)('Amount'),
      rightAt(500)('Balance'),
    ]),
  },
);

/** A page of an account: rows at an uneven pitch, some of them ruled. */
export const arbitraryAccount: fc.Arbitrary<Page> = fc
  .array(fc.record({ texts: accountRow, pitch: fc.constantFrom(14, 14, 14, 14, 18, 40), isRuled: fc.boolean() }), {
    minLength: 1,
    maxLength: 24,
  })
  .map((rows) => {
    const style: TextStyle = { font: plainFont, sizePt: 10, color: '#000000' };
    const look = { angle: 0, style, advanceEm: 0.5, hidden: false, mcid: null } as const;
    let y = 60;
    const rules: Rule[] = [];
    const glyphs = rows.flatMap(({ texts, pitch, isRuled }, row) => {
      y += pitch;
      if (isRuled) {
        const place = { x0: 45, x1: 505, y0: y + 3, y1: y + 3 };
        rules.push({ orientation: 'horizontal', ...place, widthPt: 0.5, color: '#000000', dashed: false });
      }
      return texts.flatMap(({ text, x, isRight }, index) => {
        const start = isRight ? x - 5 * text.length : x;
        return glyphsOf({ letters: [...text], x: start, y, ...look }, 10 * row + index);
      });
    });
    const lines = buildLines(glyphs);
    return { ...blankPage({ number: 1, widthPt: 595, heightPt: 1200 }), rules, lines, kind: 'text' };
  });

/** A label of a panel and the value beside it, which is set a little higher or lower. */
export interface PanelEntry {
  readonly label: string;
  readonly value: string;
}

const telephone = fc
  .tuple(fc.integer({ min: 10, max: 99 }), fc.integer({ min: 100, max: 999 }))
  .map(([pair, rest]) => `04 72 ${pair} ${rest} 10`);
const register = fc.integer({ min: 100, max: 999 }).map((group) => `397 ${group} 930`);
const account = fc.integer({ min: 1000, max: 9999 }).map((group) => `DE89 3704 ${group} 0532 0130 00`);
const postcode = fc.integer({ min: 10_000, max: 99_999 }).map(String);
const panelLabels = ['Payment Due Date', 'New Balance', 'Minimum Payment', 'Telephone', 'Registered as', 'Postcode'];

/** Panels of labels and values at heights of their own, and the page that they are drawn on. */
export const arbitraryPanel: fc.Arbitrary<{ readonly page: Page; readonly entries: readonly PanelEntry[] }> = fc
  .array(
    fc.record({
      value: fc.oneof(amount, day, identifier, telephone, register, account, postcode),
      risePt: fc.constantFrom(-5, -4, 0, 0, 4, 5),
      pitch: fc.constantFrom(16, 18, 40),
    }),
    { minLength: 1, maxLength: panelLabels.length },
  )
  .map((drawn) => {
    const style: TextStyle = { font: plainFont, sizePt: 10, color: '#000000' };
    const look = { angle: 0, style, advanceEm: 0.25, hidden: false, mcid: null } as const;
    let y = 60;
    const entries = drawn.map(({ value, risePt, pitch }, row) => {
      y += pitch;
      const label = panelLabels[row] ?? '';
      const texts = [glyphsOf({ letters: [...label], x: 50, y, ...look }, 20 * row)];
      texts.push(glyphsOf({ letters: [...value], x: 500 - 2.5 * value.length, y: y - risePt, ...look }, 20 * row + 10));
      return { label, value, glyphs: texts.flat() };
    });
    const lines = buildLines(entries.flatMap(({ glyphs }) => glyphs));
    return { page: { ...blankPage({ number: 1, widthPt: 595, heightPt: 842 }), lines, kind: 'text' }, entries };
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
