import { expect, test } from 'vitest';
import type { DrawnGlyph } from '../src/page-model/content/page-content.ts';
import { findUnreadableText } from '../src/page-model/text/unreadable-text.ts';
import { plainFont } from './plain-font.ts';

/** Text as a font draws it whose codes are its characters moved by `shift`. */
function glyphsOf(text: string, { shift = 0, isCode = true } = {}): DrawnGlyph[] {
  const style = { font: plainFont, sizePt: 10, color: '#000000' };
  return [...text].map((character, index) => {
    const code = character === ' ' ? 32 : (character.codePointAt(0) ?? 0) + shift;
    return {
      text: String.fromCharCode(code),
      code,
      isCode,
      outline: null,
      box: { x0: 6 * index, y0: 0, x1: 6 * index + 6, y1: 10 },
      origin: { x: 6 * index, y: 8 },
      style,
      risePt: 0,
      mcid: null,
      artifact: false,
      hidden: false,
      angle: 0,
      advancePt: 6,
      insideForm: false,
      run: 1,
    };
  });
}

const sentence = 'The quick brown fox jumps over the lazy dog, and then it goes home to its den.';

test('codes that stand for places in the font are noise', () => {
  expect(findUnreadableText(glyphsOf(sentence, { shift: -29 }), [])).toEqual([{ x0: 0, y0: 0, x1: 468, y1: 10 }]);
});

test('codes that read as text are text, in any script', () => {
  const texts = [
    sentence,
    sentence.toUpperCase(),
    'Съешь же ещё этих мягких французских булок, да выпей чаю',
    '3.141 592 653 589 793 238 462 643 383',
    '(1) (2) (3) (3) (4) (5) (6) (9) (10) (7)',
    'f(x) = exp(g(y)) + (h(z)), (u(v) < w(t))',
    'C1, D2, C2, D1 > C2, D1 < C1, D2 = D1, C2, D1, C1, D2, C1',
    'Sold and Serviced by XXXXXXXX, LLC (Lic. XXXXXXXX); Underwritten by XXXXXXXX; XXXXXXXX XXXXXXX',
  ];
  for (const text of texts) expect(findUnreadableText(glyphsOf(text), [])).toEqual([]);
});

test('capitals with signs of many kinds inside words are small letters moved, whatever the map says', () => {
  const moved = glyphsOf('verklaren vun de minschenrechten gegen', { shift: -40, isCode: false });
  expect(moved.map(({ text }) => text).join('')).toMatch(/^N=JCD9J=F/);
  expect(findUnreadableText(moved, [])).toHaveLength(1);
  expect(findUnreadableText(glyphsOf('A=B; C=D; SEE: E=F, MAIL@HOST; TO: ALL OF YOU', { isCode: false }), [])).toEqual(
    [],
  );
});

test('a map of the file is believed, unless it maps everything to one character or to private use', () => {
  expect(findUnreadableText(glyphsOf('BCD FGH JKL MNP QRS TVW XYZ +-*/', { isCode: false }), [])).toEqual([]);
  const same = glyphsOf(sentence, { isCode: false }).map((glyph) => ({ ...glyph, text: 'x' }));
  expect(findUnreadableText(same, [])).toHaveLength(1);
  expect(findUnreadableText(glyphsOf('\ue001\ue002\ue003', { isCode: false }), [])).toHaveLength(1);
});

test('Latin letters with accents and capitals inside words stand for letters of another script', () => {
  const noise =
    'W×zô ozUIŠ vKŽ sJ1u Ê«s bQ²K dš¬ w³Þ wMNÍ Ë«rJ³O³Þ WFłd vłd¹ ÆjI WOHOI¦ð ÷«dž w¼Ác¼ øvL(« qHDð tNłËË «Îd¼UÞ iOHf² WDÝ«u ';
  expect(findUnreadableText(glyphsOf(noise.repeat(2), { isCode: false }), [])).toHaveLength(1);
  const czech =
    'Příslušnému Úřadu Že Účet Říčany Šťastný Žádost Výše Čára Dům Říjen Únor Září Červen Ústí Škoda Žena Čas Síň ';
  const words = czech.repeat(2).replaceAll(' ', '').length;
  const drawnApart = glyphsOf(czech.repeat(2), { isCode: false }).filter(({ text }) => text !== ' ');
  expect(drawnApart).toHaveLength(words);
  expect(findUnreadableText(drawnApart, [])).toEqual([]);
  const program = 'getName setValue isReadable findFirst toString valueOf createWriter openFile closeFile readLine ';
  expect(findUnreadableText(glyphsOf(program.repeat(4), { isCode: false }), [])).toEqual([]);
});

test('Latin letters with signs and capitals inside words stand for letters of another script', () => {
  const noise =
    '{edmOr Zo eÌwAm| H$s ZtX ham_ H$a Xr naoemZ H$aZm OJmZm gwbmZm _moa O§Jb _| ZmMVm h¡ qbJ ~XbH$a nyam dmŠ` {\\$a go {b{IE dh JrV JmVm h¡ dMZ ~XbH$a nyam ';
  expect(findUnreadableText(glyphsOf(noise.repeat(2), { isCode: false }), [])).toHaveLength(1);
  const generic =
    'Map<String,List<Item>> readAll(&str) Promise<Result<T>> getName<T>() $scope.findAll{it.isOpen} toList<E>() ';
  expect(findUnreadableText(glyphsOf(generic.repeat(4), { isCode: false }), [])).toEqual([]);
});

test('indexes of formulas are single letters, not words without vowels', () => {
  const indexes = glyphsOf('knmdftzxkmndtfzkmntdxf');
  expect(findUnreadableText(indexes, [])).toHaveLength(1);
  const apart = indexes.map((glyph, index) => {
    const shift = 20 * index;
    const box = { ...glyph.box, x0: glyph.box.x0 + shift, x1: glyph.box.x1 + shift };
    return { ...glyph, box, origin: { x: glyph.origin.x + shift, y: 8 } };
  });
  expect(findUnreadableText(apart, [])).toEqual([]);
});
