import { macRomanEncoding, standardEncoding, winAnsiEncoding } from './standard-encodings.ts';

/** Names of StandardEncoding that neither WinAnsi nor MacRoman has. Source: Adobe Glyph List. */
const otherNames: readonly (readonly [string, number])[] = [
  ['Lslash', 0x141],
  ['lslash', 0x142],
  ['minus', 0x2212],
  ['nbspace', 0xa0],
  ['sfthyphen', 0xad],
  ['nonbreakingspace', 0xa0],
  ['softhyphen', 0xad],
  ['increment', 0x2206],
  ['Ohm', 0x2126],
  ['middot', 0xb7],
  ['mu1', 0xb5],
];

/** Characters that viewers treat as equivalent, since encodings give them the same name. */
const alike: readonly (readonly [number, number])[] = [
  [0x20, 0xa0],
  [0x2d, 0xad],
  [0xb5, 0x3bc],
  [0x2126, 0x3a9],
  [0x2206, 0x394],
  [0xb7, 0x2219],
  [0x2f, 0x2044],
  [0xaf, 0x2c9],
];

const known = collect();

/**
 * Every character a glyph name may be looked up as: of the names of the standard encodings, and of `uniXXXX` and
 * `uXXXXX`. Empty when the name says nothing.
 */
export function unicodesOfName(name: string): readonly number[] {
  const found = known.get(name) ?? known.get(name.replace(/\..*$/, ''));
  if (found !== undefined) return found;
  const hex = /^uni([0-9A-Fa-f]{4})/.exec(name) ?? /^u([0-9A-Fa-f]{4,6})$/.exec(name);
  return hex?.[1] === undefined ? [] : [Number.parseInt(hex[1], 16)];
}

function collect(): ReadonlyMap<string, readonly number[]> {
  const characters = new Map<string, Set<number>>();
  const add = (name: string | null, character: number) => {
    if (name === null) return;
    const set = characters.get(name) ?? new Set();
    characters.set(name, set.add(character));
    for (const [one, other] of alike) {
      if (one === character) set.add(other);
      else if (other === character) set.add(one);
    }
  };
  const windows = new TextDecoder('windows-1252');
  const macintosh = new TextDecoder('macintosh');
  for (let code = 32; code < 256; code += 1) {
    add(winAnsiEncoding[code] ?? null, windows.decode(Uint8Array.of(code)).codePointAt(0) ?? 0);
    add(macRomanEncoding[code] ?? null, macintosh.decode(Uint8Array.of(code)).codePointAt(0) ?? 0);
    // The letters and signs of StandardEncoding that are in ASCII, under their own codes.
    if (code < 127 && code !== 0x27 && code !== 0x60) add(standardEncoding[code] ?? null, code);
  }
  for (const [name, character] of otherNames) add(name, character);
  return new Map([...characters].map(([name, set]) => [name, [...set]]));
}
