/** The language option that has each page read in what is installed for its script. */
export const autoLanguage = 'auto';

/** Languages by the script that they are written in, named as Tesseract's script detection does; the likeliest first. */
const languagesOfScript: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  `
  Latin: eng fra deu spa por ita nld pol ces swe dan nor fin hun ron tur vie ind cat hrv slk slv est lat lav lit isl gle glg eus
         afr sqi bos bre ceb cos cym epo fao fil fry gla hat jav kmr ltz mlt mri msa oci que srp_latn sun swa tgl ton uzb yor aze
  Cyrillic: rus ukr bel bul srp mkd kaz kir mon tat tgk aze_cyrl uzb_cyrl
  Arabic: ara fas urd pus snd uig
  Han: chi_sim chi_tra jpn
  Japanese: jpn
  Hiragana: jpn
  Katakana: jpn
  Korean: kor
  Hangul: kor
  Hebrew: heb yid
  Greek: ell grc
  Devanagari: hin mar nep san
  Armenian: hye
  Bengali: ben asm
  Georgian: kat
  Gujarati: guj
  Gurmukhi: pan
  Kannada: kan
  Khmer: khm
  Malayalam: mal
  Tamil: tam
  Telugu: tel
  Thai: tha
`
    .trim()
    .split(/\n(?=\s*\w+:)/)
    .map((line) => {
      const [script = '', codes = ''] = line.trim().split(':');
      return [script, codes.trim().split(/\s+/)];
    }),
);

/** Reading with more takes long, and reads worse. */
const maxChosen = 3;

/** The languages of a script among those installed, the likeliest first, three at most; none for a script that is not known. */
export function languagesFor(script: string | undefined, installed: readonly string[]): readonly string[] {
  const codes = languagesOfScript[script ?? ''] ?? [];
  return codes.filter((code) => installed.includes(code)).slice(0, maxChosen);
}

/** The likeliest language of a script; null for one that is not known, and for Latin, which many have in common. */
export function languageOfScript(script: string | undefined): string | null {
  return script === 'Latin' ? null : (languagesOfScript[script ?? '']?.[0] ?? null);
}
