import { autoLanguage } from './script-languages.ts';

/** A parsed language option: Tesseract codes in the order given, or what is wrong with it. */
export type ParsedLanguages =
  | { readonly codes: readonly string[] }
  | { readonly problem: string; readonly allowed: readonly string[] };

/** Reading with more languages than this takes minutes a page and reads worse. */
const maxLanguages = 5;

/** ISO 639-1 to the code of Tesseract's data (ISO 639-2/T for the most part). */
const codeOfIso = new Map(
  `
  af:afr am:amh ar:ara as:asm az:aze be:bel bg:bul bn:ben bo:bod br:bre bs:bos ca:cat cs:ces cy:cym da:dan
  de:deu dv:div dz:dzo el:ell en:eng eo:epo es:spa et:est eu:eus fa:fas fi:fin fil:fil fo:fao fr:fra fy:fry
  ga:gle gd:gla gl:glg gu:guj he:heb hi:hin hr:hrv ht:hat hu:hun hy:hye id:ind is:isl it:ita iu:iku iw:heb
  ja:jpn jv:jav ka:kat kk:kaz km:khm kn:kan ko:kor ku:kmr ky:kir la:lat lb:ltz lo:lao lt:lit lv:lav mi:mri
  mk:mkd ml:mal mn:mon mr:mar ms:msa mt:mlt my:mya nb:nor ne:nep nl:nld nn:nor no:nor oc:oci or:ori pa:pan
  pl:pol ps:pus pt:por qu:que ro:ron ru:rus sa:san sd:snd si:sin sk:slk sl:slv sq:sqi sr:srp su:sun sv:swe
  sw:swa ta:tam te:tel tg:tgk th:tha ti:tir tl:tgl to:ton tr:tur tt:tat ug:uig uk:ukr ur:urd uz:uzb vi:vie
  yi:yid yo:yor zh:chi_sim
`
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
);

/** Languages with several data files, by the script or region of a BCP 47 tag. */
const codeOfScript: Readonly<Record<string, string>> = {
  'zh-hans': 'chi_sim',
  'zh-hant': 'chi_tra',
  'zh-tw': 'chi_tra',
  'zh-hk': 'chi_tra',
  'zh-mo': 'chi_tra',
  'sr-latn': 'srp_latn',
  'az-cyrl': 'aze_cyrl',
  'uz-cyrl': 'uzb_cyrl',
};

/**
 * Parses Tesseract codes or BCP 47 tags joined by `+` or `,` (`eng+deu`, `de-DE, fr`) against the installed codes; `auto` alone
 * leaves the choice to the script of each page.
 * Letter case does not matter and a language named twice counts once.
 */
export function parseLanguages(text: string, installed: readonly string[]): ParsedLanguages {
  const names = text
    .split(/[+,]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 1 && names[0]?.toLowerCase() === autoLanguage) return { codes: [autoLanguage] };
  if (names.length === 0) return { problem: 'name at least one language', allowed: installed };
  const codes = [...new Set(names.map((name) => findCode(name, installed) ?? ''))];
  const missing = names.filter((name) => findCode(name, installed) === null);
  if (missing.length > 0) {
    const listed = missing.map((name) => `"${name.slice(0, 40)}"`).join(', ');
    return {
      problem: `no language data is installed for ${listed} (installed: ${installed.join(', ')})`,
      allowed: installed,
    };
  }
  if (codes.length > maxLanguages) return { problem: `name at most ${maxLanguages} languages`, allowed: installed };
  return { codes };
}

function findCode(name: string, installed: readonly string[]): string | null {
  const known = (code: string | undefined) =>
    installed.find((one) => one.toLowerCase() === code?.toLowerCase()) ?? null;
  return known(name) ?? known(codeOfTag(name));
}

function codeOfTag(tag: string): string | undefined {
  const [language = '', ...subtags] = tag.toLowerCase().replaceAll('_', '-').split('-');
  const special = subtags.map((subtag) => codeOfScript[`${language}-${subtag}`]).find((code) => code !== undefined);
  // A three-letter tag such as `deu-AT` is its own code.
  return special ?? codeOfIso.get(language) ?? (language.length === 3 ? language : undefined);
}
