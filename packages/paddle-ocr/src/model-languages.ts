/** Languages that PP-OCRv6 small was trained on, as Tesseract codes. Cyrillic, Greek, Arabic, Hebrew, Indic, Thai and Korean are not among them. */
const modelLanguages = new Set(
  `eng chi_sim chi_tra jpn afr aze bos cat ces cym dan deu est eus fil fin fra gle glg hrv hun ind isl ita kmr lat lav lit
   ltz mlt mri msa nld nor oci pol por que ron slk slv spa sqi srp_latn swa swe tgl tur uzb vie`.split(/\s+/),
);

/** Whether the models read every one of these languages (Tesseract codes). */
export function readsLanguages(languages: readonly string[]): boolean {
  return languages.every((language) => modelLanguages.has(language));
}

/** Whether one of these languages is written in Chinese characters or kana. */
export function isEastAsian(languages: readonly string[]): boolean {
  return languages.some((language) => /^(chi_|jpn)/.test(language));
}
