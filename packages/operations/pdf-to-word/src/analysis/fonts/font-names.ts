import type { Font } from '@platen/pdf-kit/page-model';
import { hasStandardWidths } from './standard-widths.ts';

/** Families that a machine with an office suite has, or that the suite brings a face of equal widths for. */
const knownFamilies = [
  'Aptos',
  'Arial',
  'Arial Black',
  'Arial Narrow',
  'Arial Unicode MS',
  'Bahnschrift',
  'Batang',
  'BatangChe',
  'Book Antiqua',
  'Bookman Old Style',
  'Calibri',
  'Calibri Light',
  'Cambria',
  'Cambria Math',
  'Candara',
  'Century',
  'Century Gothic',
  'Century Schoolbook',
  'Comic Sans MS',
  'Consolas',
  'Constantia',
  'Corbel',
  'Courier New',
  'David',
  'DejaVu Sans',
  'DejaVu Sans Mono',
  'DejaVu Serif',
  'DengXian',
  'Dotum',
  'Ebrima',
  'FangSong',
  'Franklin Gothic Book',
  'Franklin Gothic Medium',
  'Gabriola',
  'Garamond',
  'Georgia',
  'Gill Sans MT',
  'Gulim',
  'Helvetica Neue',
  'Impact',
  'KaiTi',
  'Leelawadee',
  'Lucida Console',
  'Lucida Sans',
  'Lucida Sans Unicode',
  'Malgun Gothic',
  'Mangal',
  'Meiryo',
  'Microsoft JhengHei',
  'Microsoft Sans Serif',
  'Microsoft YaHei',
  'MingLiU',
  'Miriam',
  'MS Gothic',
  'MS Mincho',
  'MS PGothic',
  'MS PMincho',
  'NSimSun',
  'Open Sans',
  'Palatino Linotype',
  'PMingLiU',
  'Roboto',
  'Sakkal Majalla',
  'Segoe UI',
  'Segoe UI Light',
  'Segoe UI Semibold',
  'SimHei',
  'SimSun',
  'Simplified Arabic',
  'Sylfaen',
  'Tahoma',
  'Times New Roman',
  'Traditional Arabic',
  'Trebuchet MS',
  'Tw Cen MT',
  'Verdana',
  'Yu Gothic',
  'Yu Mincho',
  'Symbol',
  'Wingdings',
  'Wingdings 2',
  'Wingdings 3',
  'Webdings',
  'Noto Sans',
  'Noto Serif',
  'Lato',
  'Source Sans Pro',
  'Montserrat',
  'Gentium Basic',
] as const;

/** Families under other names, by how the name begins once it is bare. */
const clones: readonly (readonly [RegExp, string])[] = [
  [/^(helvetica(?!neue)|nimbussan|arimo|liberationsans(?!narrow)|texgyreheros|phv)/, 'Arial'],
  [/^liberationsansnarrow/, 'Arial Narrow'],
  [/^carlito/, 'Calibri'],
  [/^notosanscjkjp/, 'Noto Sans CJK JP'],
  [/^notosanscjkkr/, 'Noto Sans CJK KR'],
  [/^notosanscjksc/, 'Noto Sans CJK SC'],
  [/^notosanscjktc/, 'Noto Sans CJK TC'],
  [/^notoserif(?!cjk)/, 'Noto Serif'],
  [/^notosans(?!cjk|mono)/, 'Noto Sans'],
  [/^caladea/, 'Cambria'],
  [/^(times|nimbusrom|tinos|liberationserif|texgyretermes|ptm|stix|newtx|ntx)/, 'Times New Roman'],
  [/^(courier|nimbusmon|cousine|liberationmono|texgyrecursor|pcr)/, 'Courier New'],
  [/^(palatino|urwpalladio|texgyrepagella|pagella|ppl)/, 'Palatino Linotype'],
  [/^(newcentury|centuryschl|texgyreschola|pnc)/, 'Century Schoolbook'],
  [/^(bookman|urwbookman|texgyrebonum)/, 'Bookman Old Style'],
  [/^(avantgarde|urwgothic|texgyreadventor)/, 'Century Gothic'],
  [/^(standardsymbols|symbol)/, 'Symbol'],
];

const byBareName = new Map<string, string>(knownFamilies.map((name) => [bare(name), name]));

export interface FontFamily {
  readonly name: string;
  /** It only stands in for the font of the page: its widths are others. */
  readonly substitute: boolean;
}

/** The family to name in the document for a font of the page, such as `Arial` for `ArialMT` and `Helvetica-Bold`. */
export function familyOf(font: Font): FontFamily {
  const whole = bare(font.name);
  const name = bare(font.name.replace(stylePart, ''));
  const exact =
    byBareName.get(whole) ?? byBareName.get(name) ?? byBareName.get(name.replace(/(ps)?(mt|std|pro|lt)?$/, ''));
  if (exact !== undefined) return { name: exact, substitute: false };
  const clone = clones.find(([pattern]) => pattern.test(whole));
  if (clone !== undefined) return { name: clone[1], substitute: false };
  if (font.name === '') return { name: 'Arial', substitute: true };
  return { name: lookAlike(font, whole), substitute: true };
}

/** The face a reader likely shows a family in: the family itself where it or its twin is common, a Noto face elsewhere. */
export function standInOf(family: string): string {
  if (hasStandardWidths(family) || ownFamilies.test(family)) return family;
  return serifFamilies.test(family) ? 'Noto Serif' : 'Noto Sans';
}

/** Faces no Noto face stands in for: letters of one width, and what comes with LibreOffice. */
const ownFamilies = /mono|consol|dejavu|typewriter/i;
const serifFamilies = /georgia|garamond|cambria|constantia|sylfaen|simsun|song|mincho|times|serif/i;

const stylePart =
  /([-,_ ]?(bold|italic|oblique|regular|roman|semibold|demibold|medium|bolditalic|boldoblique|it|bd|bi|book|normal))+(mt)?$/i;

function bare(name: string): string {
  return name
    .toLowerCase()
    .replace(/^[a-z]{6}\+/, '')
    .replace(/[^a-z0-9]/g, '');
}

function lookAlike(font: Font, name: string): string {
  if (font.monospace || /mono|cmtt|typewriter|console|inconsolata|code/.test(name)) return 'Courier New';
  if (/^(cm|lm)ss|sans|gothic|grotesk|helvet|arial|frutiger|univers|myriad|futura|akzidenz|formata/.test(name))
    return 'Arial';
  if (
    font.serif ||
    /^(cm|lm|sfrm|ec|tex)|serif|roman|garamond|minion|times|book|text|libertine|palat|melior|charter|century|georgia|cambria|slab/.test(
      name,
    )
  )
    return 'Times New Roman';
  return 'Arial';
}

/** Whether the face is bold, by its name where the file does not say: Nimbus calls it Medi, TeX BX. */
export function isBoldFace({ bold, name }: Font): boolean {
  return (
    bold ||
    /nimbus\w*-medi|^(cmbx|cmssbx|sfbx|ecbx|lmbx)|^lin(libertine|biolinum)tz?b|-(demi|heavy|black|semibold|extrabold)/i.test(
      name,
    )
  );
}

/** Whether the face is slanted, by its name where the file does not say. */
export function isItalicFace({ italic, name }: Font): boolean {
  return italic || /^(cmti|cmsl|cmmi|sfti|ecti|cmbxti)\d|ital|obli|-slant/i.test(name);
}
