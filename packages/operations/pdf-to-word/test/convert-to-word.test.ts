import { PDFName, PDFString } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { convertBytes, convertDrawn, setProse, write } from './docx.ts';

const prose =
  'A line of prose ends where the next word would not have fitted, and so the words of this paragraph run on from one line to the next until the author had nothing more to say about it.';

describe('text', () => {
  test('lines that could hold no more words are one paragraph, and a line with room ends it', async () => {
    const { paragraphs } = await convertDrawn([
      (page, { regular }) => {
        const below = setProse(page, regular, prose, 50, 80, 300);
        setProse(page, regular, prose, 50, below, 300);
      },
    ]);
    expect(paragraphs.map(({ text }) => text)).toEqual([prose, prose]);
  });

  test('a word broken at a line end is whole again and may break there', async () => {
    const { paragraphs } = await convertDrawn([
      (page, { regular }) => {
        write(page, regular, 10, 50, 80, 'The words of this line are so many that the last is hyphen-');
        write(page, regular, 10, 50, 92, 'ated at its end.');
      },
    ]);
    expect(paragraphs[0]?.text).toContain('hyphenated at its end.');
    expect(paragraphs[0]?.xml).toContain('<w:softHyphen/>');
  });

  test('two columns become a section with two columns, read one after the other', async () => {
    const { xml, paragraphs } = await convertDrawn([
      (page, { regular }) => {
        setProse(page, regular, prose, 40, 80, 150);
        setProse(page, regular, prose.toUpperCase(), 215, 80, 150);
      },
    ]);
    expect(paragraphs.map(({ text }) => text)).toEqual([prose, prose.toUpperCase()]);
    expect(xml).toMatch(/<w:cols w:num="2"/);
    expect(xml).not.toContain('<w:tbl>');
  });

  test('a paragraph that runs on from a full column into the next one is one run of text without a break', async () => {
    const { xml, paragraphs } = await convertDrawn([
      (page, { regular }) => {
        const below = setProse(page, regular, prose, 40, 80, 150);
        write(page, regular, 10, 40, below, 'The words of this line go on in the');
        write(page, regular, 10, 40, below + 12, 'next, and those of that line still go');
        setProse(page, regular, `on beside it, where there is more room. ${prose}`, 215, 80, 150);
      },
    ]);
    expect(xml).not.toContain('w:type="column"');
    expect(paragraphs.map(({ text }) => text).join('|')).toContain('that line still go on beside it');
  });

  test('a larger, bold line above prose is a heading', async () => {
    const { paragraphs, parts } = await convertDrawn([
      (page, { regular, bold }) => {
        write(page, bold, 16, 50, 60, 'What this is about');
        setProse(page, regular, prose, 50, 90, 300);
      },
    ]);
    expect(paragraphs[0]).toMatchObject({ text: 'What this is about', heading: 1 });
    expect(parts.get('word/styles.xml')).toMatch(/w:styleId="Heading1".*?<w:sz w:val="32"\/>/s);
  });

  test('numbers that count up are a list, and its numbers are not text', async () => {
    const { paragraphs, parts } = await convertDrawn([
      (page, { regular }) => {
        for (const [index, item] of ['first', 'second', 'third'].entries()) {
          write(page, regular, 10, 60, 80 + 14 * index, `${index + 1}.`);
          write(page, regular, 10, 78, 80 + 14 * index, `The ${item} item`);
        }
      },
    ]);
    expect(paragraphs.map(({ text }) => text)).toEqual(['The first item', 'The second item', 'The third item']);
    expect(paragraphs.map(({ list }) => list)).toEqual(['1/0', '1/0', '1/0']);
    expect(parts.get('word/numbering.xml')).toContain('<w:lvlText w:val="%1."/>');
  });
});

describe('pages', () => {
  test('what every page repeats is a header and a footer with a page field', async () => {
    const numbered = [1, 2, 3].map(
      (number) =>
        (page: Parameters<typeof setProse>[0], { regular }: { regular: Parameters<typeof setProse>[1] }) => {
          write(page, regular, 9, 50, 30, 'Annual report');
          setProse(page, regular, `${number} ${prose}`, 50, 90, 300);
          write(page, regular, 9, 190, 480, `Page ${number}`);
        },
    );
    const { parts, paragraphs } = await convertDrawn(numbered);
    const running = [...parts].filter(([name]) => /header|footer/.test(name)).map(([, content]) => content);
    expect(running.join()).toContain('Annual report');
    expect(running.join()).toContain('w:instr=" PAGE "');
    expect(paragraphs.map(({ text }) => text).join()).not.toContain('Annual report');
  });

  test('each page of the source begins a page', async () => {
    const { paragraphs } = await convertDrawn([
      (page, { regular }) => write(page, regular, 10, 50, 80, 'One.'),
      (page, { regular }) => write(page, regular, 10, 50, 80, 'Two.'),
    ]);
    expect(paragraphs.map(({ xml }) => xml.includes('<w:pageBreakBefore/>'))).toEqual([false, true]);
  });

  test('only the pages asked for are converted, and an end past the last is clipped with a warning', async () => {
    const pages = ['One.', 'Two.', 'Three.'].map(
      (text) =>
        (page: Parameters<typeof setProse>[0], { regular }: { regular: Parameters<typeof setProse>[1] }) =>
          write(page, regular, 10, 50, 80, text),
    );
    const { paragraphs, warnings } = await convertDrawn(pages, { pages: '2-9' });
    expect(paragraphs.map(({ text }) => text)).toEqual(['Two.', 'Three.']);
    expect(warnings).toContain('PAGES_CLIPPED');
  });

  test('a page without anything is a page', async () => {
    const { xml } = await convertDrawn([() => {}]);
    expect(xml).toContain('<w:sectPr>');
  });

  test('in the exact layout a paragraph stands in a frame where it stood', async () => {
    const { paragraphs } = await convertDrawn(
      [(page, { regular }) => write(page, regular, 10, 100, 200, 'Here and nowhere else')],
      { layout: 'exact' },
    );
    expect(paragraphs[0]?.xml).toMatch(/<w:framePr [^>]*w:x="2000"/);
  });
});

describe('what is around the text', () => {
  test('an address behind text is a hyperlink around that text', async () => {
    const { xml, parts } = await convertDrawn(
      [(page, { regular }) => write(page, regular, 10, 50, 80, 'See here for more')],
      {},
      (document) => {
        const annotation = document.context.obj({
          Type: 'Annot',
          Subtype: 'Link',
          Rect: [68, 415, 88, 430],
          A: { S: 'URI', URI: PDFString.of('https://example.org/?a=1&b=2') },
        });
        document.getPage(0).node.set(PDFName.of('Annots'), document.context.obj([annotation]));
      },
    );
    expect(xml).toMatch(/<w:hyperlink r:id="rId\d+">.*?here.*?<\/w:hyperlink>/);
    expect(parts.get('word/_rels/document.xml.rels')).toContain('https://example.org/?a=1&amp;b=2');
  });

  test('a ruled grid is a table with its cells', async () => {
    const { xml } = await convertDrawn([
      (page, { regular }) => {
        for (const y of [400, 380, 360]) page.drawLine({ start: { x: 50, y }, end: { x: 250, y }, thickness: 0.5 });
        for (const x of [50, 150, 250]) {
          page.drawLine({ start: { x, y: 400 }, end: { x, y: 360 }, thickness: 0.5 });
        }
        write(page, regular, 10, 55, 113, 'Fruit');
        write(page, regular, 10, 155, 113, 'Price');
        write(page, regular, 10, 55, 133, 'Apple');
        write(page, regular, 10, 155, 133, '1.20');
      },
    ]);
    expect([...xml.matchAll(/<w:tc>(.*?)<\/w:tc>/gs)].map(([cell]) => cell.replace(/<[^>]*>/g, ''))).toEqual([
      'Fruit',
      'Price',
      'Apple',
      '1.20',
    ]);
    expect(xml).toContain('<w:tblLayout w:type="fixed"/>');
  });

  test('the value of a form field is text', async () => {
    const { paragraphs } = await convertDrawn([() => {}], {}, (document) => {
      const field = document.getForm().createTextField('name');
      field.setText('Ada Lovelace');
      field.addToPage(document.getPage(0), { x: 50, y: 400, width: 150, height: 20 });
    });
    expect(paragraphs.map(({ text }) => text)).toContain('Ada Lovelace');
  });
});

describe('bad input', () => {
  test('what is no PDF is a damaged file', async () => {
    await expect(convertBytes(new TextEncoder().encode('%PDF-1.7\nnothing more'))).rejects.toMatchObject({
      code: 'PROCESSING_FAILED',
      details: { reason: 'damaged_file', fileName: 'report.pdf' },
    });
  });

  test('a start past the end is page_out_of_range', async () => {
    await expect(convertDrawn([() => {}], { pages: '4' })).rejects.toMatchObject({
      details: { reason: 'page_out_of_range' },
    });
  });
});
