import type { PDFDict } from 'pdf-lib';
import { PDFName } from 'pdf-lib';
import { unicodesOfName } from '../fonts/unicode-of-name.ts';

/** Gives a simple font whose encoding goes a map of its codes to text, if it has none. */
export function addToUnicode(font: PDFDict, codes: ReadonlySet<number>, nameOf: (code: number) => string | null): void {
  if (font.has(PDFName.of('ToUnicode'))) return;
  const entries = [...codes].flatMap((code) => {
    const [character] = unicodesOfName(nameOf(code) ?? '');
    return character === undefined
      ? []
      : [`<${hex(code, 2)}> <${[...utf16(character)].map((unit) => hex(unit, 4)).join('')}>`];
  });
  if (entries.length === 0) return;
  const blocks: string[] = [];
  for (let start = 0; start < entries.length; start += blockEntries) {
    const block = entries.slice(start, start + blockEntries);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  const map =
    '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) ' +
    '/Supplement 0 >> def\n/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<00> <FF>\n' +
    `endcodespacerange\n${blocks.join('\n')}\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend`;
  font.set(PDFName.of('ToUnicode'), font.context.register(font.context.flateStream(map)));
}

/** Entries allowed in one block of a CMap (Adobe Technical Note 5014). */
const blockEntries = 100;

function utf16(character: number): readonly number[] {
  const text = String.fromCodePoint(character);
  return Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
}

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}
