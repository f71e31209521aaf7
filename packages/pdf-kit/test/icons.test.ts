import { PDFDocument, PDFName, PDFRawStream, StandardFonts } from 'pdf-lib';
import { expect, test } from 'vitest';
import { textOfIcon } from '../src/page-model/fonts/icon-fonts.ts';
import { openPageModel, type Page, withoutIcons } from '../src/page-model.ts';
import { writeTestFile } from './draw-pdf.ts';

const icon = '\ufffc';

/** A page with this content: `/F` is Helvetica, `/I` a font of icons, `/P` one that maps A and B to private use. */
async function pageOf(content: string): Promise<Page> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([400, 400]);
  const { context } = pdf;
  const text = await pdf.embedFont(StandardFonts.Helvetica);
  page.node.setFontDictionary(PDFName.of('F'), text.ref);
  const font = { Type: 'Font', Subtype: 'Type1' };
  const icons = context.obj({ ...font, BaseFont: 'ABCDEF+FontAwesome5Free-Solid' });
  page.node.setFontDictionary(PDFName.of('I'), context.register(icons));
  const map = PDFRawStream.of(
    context.obj({}),
    Buffer.from(
      '1 begincodespacerange <00> <FF> endcodespacerange 2 beginbfchar <41> <E901> <42> <E902> endbfchar',
      'latin1',
    ),
  );
  const own = context.obj({ ...font, BaseFont: 'Custom', ToUnicode: context.register(map) });
  page.node.setFontDictionary(PDFName.of('P'), context.register(own));
  const stream = PDFRawStream.of(context.obj({}), Buffer.from(`BT /F 12 Tf 50 300 Td ${content} ET`, 'latin1'));
  page.node.set(PDFName.Contents, context.register(stream));
  const model = await openPageModel(await writeTestFile('icons.pdf', await pdf.save()));
  try {
    return await model.readPage(1);
  } finally {
    await model.close();
  }
}

test('a glyph of a font of icons is no character, and a word of its own', async () => {
  const { lines } = await pageOf('/I 12 Tf (z) Tj /F 12 Tf (May) Tj');
  expect(lines.flatMap(({ words }) => words.map(({ text }) => text))).toEqual([icon, 'May']);
});

test('glyphs in private use are icons where each is placed by itself', async () => {
  const alone = await pageOf('/P 12 Tf (A) Tj 40 0 Td /F 12 Tf (Mail) Tj -40 -30 Td /P 12 Tf (B) Tj');
  expect(alone.lines.map(({ text }) => text).sort()).toEqual(['Mail', icon, icon]);
  const text = await pageOf('/P 12 Tf (ABBA) Tj');
  expect(text.lines.map((line) => line.text)).not.toContain(icon);
});

test('what the file says of an icon describes it', async () => {
  const { lines } = await pageOf('/Span <</ActualText (Date:)>> BDC /I 12 Tf (z) Tj EMC /F 12 Tf ( May) Tj');
  const [word] = lines[0]?.words ?? [];
  expect(word?.text).toBe(icon);
  expect(word?.glyphs[0]?.description).toBe('Date');
  const named = await pageOf('/Span <</ActualText (\\\\faTrophy )>> BDC /I 12 Tf (z) Tj EMC');
  expect(named.lines[0]?.words[0]?.glyphs[0]?.description).toBeUndefined();
});

test('bullets, ticks and stars of a font of icons are the signs of Unicode', () => {
  expect(textOfIcon('FontAwesome5Free-Solid', 'circle', 'z')).toBe('●');
  expect(textOfIcon('FontAwesome5Free-Regular', 'circle', 'z')).toBe('○');
  expect(textOfIcon('FontAwesome', null, '\uf00c')).toBe('✓');
  expect(textOfIcon('FontAwesome', 'trophy', 'z')).toBe(icon);
});

test('a page without its icons has its text', async () => {
  const page = withoutIcons(await pageOf('/I 12 Tf (z) Tj /F 12 Tf ( May 2012) Tj 0 -30 Td /I 12 Tf (z) Tj'));
  expect(page.lines.map(({ text }) => text)).toEqual(['May 2012']);
  expect(page.drawnText).not.toContain(icon);
});

test('signs of MarVoSym are icons or the signs of Unicode, by the names of their glyphs', () => {
  expect(textOfIcon('MarVoSym', 'Telefon', 'T')).toBe('☎');
  expect(textOfIcon('MarVoSym', 'Neutral', '{')).toBe('◦');
  expect(textOfIcon('MarVoSym', 'Mobilefone', 'H')).toBe(icon);
  expect(textOfIcon('FontAwesome', null, 'T')).toBe(icon);
});
