import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFArray, PDFDict, PDFName, PDFStream, PDFString } from 'pdf-lib';
import { expect, onTestFinished, test } from 'vitest';
import { renameCalculatedFields } from '../../../pdf-kit/src/objects/assembly/rename-calculated-fields.ts';
import { pdfText } from '../../../pdf-kit/test/objects/pdf-text.ts';
import { type Merged, merge } from './merged.ts';

/** A form with the fields `a` and `b` of text, one button that does something, and what its form dictionary says. */
function form(action: string, formEntries = ''): string {
  const folder = mkdtempSync(join(tmpdir(), 'platen-forms-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'form.pdf');
  const defaults = `/DA(/Helv 12 Tf 0 g)/DR<</Font<</Helv 8 0 R>>>>${formEntries}`;
  const widget = '/Type/Annot/Subtype/Widget/P 3 0 R';
  writeFileSync(
    path,
    pdfText({
      1: `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R 6 0 R 7 0 R]${defaults}>>>>`,
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Annots[5 0 R 6 0 R 7 0 R]>>',
      5: `<</FT/Tx/T(a)/V(one)${widget}/Rect[10 10 90 30]>>`,
      6: `<</FT/Tx/T(b)/V(two)${widget}/Rect[10 40 90 60]>>`,
      7: `<</FT/Btn/Ff 65536/T(button)${widget}/Rect[10 70 90 90]/A ${action}>>`,
      8: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    }),
  );
  return path;
}

/** A page without fields in a file with this form dictionary. */
function fileWith(acroForm: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'platen-forms-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'empty.pdf');
  writeFileSync(
    path,
    pdfText({
      1: `<</Type/Catalog/Pages 2 0 R/AcroForm ${acroForm}>>`,
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>',
    }),
  );
  return path;
}

/** The action of the button of the second file. */
function action({ document }: Merged): PDFDict {
  const button = document.pages[1]?.dict.lookup(PDFName.Annots, PDFArray).lookup(2, PDFDict);
  return button?.lookup(PDFName.of('A'), PDFDict) as PDFDict;
}

function texts(dict: PDFDict, key: string): readonly string[] {
  const value = dict.lookup(PDFName.of(key));
  const items = value instanceof PDFArray ? value.asArray().map((_, index) => value.lookup(index)) : [value];
  return items.map((item) => (item as PDFString).decodeText());
}

test('equal appearances of fields stay apart: programs that fill in forms write into them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-forms-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'form.pdf');
  const widget = '/Type/Annot/Subtype/Widget/FT/Tx/Rect[0 0 9 9]';
  const appearance = '<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 4>>stream\nq Q \nendstream';
  const objects = {
    1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R 5 0 R]>>>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Annots[4 0 R 5 0 R]>>',
    4: `<<${widget}/T(a)/AP<</N 6 0 R>>>>`,
    5: `<<${widget}/T(b)/AP<</N<</Yes 7 0 R>>>>>>`,
    6: appearance,
    7: appearance,
  };
  writeFileSync(path, pdfText(objects));
  const { document } = await merge([path, path]);
  const streams = document.context.enumerateIndirectObjects().filter(([, object]) => object instanceof PDFStream);
  expect(streams).toHaveLength(4);
});

test.each([
  ['named fields', '<</S/ResetForm/Fields[(a)]>>', ['a_2']],
  ['all fields', '<</S/ResetForm>>', ['a_2', 'b_2', 'button_2']],
  ['all but some', '<</S/ResetForm/Fields[(b)5 0 R]/Flags 1>>', ['button_2']],
  ['fields to send', '<</S/SubmitForm/F(https://example.org/)>>', ['a_2', 'b_2', 'button_2']],
])('a button that means %s means those of its own file', async (_what, source, expected) => {
  const merged = await merge([form(source), form(source)]);
  expect(texts(action(merged), 'Fields')).toEqual(expected);
  expect(action(merged).lookup(PDFName.of('Flags'))?.toString() ?? '0').toBe('0');
});

test('a button that hides fields hides those of its own file', async () => {
  const merged = await merge([form('<</S/Hide/T(a)>>'), form('<</S/Hide/T[(a)(b)]>>')]);
  expect(texts(action(merged), 'T')).toEqual(['a_2', 'b_2']);
});

test.each([
  ['AFSimple_Calculate("SUM", new Array ("a", "b"));', 'AFSimple_Calculate("SUM", new Array ("a_2", "b_2"));'],
  ["AFSimple_Calculate('SUM', ['a'])", "AFSimple_Calculate('SUM', ['a_2'])"],
  ['AFSimple_Calculate("AVG", "a, b");', 'AFSimple_Calculate("AVG", "a_2, b_2");'],
  ['AFSimple_Calculate("SUM", new Array("a.x", "other"));', 'AFSimple_Calculate("SUM", new Array("a_2.x", "other"));'],
  ['AFSimple_Calculate("PRD", Array(\'a\', "b",));', 'AFSimple_Calculate("PRD", Array(\'a_2\', "b_2",));'],
  ['AFSimple_Calculate("SUM",\n[\n"a" ,"b"\n]\n)', 'AFSimple_Calculate("SUM",\n[\n"a_2" ,"b_2"\n]\n)'],
  [`AFSimple_Calculate("SUM", "it's,a,,b ")`, `AFSimple_Calculate("SUM", "it's,a_2,,b_2 ")`],
  // What is put together at run time changes as a whole or not at all.
  ['AFSimple_Calculate("SUM", ["a"].concat("b"))', 'AFSimple_Calculate("SUM", ["a"].concat("b"))'],
  ['AFSimple_Calculate("SUM", "a" + ",b")', 'AFSimple_Calculate("SUM", "a" + ",b")'],
  ['AFSimple_Calculate("SUM", ["a", "b")', 'AFSimple_Calculate("SUM", ["a", "b")'],
  ['AFSimple_Calculate("SUM", `a,b`)', 'AFSimple_Calculate("SUM", `a,b`)'],
  ['AFSimple_Calculate(kind, "a")', 'AFSimple_Calculate(kind, "a")'],
  ['var a = "a"; AFSimple_Calculate("SUM", names("a"));', 'var a = "a"; AFSimple_Calculate("SUM", names("a"));'],
  ['this.getField("a").value = "a";', 'this.getField("a").value = "a";'],
])('of the script %s only names of fields in a list change', async (script, expected) => {
  const source = `<</S/JavaScript/JS ${PDFString.of(script.replace(/[()]/g, (letter) => `\\${letter}`)).toString()}>>`;
  expect(texts(action(await merge([form(source), form(source)])), 'JS')).toEqual([expected]);
});

const many = 100_000;
test.each([
  `AFSimple_Calculate("SUM", new Array("a"${' '.repeat(many)}`,
  `AFSimple_Calculate("SUM", "a${' '.repeat(many)}b")`,
  `AFSimple_Calculate("SUM", [${'"a",'.repeat(many)}`,
  'AFSimple_Calculate("SUM", ["a",'.repeat(many / 10),
])('a script made to be slow takes no time (%#)', (script) => {
  const started = performance.now();
  expect(renameCalculatedFields(script, (name) => name)).toBe(script);
  expect(performance.now() - started).toBeLessThan(2_000);
});

test('a form alone keeps its buttons as they are', async () => {
  const source = '<</S/ResetForm>>';
  const merged = await merge(['signed.pdf', form(source)]);
  expect(action(merged).has(PDFName.of('Fields'))).toBe(false);
});

test('a form that asks viewers to draw its fields is drawn, so that they leave finished fields alone', async () => {
  const merged = await merge([form('<</S/ResetForm>>'), form('<</S/ResetForm>>', '/NeedAppearances true')]);
  const united = merged.document.catalog.lookup(PDFName.of('AcroForm'), PDFDict);
  expect(united.has(PDFName.of('NeedAppearances'))).toBe(false);
  const field = merged.document.pages[1]?.dict.lookup(PDFName.Annots, PDFArray).lookup(0, PDFDict);
  expect(field?.lookup(PDFName.of('AP'), PDFDict).lookup(PDFName.of('N'))).toBeInstanceOf(PDFStream);
});

test('radio buttons that viewers are to draw are drawn in their states', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-forms-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'radio.pdf');
  const button = (left: number, state: string) =>
    `<</Type/Annot/Subtype/Widget/Rect[${left} 10 ${left + 20} 30]/F 4/Parent 4 0 R/AS/${state}/MK<</CA(l)>>>>`;
  writeFileSync(
    path,
    pdfText({
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]/NeedAppearances true/DA(/ZaDb 0 Tf 0 g)>>>>',
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Annots[5 0 R 6 0 R]>>',
      4: '<</FT/Btn/Ff 32768/T(choice)/V/blue/Kids[5 0 R 6 0 R]>>',
      5: button(10, 'Off'),
      6: button(50, 'blue'),
    }),
  );
  const { pages } = (await merge([form('<</S/ResetForm>>'), path])).document;
  const buttons = pages[1]?.dict.lookup(PDFName.Annots, PDFArray);
  const states = [0, 1].map((index) => {
    const widget = buttons?.lookup(index, PDFDict);
    const looks = widget?.lookup(PDFName.of('AP'), PDFDict).lookup(PDFName.of('N'), PDFDict);
    return [String(widget?.get(PDFName.of('AS'))), looks?.keys().map(String).sort()];
  });
  expect(states).toEqual([
    ['/Off', ['/Off', '/Yes']],
    ['/blue', ['/Off', '/blue']],
  ]);
});

test('a form without fields asks nothing of viewers', async () => {
  const empty = fileWith('<</NeedAppearances true>>');
  const united = (await merge([empty, form('<</S/ResetForm>>')])).document.catalog.lookup(
    PDFName.of('AcroForm'),
    PDFDict,
  );
  expect(united.has(PDFName.of('NeedAppearances'))).toBe(false);
});

test('the only form of several files stays as it is, in the first or another', async () => {
  const { catalog, pages } = (await merge([fileWith('<</Fields[]>>'), form('<</S/ResetForm>>', '/Q 2')])).document;
  const field = pages.at(-1)?.dict.lookup(PDFName.Annots, PDFArray).lookup(0, PDFDict);
  expect(field?.has(PDFName.of('Q'))).toBe(false);
  expect(String(catalog.lookup(PDFName.of('AcroForm'), PDFDict).get(PDFName.of('Q')))).toBe('2');
});

test('fields are aligned as their own form says, or to the left where it says nothing', async () => {
  const [plain, right] = [form('<</S/ResetForm>>'), form('<</S/ResetForm>>', '/Q 2')];
  const alignments = async (files: readonly string[]) => {
    const { catalog, pages } = (await merge(files)).document;
    const whole = catalog.lookup(PDFName.of('AcroForm'), PDFDict).lookup(PDFName.of('Q'));
    const fields = pages.map(({ dict }) => dict.lookup(PDFName.Annots, PDFArray).lookup(0, PDFDict));
    return fields.map((field) => String(field.lookup(PDFName.of('Q')) ?? whole ?? 0));
  };
  expect(await alignments([right, plain])).toEqual(['2', '0']);
  expect(await alignments([plain, right])).toEqual(['0', '2']);
});

test('forms that all ask go on asking', async () => {
  const asking = form('<</S/ResetForm>>', '/NeedAppearances true');
  const united = (await merge([asking, asking])).document.catalog.lookup(PDFName.of('AcroForm'), PDFDict);
  expect(united.has(PDFName.of('NeedAppearances'))).toBe(true);
});
