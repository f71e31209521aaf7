import { type PDFDict, PDFName, PDFNumber } from 'pdf-lib';
import { readCffFont } from '../fonts/cff-font.ts';
import { openTrueType, symbolCharacterMap } from '../fonts/refit-truetype.ts';
import { readSfnt, writeSfnt } from '../fonts/sfnt.ts';
import { type FontEncoding, readFontEncoding } from '../fonts/simple-font-names.ts';
import { type SimpleEncoding, standardEncoding, winAnsiEncoding } from '../fonts/standard-encodings.ts';
import { readCharacterMaps } from '../fonts/truetype-cmap.ts';
import { unicodesOfName } from '../fonts/unicode-of-name.ts';
import { dictOrStreamEntry, nameEntry } from '../objects/typed-entries.ts';
import { planGlyphs, type WantedGlyph } from './fitted-program.ts';
import { type FontTask, setProgram } from './font-task.ts';
import { setSimpleWidths, simpleWidths } from './font-widths.ts';
import { conformSimpleCff, makeSymbolic, nameOfCode } from './simple-fonts.ts';
import { readStandardFont } from './standard-fonts.ts';
import { addToUnicode } from './to-unicode.ts';

/** Embeds a twin of the standard font that a document names and does not carry: as viewers show it, with the same widths. */
export async function embedStandardFont(task: FontTask, file: string): Promise<void> {
  const standard = await readStandardFont(file);
  const { dict } = task.font;
  const builtIn = nameEntry(dict, 'Subtype') === 'TrueType' ? winAnsiEncoding : standardEncoding;
  const encoding = readFontEncoding(dict) ?? { base: null, differences: new Map<number, string>() };
  const descriptor = describe(dict, task.name);
  const isDone =
    standard.kind === 'truetype'
      ? embedTrueType(task, descriptor, standard.bytes, { ...encoding, base: encoding.base ?? builtIn })
      : embedCff(task, descriptor, standard.bytes, {
          ...encoding,
          base: standard.encoding ?? encoding.base ?? builtIn,
        });
  if (!isDone) task.fail('not embedded, and shows characters that its replacement does not have');
}

function describe(font: PDFDict, name: string): PDFDict {
  const { context } = font;
  const known = dictOrStreamEntry(font, 'FontDescriptor');
  const descriptor =
    known?.clone() ??
    context.obj({
      Type: 'FontDescriptor',
      Flags: 32,
      FontBBox: [-200, -250, 1200, 1000],
      ItalicAngle: 0,
      Ascent: 900,
      Descent: -220,
      CapHeight: 700,
      StemV: 80,
    });
  descriptor.set(PDFName.of('FontName'), PDFName.of(name));
  font.set(PDFName.of('BaseFont'), PDFName.of(name));
  font.set(PDFName.of('FontDescriptor'), context.register(descriptor));
  for (const key of ['CharSet', 'CIDSet']) descriptor.delete(PDFName.of(key));
  return descriptor;
}

function embedTrueType({ font }: FontTask, descriptor: PDFDict, bytes: Uint8Array, encoding: FontEncoding): boolean {
  const tables = readSfnt(bytes);
  const program = tables === null ? null : openTrueType(tables);
  const maps = readCharacterMaps(tables?.get('cmap') ?? new Uint8Array());
  const unicode = maps?.find(({ platform, encoding: id }) => platform === 3 && id === 1);
  if (program === null || unicode === undefined) return false;
  const { dict, codes } = font;
  const glyphOf = (code: number) =>
    unicodesOfName(shownName(code, encoding, standardEncoding))
      .map(unicode.glyphOf)
      .find((glyph) => glyph !== 0) ?? 0;
  const said = simpleWidths(dict);
  const wanted = [...codes].map((code): WantedGlyph => ({ code, glyph: glyphOf(code), width: said?.(code) ?? null }));
  if (wanted.some(({ glyph }) => glyph === 0)) return false;
  setSimpleWidths(dict, (code) => said?.(code) ?? program.width(glyphOf(code)), codes);
  const plan = planGlyphs(wanted, program.glyphCount, program.width);
  addToUnicode(dict, codes, (code) => nameOfCode(code, encoding, standardEncoding));
  dict.set(PDFName.of('Subtype'), PDFName.of('TrueType'));
  makeSymbolic(dict, descriptor);
  const changed = program.refit(
    plan.widths,
    plan.copies,
    wanted.map(({ glyph }) => glyph),
  );
  setProgram(descriptor, 'FontFile2', writeSfnt(changed.set('cmap', symbolCharacterMap(plan.glyphOf))), null);
  return true;
}

/** The name of what viewers show for a code. One without a name, such as that of a line end, is a blank: twins have a box for it. */
function shownName(code: number, encoding: FontEncoding, builtIn: SimpleEncoding): string {
  const name = nameOfCode(code, encoding, builtIn) ?? '.notdef';
  return name === '.notdef' ? 'space' : name;
}

/** Codes get the names that the program has for their characters. */
function embedCff(task: FontTask, descriptor: PDFDict, bytes: Uint8Array, encoding: FontEncoding): boolean {
  const program = readCffFont(bytes);
  if (program === null) return false;
  const { dict, codes } = task.font;
  const names = Array.from({ length: program.glyphCount }, (_, glyph) => program.glyphName(glyph) ?? '');
  const byCharacter = new Map(
    names.flatMap((name) => unicodesOfName(name).map((character) => [character, name] as const)),
  );
  const differences: (PDFNumber | PDFName)[] = [];
  for (const code of [...codes].sort((one, other) => one - other)) {
    const wanted = shownName(code, encoding, program.encoding);
    const twin = unicodesOfName(wanted)
      .map((character) => byCharacter.get(character))
      .find((name) => name !== undefined);
    const found = names.includes(wanted) ? wanted : twin;
    if (found === undefined) return false;
    differences.push(PDFNumber.of(code), PDFName.of(found));
  }
  addToUnicode(dict, codes, (code) => nameOfCode(code, encoding, program.encoding));
  dict.set(PDFName.of('Encoding'), dict.context.obj({ Type: 'Encoding', Differences: differences }));
  return conformSimpleCff(task, descriptor, bytes);
}
