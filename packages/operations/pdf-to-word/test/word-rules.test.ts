import { PDFDocument, StandardFonts } from 'pdf-lib';
import { expect, test } from 'vitest';
import { type ConvertedDocument, convertBytes, convertDrawn, write } from './docx.ts';
import { everyElement, parseXml, type XmlElement } from './xml-elements.ts';

/** What Word refuses or repairs though the schema allows it ([MS-OI29500]). */
const limits = { sheetTwips: 31_680, columns: 63, fontName: 31, bookmark: 40, labelText: 31, tabs: 64, address: 2083 };

/** The rules that a document breaks. */
function brokenRules({ parts }: ConvertedDocument): readonly string[] {
  const elements = [...parts].flatMap(([name, content]) =>
    /^word\/\w+\.xml$/.test(name) ? everyElement(parseXml(content)) : [],
  );
  const named = (name: string) => elements.filter((element) => element.name === name);
  const all = (name: string, attribute: string) => named(name).map(({ attributes }) => attributes[attribute] ?? '');
  const broken: string[] = [];
  const check = (isKept: boolean, rule: string) => {
    if (!isKept) broken.push(rule);
  };
  check(isUnique(all('wp:docPr', 'id')), 'drawings have ids of their own');
  check(isUnique(all('w:bookmarkStart', 'w:name')), 'bookmarks have names of their own');
  check(
    isUnique(all('w:style', 'w:styleId')) && isUnique(named('w:style').map(styleName)),
    'styles have names of their own',
  );
  check(
    isUnique(all('w:num', 'w:numId')) && isUnique(all('w:abstractNum', 'w:abstractNumId')),
    'lists have ids of their own',
  );
  check(isUnique(all('w:font', 'w:name')), 'fonts are listed once');
  const places = new Set(all('w:bookmarkStart', 'w:name'));
  const anchors = all('w:hyperlink', 'w:anchor').filter((anchor) => anchor !== '');
  check(
    anchors.every((anchor) => places.has(anchor)),
    'links lead to bookmarks',
  );
  check(areShort(all('w:font', 'w:name'), limits.fontName), 'names of fonts are short');
  check(areShort(all('w:bookmarkStart', 'w:name'), limits.bookmark), 'names of bookmarks are short');
  check(areShort(all('w:lvlText', 'w:val'), limits.labelText), 'labels are short');
  check(
    named('w:tabs').every(({ children }) => children.length <= limits.tabs),
    'tab stops are few',
  );
  for (const table of named('w:tbl')) broken.push(...brokenTableRules(table));
  for (const section of named('w:sectPr')) broken.push(...brokenSectionRules(section));
  return [...broken, ...brokenLinks(parts)];
}

function styleName({ children }: XmlElement): string {
  return children.find(({ name }) => name === 'w:name')?.attributes['w:val'] ?? '';
}

function isUnique(values: readonly string[]): boolean {
  return new Set(values.map((value) => value.toLowerCase())).size === values.length;
}

function areShort(values: readonly string[], longest: number): boolean {
  return values.every((value) => value.length <= longest);
}

function brokenTableRules({ children }: XmlElement): readonly string[] {
  const grid = children.find(({ name }) => name === 'w:tblGrid')?.children ?? [];
  const rows = children
    .filter(({ name }) => name === 'w:tr')
    .map((row) => row.children.filter(({ name }) => name === 'w:tc'));
  const spanOf = (cell: XmlElement) =>
    Number(everyElement(cell).find(({ name }) => name === 'w:gridSpan')?.attributes['w:val'] ?? 1);
  const broken: string[] = [];
  if (grid.length > limits.columns) broken.push('tables have few columns');
  if (rows.some((cells) => cells.reduce((sum, cell) => sum + spanOf(cell), 0) !== grid.length))
    broken.push('rows fill the grid');
  if (rows.flat().some((cell) => cell.children.at(-1)?.name !== 'w:p')) broken.push('cells end with a paragraph');
  return broken;
}

function brokenSectionRules(section: XmlElement): readonly string[] {
  const numberOf = (name: string, attribute: string) =>
    Number(section.children.find((child) => child.name === name)?.attributes[attribute] ?? 0);
  const [width, height] = [numberOf('w:pgSz', 'w:w'), numberOf('w:pgSz', 'w:h')];
  const margins = ['w:left', 'w:right'].map((side) => numberOf('w:pgMar', side));
  const broken: string[] = [];
  if (Math.max(width, height) > limits.sheetTwips) broken.push('sheets are no larger than 22 inches');
  if (Math.min(...margins) < 0 || margins.reduce((sum, margin) => sum + margin, 0) >= width)
    broken.push('margins leave room');
  return broken;
}

function brokenLinks(parts: ConvertedDocument['parts']): readonly string[] {
  return [...parts].flatMap(([name, content]) => {
    if (!name.startsWith('word/_rels/')) return [];
    return everyElement(parseXml(content)).flatMap(({ attributes: { Target: target, TargetMode: mode } }) => {
      if (target === undefined) return [];
      if (mode === 'External')
        return URL.canParse(target) && target.length <= limits.address ? [] : ['addresses are whole'];
      return parts.has(`word/${target}`) ? [] : [`${target} is there`];
    });
  });
}

test('a poster is reduced to the largest sheet that Word has, with everything on it', async () => {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([2384, 3370]);
  page.drawText('A poster', { font, size: 120, x: 300, y: 3000 });
  page.drawText('What it says, in letters that are read from far away.', { font, size: 48, x: 300, y: 2700 });
  const converted = await convertBytes(await document.save());
  expect(brokenRules(converted)).toEqual([]);
  expect(converted.xml).toContain('<w:pgSz w:w="22411" w:h="31680"/>');
  // 120 points at 1584 / 3370 of the size, in half points.
  expect(converted.parts.get('word/styles.xml')).toContain('<w:sz w:val="113"/>');
  expect(converted.paragraphs.map(({ text }) => text)).toContain('A poster');
});

test('a grid of more columns than Word has is no table, and keeps its words', async () => {
  const columns = 70;
  const converted = await convertDrawn([
    (page, { regular }) => {
      for (const y of [400, 380, 360])
        page.drawLine({ start: { x: 20, y }, end: { x: 20 + 5 * columns, y }, thickness: 0.3 });
      for (let column = 0; column <= columns; column += 1) {
        const x = 20 + 5 * column;
        page.drawLine({ start: { x, y: 400 }, end: { x, y: 360 }, thickness: 0.3 });
        if (column === columns) continue;
        write(page, regular, 4, x + 1, 112, String(column % 10));
        write(page, regular, 4, x + 1, 132, String(column % 7));
      }
    },
  ]);
  expect(brokenRules(converted)).toEqual([]);
  expect(converted.warnings).toEqual([]);
});

test('two chapters with lists, tables, links and running heads keep the rules of Word', async () => {
  const converted = await convertDrawn(
    [1, 2, 3, 4].map((number) => (page, { regular, bold }) => {
      write(page, regular, 9, 50, 30, `${number < 3 ? 'Winds' : 'Tides'}  ${number}`);
      write(page, bold, 16, 50, 80, `Part ${number}`);
      ['First', 'Second'].forEach((item, index) => {
        write(page, regular, 10, 60, 120 + 15 * index, `${index + 1}.`);
        write(page, regular, 10, 80, 120 + 15 * index, `${item} item of part ${number}`);
      });
      for (const y of [300, 280, 260]) page.drawLine({ start: { x: 50, y }, end: { x: 250, y }, thickness: 0.5 });
      for (const x of [50, 150, 250]) page.drawLine({ start: { x, y: 300 }, end: { x, y: 260 }, thickness: 0.5 });
      for (const [x, y] of [
        [55, 213],
        [155, 213],
        [55, 233],
        [155, 233],
      ] as const)
        write(page, regular, 10, x, y, `${x + y}`);
    }),
  );
  expect(converted.xml).toContain('<w:tbl>');
  expect(brokenRules(converted)).toEqual([]);
});

test('a link to a place below the last paragraph of its page leads to the next one', async () => {
  const converted = await convertDrawn(
    ['Contents', 'First', 'Second'].map(
      (text) =>
        (page, { regular }) =>
          write(page, regular, 10, 50, 80, text),
    ),
    {},
    (document) => {
      const [from, to] = document.getPages();
      if (from === undefined || to === undefined) throw new Error('A page is missing');
      const link = { Type: 'Annot', Subtype: 'Link', Rect: [50, 415, 120, 435], Dest: [to.ref, 'XYZ', 0, 100, null] };
      from.node.addAnnot(document.context.register(document.context.obj(link)));
    },
  );
  expect(converted.xml).toContain('w:anchor=');
  expect(brokenRules(converted)).toEqual([]);
});
