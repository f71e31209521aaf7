import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { degrees } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { convertDrawn, setProse, write } from './docx.ts';
import { everyElement, parseXml, type XmlElement } from './xml-elements.ts';

/** The order of children in the schema of ECMA-376 Part 1, for the elements where writers get it wrong. */
const childOrder: Readonly<Record<string, string>> = {
  'w:pPr':
    'pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr pBdr shd tabs autoSpaceDE autoSpaceDN bidi spacing ind jc outlineLvl rPr sectPr',
  'w:rPr': 'rStyle rFonts b bCs i iCs strike color spacing w sz szCs highlight u shd vertAlign rtl lang',
  'w:tblPr': 'tblStyle tblpPr bidiVisual tblW jc tblInd tblBorders shd tblLayout tblCellMar',
  'w:tcPr': 'tcW gridSpan vMerge tcBorders shd textDirection vAlign',
  'w:sectPr': 'headerReference footerReference type pgSz pgMar lnNumType pgNumType cols titlePg bidi',
  'w:lvl': 'start numFmt suff lvlText lvlJc pPr rPr',
  'w:style': 'name basedOn next uiPriority semiHidden qFormat pPr rPr tblPr',
};

function misplacedChildren({ name, children }: XmlElement): readonly string[] {
  const order = childOrder[name]?.split(' ');
  if (order === undefined) return [];
  const places = children.map((child) => order.indexOf(child.name.slice(2)));
  return children.flatMap((child, index) =>
    places[index] === -1 || (places[index] ?? 0) < Math.max(0, ...places.slice(0, index))
      ? [`${child.name} in ${name}`]
      : [],
  );
}

const prose =
  'A line of prose ends where the next word would not have fitted, and so the words of this paragraph run on from one line to the next.';

async function convertEverything(layout: 'flow' | 'exact') {
  const pages = [1, 2, 3].map(
    (number) =>
      (
        page: Parameters<typeof setProse>[0],
        { regular, bold }: { regular: Parameters<typeof setProse>[1]; bold: Parameters<typeof setProse>[1] },
      ) => {
        write(page, regular, 9, 50, 30, 'A running header');
        write(page, bold, 16, 50, 70, `Part ${number} & more`);
        setProse(page, regular, prose, 50, 95, 300);
        setProse(page, regular, prose, 50, 150, 130);
        setProse(page, regular, prose, 220, 150, 130);
        write(page, regular, 10, 60, 300, '•');
        write(page, regular, 10, 75, 300, 'An item');
        for (const y of [150, 130, 110]) page.drawLine({ start: { x: 50, y }, end: { x: 250, y }, thickness: 0.5 });
        for (const x of [50, 150, 250]) page.drawLine({ start: { x, y: 150 }, end: { x, y: 110 }, thickness: 0.5 });
        for (const [x, y] of [
          [55, 363],
          [155, 363],
          [55, 383],
          [155, 383],
        ] as const)
          write(page, regular, 10, x, y, `${x + y}`);
        write(page, regular, 9, 190, 480, `${number}`);
        page.drawText('Turned', { font: regular, size: 9, x: 20, y: 200 + 40 * number, rotate: degrees(90) });
      },
  );
  return convertDrawn(pages, { layout });
}

/**
 * The schemas of ECMA-376 Part 4 (transitional) are a megabyte: `PLATEN_OOXML_XSD` names the folder where `wml.xsd` lies.
 * They are checked with Debian's xmllint.
 */
const schemaFolder = process.env.PLATEN_OOXML_XSD;
const canValidate = schemaFolder !== undefined && spawnSync('xmllint', ['--version']).error === undefined;

/** What the schema has against a part. Shapes are of a later version of the format, which is why they are a choice. */
function schemaErrors(content: string): string {
  const known = content.replace(/<mc:AlternateContent>.*?<\/mc:AlternateContent>/gs, '');
  const { status, stderr } = spawnSync('xmllint', ['--noout', '--schema', join(schemaFolder ?? '', 'wml.xsd'), '-'], {
    input: known,
    encoding: 'utf8',
  });
  return status === 0 ? '' : stderr;
}

describe.each(['flow', 'exact'] as const)('a document of layout %s', (layout) => {
  test('is well formed, and children stand in the order of the schema', async () => {
    const { parts } = await convertEverything(layout);
    for (const [name, content] of parts) {
      if (!/\.(xml|rels)$/.test(name)) continue;
      const elements = everyElement(parseXml(content));
      expect(elements.flatMap(misplacedChildren), name).toEqual([]);
    }
  });

  test.skipIf(!canValidate)('is valid by the schema (needs PLATEN_OOXML_XSD and xmllint)', async () => {
    const { parts } = await convertEverything(layout);
    const checked = [...parts].filter(([name]) => /^word\/\w+\.xml$/.test(name));
    expect(checked.length).toBeGreaterThan(5);
    for (const [name, content] of checked) expect(schemaErrors(content), name).toBe('');
  });

  test('names only relationships, lists and styles it has', async () => {
    const { parts } = await convertEverything(layout);
    const elementsOf = (name: string) => everyElement(parseXml(parts.get(name) ?? ''));
    const body = elementsOf('word/document.xml');
    const values = (elements: readonly XmlElement[], name: string, attribute: string) =>
      elements.filter((element) => element.name === name).map(({ attributes }) => attributes[attribute] ?? '');
    const relationships = values(elementsOf('word/_rels/document.xml.rels'), 'Relationship', 'Id');
    const used = body.flatMap(({ attributes }) =>
      [attributes['r:id'], attributes['r:embed']].filter((id) => id !== undefined),
    );
    expect(relationships).toEqual(expect.arrayContaining(used));
    expect(values(elementsOf('word/numbering.xml'), 'w:num', 'w:numId')).toEqual(
      expect.arrayContaining(values(body, 'w:numId', 'w:val')),
    );
    expect(values(elementsOf('word/styles.xml'), 'w:style', 'w:styleId')).toEqual(
      expect.arrayContaining(values(body, 'w:pStyle', 'w:val')),
    );
  });

  test('ends each cell with a paragraph, and the body with the last section', async () => {
    const { parts } = await convertEverything(layout);
    const elements = everyElement(parseXml(parts.get('word/document.xml') ?? ''));
    const cells = elements.filter(({ name }) => name === 'w:tc');
    expect(cells.length).toBeGreaterThan(0);
    expect(cells.every(({ children }) => children.at(-1)?.name === 'w:p')).toBe(true);
    expect(elements.find(({ name }) => name === 'w:body')?.children.at(-1)?.name).toBe('w:sectPr');
  });
});
