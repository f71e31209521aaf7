/** Two-byte codes for the characters of an invisible font, handed out as they first appear. */
export interface GlyphCodes {
  /** The text as the hexadecimal string of a `Tj`. */
  encode(text: string): string;
  /** The CMap that turns the codes back into Unicode. */
  toUnicode(): string;
  /** How many codes are in use; the highest, since they begin at 1. */
  readonly size: number;
}

/** Entries allowed in one block of a CMap (Adobe Technical Note 5014). */
const blockEntries = 100;
const maxCodes = 0xffff;

export function createGlyphCodes(): GlyphCodes {
  const codes = new Map<string, number>();
  const codeOf = (character: string) => {
    const known = codes.get(character);
    if (known !== undefined) return known;
    // All of Unicode that one document holds fits; past that a character reads as the first one did.
    const code = Math.min(codes.size + 1, maxCodes);
    codes.set(character, code);
    return code;
  };
  return {
    encode: (text) => Array.from(text, (character) => hex(codeOf(character))).join(''),
    toUnicode: () => buildCMap([...codes]),
    get size() {
      return Math.min(codes.size, maxCodes);
    },
  };
}

function buildCMap(entries: readonly (readonly [string, number])[]): string {
  const blocks: string[] = [];
  for (let start = 0; start < entries.length; start += blockEntries) {
    const block = entries.slice(start, start + blockEntries);
    const lines = block.map(([character, code]) => `<${hex(code)}> <${utf16(character)}>`);
    blocks.push(`${block.length} beginbfchar\n${lines.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

function utf16(character: string): string {
  return Array.from({ length: character.length }, (_, index) => hex(character.charCodeAt(index))).join('');
}

function hex(value: number): string {
  return value.toString(16).toUpperCase().padStart(4, '0');
}
