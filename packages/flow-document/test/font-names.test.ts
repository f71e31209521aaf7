import type { Font } from '@platen/pdf-kit/page-model';
import { describe, expect, test } from 'vitest';
import { isBoldFace, isItalicFace } from '../src/analysis/fonts/font-faces.ts';
import { familyOf } from '../src/analysis/fonts/font-names.ts';
import { standInOf } from '../src/analysis/fonts/stand-ins.ts';
import { fontEntries } from '../src/compose/font-entries.ts';

const named = (name: string): Font =>
  ({ name, bold: false, italic: false, serif: /^(XITS|AdvP)/.test(name), monospace: false }) as Font;
const nameOf = (name: string) => familyOf(named(name)).name;

describe('the family of a font', () => {
  test.each([
    ['ABCDEF+LiberationSans-Bold', 'Liberation Sans'],
    ['LiberationSansNarrow', 'Liberation Sans Narrow'],
    ['Carlito-Bold', 'Carlito'],
    ['NimbusRomNo9L-ReguItal', 'Nimbus Roman No9 L'],
    ['MyriadPro-Semibold', 'Myriad Pro'],
    ['JosefinSans-Medium', 'Josefin Sans'],
    ['IBMPlexSans-Bold', 'IBM Plex Sans'],
    ['UniversityOfTheNorthernTerritoriesSans-Bold', 'Arial'],
    ['Wingdings-Regular-Identity-H', 'Wingdings'],
    ['TimesNewRomanPS-BoldMT', 'Times New Roman'],
    ['Arial,Bold', 'Arial'],
    ['ABCDEF+Times New Roman,Bold', 'Times New Roman'],
    ['Times New Roman,BoldItalic', 'Times New Roman'],
    ['Times-BoldItalic', 'Times'],
    ['Helvetica-Oblique', 'Helvetica'],
    ['Courier-Bold', 'Courier'],
    ['DFKaiShu-SB-Estd-BF', 'DFKai-SB'],
    ['gbsnu5b', 'SimSun'],
    ['NotoSerifCJKkr-Regular', 'Noto Serif CJK KR'],
    ['Garamond-Bold', 'Garamond'],
    ['XITSMath', 'XITSMath'],
  ])('%s is kept as %s', (name, family) => {
    expect(nameOf(name)).toBe(family);
  });

  test.each([
    ['CenturySchoolbook-Bold', 'Century Schoolbook'],
    ['BookAntiqua', 'Book Antiqua'],
    ['BookmanOldStyle', 'Bookman Old Style'],
    ['FranklinGothic-Book', 'Franklin Gothic Book'],
    ['NimbusRoman-Regular', 'Nimbus Roman'],
  ])('a word of style that is part of a family stays: %s', (name, family) => {
    expect(nameOf(name)).toBe(family);
  });

  test.each([
    ['XITS-Bold', 'Times New Roman'],
    ['LinLibertineTB', 'Times New Roman'],
    ['AdvPED1282', 'Times New Roman'],
    ['CMUSerif-Roman', 'Times New Roman'],
    ['EBGaramond-Regular', 'Times New Roman'],
    ['QuatroSlab-Medium', 'Times New Roman'],
    ['SourceCodePro-Regular', 'Courier New'],
    ['BeraSansMono-Roman', 'Courier New'],
  ])('%s, which readers would show in a sans-serif face, gives way to %s', (name, family) => {
    expect(nameOf(name)).toBe(family);
  });

  test.each(['F1', 'TT0', 'CIDFont+F1', 'ABCDEF+CairoFont-1-0', 'CMR10', 'SFRM1000', '\ufffd\ufffd_GB2312', ''])(
    '%j names no family: one that looks alike is named',
    (name) => {
      expect(['Arial', 'Times New Roman']).toContain(nameOf(name));
    },
  );
});

test('New Computer Modern, which only TeX and Typst bring, has serifs', () => {
  expect(nameOf('NewCM10-Regular')).toBe('Times New Roman');
  expect(nameOf('NewCM10-Bold')).toBe('Times New Roman');
});

test('national variants of Computer Modern are the same faces', () => {
  expect(nameOf('csr10')).toBe(nameOf('CMR10'));
  expect(nameOf('plss10')).toBe(nameOf('CMSS10'));
  expect(['csbx12', 'plbx10', 'vnssbx10', 'CMB10'].map((name) => isBoldFace(named(name)))).toEqual([
    ...[true, true, true, true],
  ]);
  expect(isBoldFace(named('CMBSY10'))).toBe(false);
  expect(['csti10', 'plsl10', 'vnbxti10'].map((name) => isItalicFace(named(name)))).toEqual([true, true, true]);
  expect(['HiraKakuProN-W6', 'HiraKakuProN-W3'].map((name) => isBoldFace(named(name)))).toEqual([true, false]);
  expect(isBoldFace(named('csr10')) || isItalicFace(named('plr10'))).toBe(false);
});

test('what is shown in place of a family is measured by its twin', () => {
  expect(standInOf('Liberation Serif')).toBe('Times New Roman');
  expect(standInOf('Helvetica')).toBe('Arial');
  expect(standInOf('Carlito')).toBe('Calibri');
  expect(standInOf('Myriad Pro')).toBe('Noto Sans');
});

test('the font table says what is shown where a family is missing', () => {
  const families = new Map(
    [named('Carlito'), named('Times-Roman'), named('ArialMT')].map((font) => [font.name, familyOf(font)]),
  );
  expect(fontEntries(families)).toEqual([
    { name: 'Carlito', alternative: 'Calibri', family: 'sans-serif', fixedPitch: false },
    { name: 'Times', alternative: 'Times New Roman', family: 'serif', fixedPitch: false },
    { name: 'Arial', alternative: null, family: 'sans-serif', fixedPitch: false },
  ]);
});

test('symbols of TeX stand in a face for text, though those of a small subset are all as wide', () => {
  expect(familyOf({ ...named('ABCDEF+CMSY6'), monospace: true }).name).toBe('Times New Roman');
  expect(familyOf({ ...named('ABCDEF+CMTT9'), monospace: true }).name).toBe('Courier New');
});
