/** A glyph of a Type 1 font under construction: numbers and operator names. */
export type Type1Program = readonly (number | string)[];

const operators: Readonly<Record<string, readonly number[]>> = {
  hstem: [1],
  vstem: [3],
  vmoveto: [4],
  rlineto: [5],
  hlineto: [6],
  vlineto: [7],
  rrcurveto: [8],
  closepath: [9],
  callsubr: [10],
  return: [11],
  hsbw: [13],
  endchar: [14],
  rmoveto: [21],
  hmoveto: [22],
  seac: [12, 6],
  div: [12, 12],
  callothersubr: [12, 16],
  pop: [12, 17],
  setcurrentpoint: [12, 33],
};

/** Writes a Type 1 font program with binary eexec, as `FontFile` holds it. */
export function makeType1(
  glyphs: Readonly<Record<string, Type1Program>>,
  subroutines: readonly Type1Program[] = [],
): Uint8Array {
  const clear = [
    '%!PS-AdobeFont-1.0: Test',
    '/FontName /Test def',
    '/FontMatrix [0.001 0 0 0.001 0 0] readonly def',
    '/FontBBox {0 0 1000 1000} readonly def',
    '/Encoding StandardEncoding def',
    'currentfile eexec\n',
  ].join('\n');
  const parts: Uint8Array[] = [
    Buffer.from(`/Private 8 dict dup begin /BlueValues [-20 0] def /lenIV 4 def /Subrs ${subroutines.length} array\n`),
  ];
  subroutines.forEach((program, index) => {
    const bytes = encryptCharString(program);
    parts.push(Buffer.from(`dup ${index} ${bytes.length} RD `), bytes, Buffer.from(' NP\n'));
  });
  parts.push(Buffer.from(`ND 2 index /CharStrings ${Object.keys(glyphs).length} dict dup begin\n`));
  for (const [name, program] of Object.entries(glyphs)) {
    const bytes = encryptCharString(program);
    parts.push(Buffer.from(`/${name} ${bytes.length} RD `), bytes, Buffer.from(' ND\n'));
  }
  parts.push(Buffer.from('end end put closefile'));
  return Buffer.concat([Buffer.from(clear, 'latin1'), encrypt(Buffer.concat([Buffer.alloc(4), ...parts]), 55665)]);
}

function encryptCharString(program: Type1Program): Buffer {
  const bytes = program.flatMap((item) => (typeof item === 'number' ? number(item) : (operators[item] ?? [])));
  return encrypt(Buffer.from([0, 0, 0, 0, ...bytes]), 4330);
}

function number(value: number): number[] {
  if (Math.abs(value) <= 107) return [value + 139];
  if (value > 0 && value <= 1131) return [247 + ((value - 108) >> 8), (value - 108) & 255];
  if (value < 0 && value >= -1131) return [251 + ((-value - 108) >> 8), (-value - 108) & 255];
  return [255, (value >> 24) & 255, (value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function encrypt(plain: Uint8Array, key: number): Buffer {
  const out = Buffer.alloc(plain.length);
  let state = key;
  plain.forEach((byte, index) => {
    const cipher = (byte ^ (state >> 8)) & 255;
    out[index] = cipher;
    state = ((cipher + state) * 52845 + 22719) & 0xffff;
  });
  return out;
}
