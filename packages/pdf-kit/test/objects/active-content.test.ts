import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openPdf, settleActiveContent, writePdf } from '../../src/objects.ts';
import { onePage, pdfText } from './pdf-text.ts';

const script = '<</S/JavaScript/JS(app.alert\\(1\\))>>';
const launch = '<</Type/Action/S/Launch/F(cmd.exe)>>';

interface Settled {
  readonly warnings: readonly string[];
  readonly changed: boolean;
  /** The document as it is written afterwards. */
  readonly text: string;
}

async function settle(objects: Readonly<Record<number, string>>, choice: 'keep' | 'remove'): Promise<Settled> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-active-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const document = await openPdf(pdfText({ ...onePage, ...objects }), { fileName: 'a.pdf' });
  const warnings: string[] = [];
  const changed = settleActiveContent(document, choice, (code, message) => warnings.push(`${code}: ${message}`));
  const path = join(folder, 'out.pdf');
  writePdf(document, path);
  const again = await openPdf(readFileSync(path));
  const text = again.context
    .enumerateIndirectObjects()
    .map(([, object]) => object.toString())
    .join('\n');
  return { warnings, changed, text };
}

const places: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  'what runs when the document is opened': { 1: `<</Type/Catalog/Pages 2 0 R/OpenAction ${script}>>` },
  'additional actions of the document': { 1: `<</Type/Catalog/Pages 2 0 R/AA<</WC ${script}>>>>` },
  'scripts by name': { 1: `<</Type/Catalog/Pages 2 0 R/Names<</JavaScript<</Names[(a) ${script}]>>>>>>` },
  'actions of a page': { 3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/AA<</O 5 0 R>>>>`, 5: script },
  'a link': { 3: page('<</Subtype/Link/Rect[0 0 9 9]/A 5 0 R>>'), 5: script },
  'what follows a harmless action': {
    3: page('<</Subtype/Link/Rect[0 0 9 9]/A<</S/GoTo/D[3 0 R/Fit]/Next 5 0 R>>>>'),
    5: `[${script}]`,
  },
  'a script of a rendition': { 3: page('<</Subtype/Screen/Rect[0 0 9 9]/A<</S/Rendition/JS(app.alert\\(1\\))>>>>') },
  'a script of a field': {
    1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R]>>>>',
    5: `<</FT/Tx/T(a)/Kids[6 0 R]/AA<</K ${script}/F ${script}>>>>`,
    6: `<</Parent 5 0 R/Subtype/Widget/AA<</U<</S/Named/N/NextPage/Next ${script}>>>>>>`,
  },
};

test.each(Object.entries(places))('%s: kept with a warning, removed when asked', async (_, objects) => {
  const kept = await settle(objects, 'keep');
  expect(kept.changed).toBe(false);
  expect(kept.warnings).toEqual([expect.stringMatching(/^ACTIVE_CONTENT: a\.pdf .*JavaScript \(\d\)/)]);
  expect(kept.text).toContain('app.alert');
  const removed = await settle(objects, 'remove');
  expect(removed.changed).toBe(true);
  expect(removed.warnings).toEqual([expect.stringMatching(/^ACTIVE_CONTENT_REMOVED: .*JavaScript/)]);
  expect(removed.text).not.toContain('app.alert');
  expect(removed.text).not.toContain('/JavaScript');
  expect(removed.text).not.toMatch(/\/AA <<\s*>>/);
});

describe('actions other than scripts', () => {
  test.each([
    ['launch actions', launch],
    ['submit actions', '<</S/SubmitForm/F<</FS/URL/F(https://example.org/x)>>>>'],
    ['imports of data', '<</S/ImportData/F(a.fdf)>>'],
    ['links that run scripts', '<</S/URI/URI(java\\nscript:alert\\(1\\))>>'],
    ['links to local or network files', '<</S/URI/URI(FILE:///etc/passwd)>>'],
    ['links to local or network files', '<</S/GoToR/F(\\\\\\\\host\\\\share\\\\a.pdf)/D[0/Fit]>>'],
    ['rich media', '<</S/RichMediaExecute/TA 5 0 R>>'],
  ])('%s', async (kind, action) => {
    const objects = { 3: page(`<</Subtype/Link/Rect[0 0 9 9]/A ${action}>>`) };
    expect((await settle(objects, 'keep')).warnings).toEqual([expect.stringContaining(`${kind} (1)`)]);
    const removed = await settle(objects, 'remove');
    expect(removed.warnings).toEqual([expect.stringContaining(`${kind} (1)`)]);
    expect(removed.text).toContain('/Link');
    expect(removed.text).not.toContain('/A <<');
  });

  test.each([
    '<</S/URI/URI(https://example.org/javascript:)>>',
    '<</S/URI/URI(mailto:a@example.org)>>',
    '<</S/GoTo/D[3 0 R/Fit]>>',
    '<</S/GoToR/F(other.pdf)/D[0/Fit]>>',
    '<</S/Named/N/NextPage>>',
    '<</S/ResetForm>>',
  ])('%s is not active and stays', async (action) => {
    const objects = { 3: page(`<</Subtype/Link/Rect[0 0 9 9]/A ${action}>>`) };
    expect((await settle(objects, 'keep')).warnings).toEqual([]);
    const removed = await settle(objects, 'remove');
    expect(removed.warnings).toEqual([]);
    expect(removed.changed).toBe(false);
    expect(removed.text).toContain('/A <<');
  });

  test('an opening view is taken out without being called active', async () => {
    const objects = { 1: '<</Type/Catalog/Pages 2 0 R/OpenAction[3 0 R/Fit]>>' };
    expect((await settle(objects, 'keep')).warnings).toEqual([]);
    const removed = await settle(objects, 'remove');
    expect(removed.warnings).toEqual([]);
    expect(removed.text).not.toContain('/OpenAction');
  });

  test('a structure element called like an action is a structure element', async () => {
    const objects = {
      1: '<</Type/Catalog/Pages 2 0 R/StructTreeRoot 5 0 R>>',
      5: '<</Type/StructTreeRoot/K 6 0 R>>',
      6: '<</P 5 0 R/S/Launch/K 0/Pg 3 0 R>>',
    };
    expect((await settle(objects, 'keep')).warnings).toEqual([]);
    expect((await settle(objects, 'remove')).text).toContain('/Launch');
  });
});

describe('embedded files', () => {
  const embedded = (name: string, other = name) => `<</Type/Filespec/F(${name})/UF(${other})/EF<</F 9 0 R>>>>`;
  const content = { 9: '<</Type/EmbeddedFile/Length 7>>\nstream\npayload\nendstream' };
  const listed = (names: string) => ({
    1: `<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[${names}]>>>>/AF[5 0 R 6 0 R]>>`,
    5: embedded('factur-x.xml'),
    6: embedded('setup.exe'),
    ...content,
  });

  test('data stays in the list of attachments, a program does not', async () => {
    const objects = listed('(a) 5 0 R(b) 6 0 R');
    expect((await settle(objects, 'keep')).warnings).toEqual([expect.stringContaining('more than data (1)')]);
    const { text } = await settle(objects, 'remove');
    expect(text).toContain('factur-x.xml');
    expect(text).toContain('payload');
    expect(text).not.toContain('setup.exe');
  });

  test('a program whose other name is harmless goes, and the list with it', async () => {
    const objects = { ...listed('(b) 6 0 R'), 5: embedded('a.xml.lnk'), 6: embedded('a.xml', 'a.js') };
    const { text } = await settle(objects, 'remove');
    expect(text).not.toContain('payload');
    expect(text).not.toContain('/EmbeddedFiles');
  });

  test('an annotation keeps its place and loses the program', async () => {
    const objects = {
      3: page(`<</Subtype/FileAttachment/Rect[0 0 9 9]/FS ${embedded('macro.docm')}>>`),
      ...content,
    };
    const { text } = await settle(objects, 'remove');
    expect(text).toContain('/FileAttachment');
    expect(text).not.toContain('payload');
  });
});

test('an XFA form loses its description when that has scripts', async () => {
  const form = (xfa: string) => ({
    1: '<</Type/Catalog/Pages 2 0 R/NeedsRendering true/AcroForm<</Fields[]/XFA 5 0 R>>>>',
    5: `<</Length ${xfa.length}>>\nstream\n${xfa}\nendstream`,
  });
  const active = form('<xdp><event><script>xfa.host.messageBox()</script></event></xdp>');
  expect((await settle(active, 'keep')).warnings).toEqual([expect.stringContaining('XFA')]);
  expect((await settle(active, 'remove')).text).not.toContain('/XFA');
  expect((await settle(form('<xdp><template/></xdp>'), 'remove')).text).toContain('/XFA');
});

function page(annotation: string): string {
  return `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Annots[${annotation}]>>`;
}
