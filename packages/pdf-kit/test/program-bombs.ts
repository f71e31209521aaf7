import { writeSfnt } from '../src/fonts/sfnt.ts';
import { longInteger, writeIndex } from '../src/fonts/write-cff-font.ts';

/** Font programs of two glyphs, of which the second calls, or is made of, `breadth ** levels` others: small files for tests. */

const uint16 = (value: number) => [(value >> 8) & 255, value & 255];

/** A CFF font; `head` comes before the calls of its glyph. */
export function cffOfCalls(levels: number, breadth: number, head: readonly number[] = []): Buffer {
  const call = (subroutine: number) => [139 + subroutine - 107, 29];
  const calls = (subroutine: number) => Array.from({ length: breadth }, () => call(subroutine)).flat();
  const subroutines = Array.from({ length: levels }, (_, level) =>
    Buffer.from(level + 1 < levels ? [...calls(level + 1), 11] : [140, 140, 5, 11]),
  );
  const charStrings = writeIndex([Buffer.from([14]), Buffer.from([...head, ...calls(0), 14])]);
  const start = Buffer.concat([Buffer.from([1, 0, 4, 2]), writeIndex([Buffer.from('A')])]);
  const rest = Buffer.concat([writeIndex([]), writeIndex(subroutines)]);
  const top = (at: number) => writeIndex([Buffer.from([...longInteger(at), 17])]);
  return Buffer.concat([start, top(start.length + top(0).length + rest.length), rest, charStrings]);
}

/** A TrueType font. */
export function trueTypeOfParts(levels: number, breadth: number): Uint8Array {
  const part = (glyph: number, isLast: boolean) => [...uint16(isLast ? 2 : 0x22), ...uint16(glyph), 0, 0];
  const glyphs = Array.from({ length: levels }, (_, level) =>
    level + 1 < levels
      ? [...uint16(0xffff), ...Array<number>(8).fill(0), ...parts(level + 1)]
      : [...uint16(0), ...Array<number>(10).fill(0)],
  );
  function parts(glyph: number): number[] {
    return Array.from({ length: breadth }, (_, at) => part(glyph, at + 1 === breadth)).flat();
  }
  let place = 0;
  const places = [0, ...glyphs.map(({ length }) => (place += length / 2))];
  return writeSfnt(
    new Map([
      ['glyf', Uint8Array.from(glyphs.flat())],
      ['head', new Uint8Array(54)],
      ['loca', Uint8Array.from(places.flatMap(uint16))],
    ]),
  );
}

/** A Type 1 font, whose subroutines are found as those that replace hints are: through PostScript. */
export function type1OfCalls(levels: number, breadth: number): Buffer {
  const call = (subroutine: number) => [139 + subroutine, 140, 142, 12, 16, 12, 17, 10];
  const calls = (subroutine: number) => Array.from({ length: breadth }, () => call(subroutine)).flat();
  const program = (before: string, bytes: readonly number[]) =>
    `${before} ${bytes.length} RD ${String.fromCharCode(...bytes)} `;
  const subroutines = Array.from({ length: levels }, (_, level) =>
    program(`dup ${level}`, level + 1 < levels ? [...calls(level + 1), 11] : [140, 6, 11]),
  );
  const hidden = [
    `    /lenIV -1 def /Subrs ${levels} array ${subroutines.join('NP ')}NP`,
    `/CharStrings 2 dict dup begin ${program('/.notdef', [14])}ND ${program('/A', [...calls(0), 14])}ND end`,
  ].join(' ');
  let state = 55_665;
  const cipher = Buffer.from(hidden, 'latin1').map((byte) => {
    const written = byte ^ (state >> 8);
    state = ((written + state) * 52_845 + 22_719) & 0xffff;
    return written;
  });
  return Buffer.concat([Buffer.from('%!FontType1-1.0: A\ncurrentfile eexec\n'), cipher]);
}
