import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FontRequest, missingScripts, readHostFonts } from '../../src/render.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-fonts-'));
});

afterEach(() => rm(folder, { recursive: true }));

interface FaceFacts {
  readonly family: string;
  readonly weight?: number;
  readonly italic?: boolean;
  /** Bits of ulCodePageRange1. */
  readonly codePages?: readonly number[];
}

/** A font file with the two tables that the index reads, and no glyph. */
function fontFile({ family, weight = 400, italic = false, codePages = [] }: FaceFacts): Buffer {
  const text = Buffer.from(family, 'utf16le').swap16();
  const name = Buffer.alloc(18);
  name.writeUInt16BE(1, 2);
  name.writeUInt16BE(18, 4);
  for (const [index, value] of [3, 1, 0x409, 1, text.byteLength, 0].entries()) name.writeUInt16BE(value, 6 + index * 2);
  const os2 = Buffer.alloc(96);
  os2.writeUInt16BE(weight, 4);
  os2.writeUInt16BE(italic ? 1 : 0, 62);
  os2.writeUInt32BE(
    codePages.reduce((bits, bit) => bits + 2 ** bit, 0),
    78,
  );
  const tables = [
    { tag: 'OS/2', data: os2 },
    { tag: 'name', data: Buffer.concat([name, text]) },
  ];
  const directory = Buffer.alloc(12 + tables.length * 16);
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(tables.length, 4);
  let offset = directory.byteLength;
  for (const [index, { tag, data }] of tables.entries()) {
    directory.write(tag, 12 + index * 16, 'latin1');
    directory.writeUInt32BE(offset, 12 + index * 16 + 8);
    directory.writeUInt32BE(data.byteLength, 12 + index * 16 + 12);
    offset += data.byteLength;
  }
  return Buffer.concat([directory, ...tables.map(({ data }) => data)]);
}

async function fontsOf(...faces: readonly FaceFacts[]) {
  for (const [index, face] of faces.entries()) await writeFile(join(folder, `${index}.ttf`), fontFile(face));
  return readHostFonts([folder]);
}

const request: FontRequest = { name: 'Any', weight: 400, italic: false, serif: false, fixedPitch: false, charset: 0 };
const japanese = 128;

describe('the fonts of a machine', () => {
  test('a font is found by its name, spaces and case aside', async () => {
    const fonts = await fontsOf({ family: 'Other' }, { family: 'Deja Vu' });
    expect(fonts.find({ ...request, name: 'dejavu' })?.family).toBe('Deja Vu');
  });

  test('of several with the name the closest in weight and slope is taken', async () => {
    const fonts = await fontsOf(
      { family: 'Text' },
      { family: 'Text', weight: 700 },
      { family: 'Text', weight: 700, italic: true },
    );
    expect(fonts.find({ ...request, name: 'Text', weight: 700 })).toMatchObject({ weight: 700, italic: false });
    expect(fonts.find({ ...request, name: 'Text', weight: 600, italic: true })).toMatchObject({
      weight: 700,
      italic: true,
    });
  });

  test('a font that is missing is replaced by its metric twin', async () => {
    const fonts = await fontsOf({ family: 'Carlito' });
    expect(fonts.find({ ...request, name: 'Calibri' })?.family).toBe('Carlito');
  });

  test('Latin text in an unknown font is left to the engine', async () => {
    expect((await fontsOf({ family: 'Text' })).find(request)).toBeNull();
  });

  test('a script is served by a face made for it, whatever its name', async () => {
    const fonts = await fontsOf(
      { family: 'Latin' },
      { family: 'Chinese SC', codePages: [17, 18] },
      { family: 'Kanji JP', codePages: [17] },
    );
    expect(fonts.find({ ...request, charset: japanese })?.family).toBe('Kanji JP');
  });

  test('scripts without a face are named', async () => {
    const fonts = await fontsOf({ family: 'Kanji JP', codePages: [17] });
    expect(fonts.find({ ...request, charset: 129 })).toBeNull();
    expect(missingScripts(fonts)).toContain('Korean');
    expect(missingScripts(fonts)).not.toContain('Japanese');
  });

  test('what is no font is left out', async () => {
    await writeFile(join(folder, 'x.ttf'), 'no font');
    expect(readHostFonts([folder, join(folder, 'nowhere')]).faces).toEqual([]);
  });
});
