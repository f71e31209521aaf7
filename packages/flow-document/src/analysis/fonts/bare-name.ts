/** The name of a font in small letters and digits, without the tag of a subset: `arialmt` for `ABCDEF+Arial-MT`. */
export function bareName(name: string): string {
  return name
    .toLowerCase()
    .replace(/^[a-z]{6}\+/, '')
    .replace(/[^a-z0-9]/g, '');
}
