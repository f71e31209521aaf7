import type { SeededRandom } from './seeded-random.ts';

/** Damages a copy of the bytes it is given, in one of the ways transport and careless clients do. */
export type Fuzzer = (whole: Buffer) => Buffer;

/** A fuzzer that draws on `random`. Half of the damage goes where the structure is: around line breaks. */
export function createFuzzer({ below, chance }: SeededRandom): Fuzzer {
  const place = (bytes: Buffer) => {
    const at = below(bytes.length);
    const nextBreak = bytes.indexOf('\r\n', at);
    return chance(0.5) && nextBreak >= 0 ? Math.min(bytes.length - 1, nextBreak + below(4)) : at;
  };
  const damages: readonly ((bytes: Buffer) => Buffer)[] = [
    (bytes) => bytes.subarray(0, below(bytes.length)),
    (bytes) => bytes.subarray(below(bytes.length)),
    (bytes) => withByte(bytes, place(bytes), below(256)),
    (bytes) => withByte(bytes, place(bytes), [0, 10, 13, 34, 45, 59, 92, 255][below(8)] ?? 0),
    (bytes) => splice(bytes, place(bytes), below(20), Buffer.alloc(0)),
    (bytes) => splice(bytes, place(bytes), 0, Buffer.from('\r\n--platen-test-boundary')),
    (bytes) => splice(bytes, place(bytes), 0, Buffer.from(Array.from({ length: below(40) }, () => below(256)))),
    (bytes) => splice(bytes, place(bytes), 0, bytes.subarray(below(bytes.length))),
    (bytes) => splice(bytes, place(bytes), 0, Buffer.alloc(20_000, 'a')),
  ];
  return (whole) => {
    let bytes: Buffer = Buffer.from(whole);
    for (let turns = 1 + below(3); turns > 0 && bytes.length > 0; turns -= 1) {
      bytes = damages[below(damages.length)]?.(bytes) ?? bytes;
    }
    return bytes;
  };
}

function withByte(bytes: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = value;
  return copy;
}

function splice(bytes: Buffer, at: number, removed: number, added: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + removed)]);
}
