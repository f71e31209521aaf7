const symbolFamilies = new Set(['Symbol', 'Wingdings', 'Wingdings 2', 'Wingdings 3', 'Webdings']);

/** Whether Word takes the signs of a family by their codes, at U+F000 and on. */
export function isSymbolFamily(name: string): boolean {
  return symbolFamilies.has(name);
}
