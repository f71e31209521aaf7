import { PDFDocument, type PDFPage, StandardFonts } from 'pdf-lib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { convertBytes, convertDrawn, drawTable, setProse, type TestFonts, write } from './docx.ts';

const sentence = 'A line of prose ends where the next word would not have fitted, and so it runs on below the line. ';
const lines = Array.from(
  { length: 34 },
  (_, index) => `line ${index} of words that reach as far as any other line does`,
);

describe('the end of a page', () => {
  test('has no break where a sentence goes on over it', async () => {
    const { xml, paragraphs } = await convertDrawn(
      [0, 1].map((number) => (page, { regular }) => {
        lines.forEach((text, index) => {
          const start = number === 0 && index === 0 ? 'The ' : '';
          write(page, regular, 12, 50, 50 + 12.5 * index, `${start}${text}`);
        });
      }),
    );
    expect(xml).not.toMatch(/w:type="page"|pageBreakBefore/);
    expect(paragraphs).toHaveLength(1);
  });

  test('may be a heading where it is one in the source', async () => {
    const { paragraphs } = await convertDrawn(
      [0, 1].map((number) => (page, { regular, bold }) => {
        const head = number === 0 ? 'An early heading' : 'A heading further on';
        write(page, bold, 16, 50, 50, head);
        lines.slice(0, 32).forEach((text, index) => {
          const start = index === 0 ? 'The ' : '';
          write(page, regular, 12, 50, 75 + 12.5 * index, `${start}${text}${index === 31 ? '.' : ''}`);
        });
        if (number === 0) write(page, bold, 16, 50, 475, 'A heading at the foot');
      }),
    );
    const keeps = paragraphs
      .filter(({ heading }) => heading > 0)
      .map(({ text, xml }) => [text, !xml.includes('keepNext w:val="0"')]);
    expect(keeps).toEqual([
      ['An early heading', true],
      ['A heading at the foot', false],
      ['A heading further on', true],
    ]);
  });

  /** A full page of prose below a picture, and a page of prose: the XML. */
  async function convertBelowPicture(linesOfPicture: number): Promise<string> {
    const document = await PDFDocument.create();
    const font = await document.embedFont(StandardFonts.TimesRoman);
    const blue = sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } });
    const picture = await document.embedPng(await blue.png().toBuffer());
    for (const top of [linesOfPicture, 0]) {
      const page = document.addPage([400, 500]);
      const height = 12.5 * (top - 1);
      if (top > 0) page.drawImage(picture, { x: 50, y: 460 - height, width: 120, height });
      // The first page ends with a sentence, and is full.
      const texts =
        top > 0
          ? [...lines.slice(top, -1), 'line 33 of words that reach as far as any other does.']
          : lines.slice(0, 20);
      texts.forEach((text, index) => {
        write(page, font, 12, 50, 50 + 12.5 * (top + index), index === 0 ? `The ${text}` : text);
      });
    }
    const { xml } = await convertBytes(await document.save());
    expect(xml).toContain('<a:blip');
    return xml;
  }

  test('has no break on a page with a letterhead', async () => {
    expect(await convertBelowPicture(5)).not.toMatch(/w:type="page"|pageBreakBefore/);
  });

  test('is a break on a page that a picture takes much of', async () => {
    expect(await convertBelowPicture(20)).toContain('<w:pageBreakBefore/>');
  });

  /** A page filled by a list below tables, and a page that begins with a line: the XML. */
  async function convertWithTables(count: number, firstLine: string): Promise<string> {
    const top = 6 * count + 1;
    const { xml } = await convertDrawn([
      (page, { regular }) => {
        for (let part = 0; part < count; part++) {
          drawTable(page, 50, 50 + 75 * part);
          for (const row of [0, 1, 2]) {
            for (const x of [60, 120]) write(page, regular, 10, x, 64 + 75 * part + 20 * row, `${part}${row}`);
          }
        }
        lines.slice(top).forEach((text, index) => {
          write(page, regular, 12, 50, 50 + 12.5 * (top + index), `${index + 1}.  ${text}`);
        });
      },
      (page, { regular }) => {
        [firstLine, ...lines.slice(0, 20)].forEach((text, index) => {
          write(page, regular, 12, 50, 50 + 12.5 * index, text);
        });
      },
    ]);
    expect(xml).toContain('<w:tbl>');
    return xml;
  }

  test('has no break in a list on a page with a small table', async () => {
    expect(await convertWithTables(1, '28.  line of the list')).not.toMatch(/w:type="page"|pageBreakBefore/);
  });

  test('is a break on a page with a table before other text, and on one that tables take much of', async () => {
    expect(await convertWithTables(1, 'Other text begins here')).toContain('<w:pageBreakBefore/>');
    expect(await convertWithTables(4, '10.  line of the list')).toContain('<w:pageBreakBefore/>');
  });

  test.each([
    [2, true],
    [0, false],
  ])('with room for %s lines before a heading of one line is a break: %s', async (room, isBreak) => {
    const { paragraphs } = await convertDrawn([
      (page, { regular }) => {
        const texts = lines.slice(0, lines.length - room);
        texts.forEach((text, index) => {
          write(page, regular, 12, 50, 50 + 12.5 * index, index < texts.length - 1 ? text : 'and here it ends.');
        });
      },
      (page, { regular, bold }) => {
        write(page, bold, 12, 50, 50, 'An option');
        lines.slice(1).forEach((text, index) => {
          write(page, regular, 12, 50, 62.5 + 12.5 * index, index === 0 ? `The ${text}` : text);
        });
      },
    ]);
    const option = paragraphs.find(({ text }) => text === 'An option');
    expect(option?.xml.includes('pageBreakBefore')).toBe(isBreak);
  });

  test('is a break where the page had room for what follows', async () => {
    const { paragraphs } = await convertDrawn([
      (page, { regular }) => setProse(page, regular, sentence.repeat(4), 50, 60, 300),
      (page, { regular }) => setProse(page, regular, sentence.repeat(12), 50, 60, 300),
    ]);
    expect(paragraphs.at(-1)?.xml).toContain('<w:pageBreakBefore/>');
  });
});

const phrase = 'the words of this line reach as far as any other line of the page does';

/** Whether the second page begins with a break: text down to `endY` on the first, and more on the second. */
async function beginsWithBreak(endY: number, drawSecond: (page: PDFPage, fonts: TestFonts) => void): Promise<boolean> {
  const { xml } = await convertDrawn([
    (page, { regular }) => {
      for (let y = 60; y <= 470; y += 12) write(page, regular, 10, 50, y, phrase);
    },
    (page, { regular }) => {
      for (let y = 60; y <= endY; y += 12) write(page, regular, 10, 50, y, y + 12 > endY ? 'and ends here.' : phrase);
    },
    drawSecond,
  ]);
  return xml.includes('<w:pageBreakBefore/>');
}

test('a large heading needs room for itself and two lines of its text, not for two more as high as it', async () => {
  const heading = (page: PDFPage, { regular, bold }: TestFonts) => {
    write(page, bold, 24, 50, 70, 'What comes next');
    for (let y = 100; y <= 470; y += 12) write(page, regular, 10, 50, y, phrase);
  };
  expect(await beginsWithBreak(396, heading)).toBe(true);
  expect(await beginsWithBreak(444, heading)).toBe(false);
});

test('room for a paragraph is counted without the space that other kinds of paragraphs have', async () => {
  const spaced = async (indentPt: number) => {
    const { xml } = await convertDrawn([
      (page, { regular }) => {
        for (let y = 60; y <= 470; y += 12) write(page, regular, 10, 50, y, phrase);
      },
      (page, { regular }) => {
        for (let y = 60; y <= 440; y += 36) {
          write(page, regular, 10, 50, y, phrase);
          write(page, regular, 10, 50, y + 12, 'and here it ends.');
        }
      },
      (page, { regular }) => {
        for (let y = 60; y <= 470; y += 12) write(page, regular, 10, 50 + indentPt, y, `${phrase.slice(0, 60)} so`);
      },
    ]);
    return xml.includes('<w:pageBreakBefore/>');
  };
  expect([await spaced(60), await spaced(0)]).toEqual([true, false]);
});

test('double-spaced lines are one paragraph, and single-spaced ones among them another', async () => {
  const words = 'the words of this line reach as far as any other line of the page does';
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      for (let index = 0; index < 6; index++) write(page, regular, 10, 50, 60 + 24 * index, words);
      for (let index = 0; index < 5; index++) write(page, regular, 10, 80, 192 + 12 * index, words);
      for (let index = 0; index < 6; index++) write(page, regular, 10, 50, 264 + 24 * index, words);
    },
  ]);
  expect(paragraphs).toHaveLength(3);
  expect(paragraphs[0]?.spacing).toMatch(/w:line="(?:4[89]|5[0-3])\d"/);
});

test('a sentence that a page of a table splits is in one piece, on the page where it goes on', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      setProse(page, regular, sentence.repeat(6), 50, 60, 300);
      for (let index = 0; index < 3; index++) write(page, regular, 10, 50, 200 + 12 * index, `${phrase} and`);
    },
    (page, { regular }) => {
      write(page, regular, 10, 50, 60, 'Table 1. What was counted');
      for (let part = 0; part < 4; part++) {
        drawTable(page, 50, 80 + 80 * part);
        for (const row of [0, 1, 2]) {
          for (const x of [60, 120]) write(page, regular, 10, x, 94 + 80 * part + 20 * row, `${part}${row}`);
        }
      }
    },
    (page, { regular }) => setProse(page, regular, `go on here. ${sentence.repeat(4)}`, 50, 60, 300),
  ]);
  expect(paragraphs.map(({ text }) => text).find((text) => text.includes('does and go on here.'))).toBeDefined();
});

test('a line nearer to the one below it than to those above begins what is below', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      for (let index = 0; index < 6; index++) write(page, regular, 10, 50, 60 + 24 * index, phrase);
      for (let index = 0; index < 5; index++) write(page, regular, 10, 50, 204 + 12 * index, phrase);
    },
  ]);
  expect(paragraphs.map(({ text }) => text.split('words').length - 1)).toEqual([6, 5]);
});

test('columns below a drawing of their own page begin on it', async () => {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.TimesRoman);
  const blue = sharp({ create: { width: 80, height: 20, channels: 3, background: '#336699' } });
  const picture = await document.embedPng(await blue.png().toBuffer());
  write(document.addPage([400, 500]), font, 16, 60, 200, 'A title on a page of its own');
  const page = document.addPage([400, 500]);
  page.drawImage(picture, { x: 5, y: 430, width: 390, height: 60 });
  for (const x of [40, 210]) setProse(page, font, sentence.repeat(8), x, 120, 150);
  const { xml } = await convertBytes(await document.save());
  expect(xml).toMatch(/w:type w:val="nextPage"\/>(?:(?!w:sectPr).)*w:num="2"/);
});

test('text has more room to run longer where the next page begins with a heading than where a sentence goes on', async () => {
  const marginBefore = async (begins: string) => {
    const { xml } = await convertDrawn([
      (page, { regular }) => {
        lines.forEach((text, index) => {
          const end = index === lines.length - 1 && begins !== '' ? '.' : '';
          write(page, regular, 12, 50, 50 + 12.5 * index, `${index === 0 ? 'The ' : ''}${text}${end}`);
        });
      },
      (page, { regular, bold }) => {
        if (begins !== '') write(page, bold, 14, 50, 50, begins);
        const top = begins === '' ? 50 : 75;
        lines.slice(0, 20).forEach((text, index) => {
          write(page, regular, 12, 50, top + 12.5 * index, `${index === 0 && begins !== '' ? 'The ' : ''}${text}`);
        });
      },
    ]);
    expect(xml).not.toMatch(/w:type="page"|pageBreakBefore/);
    return Number(/w:pgMar [^>]*w:bottom="(\d+)"/.exec(xml)?.[1]) / 20;
  };
  expect(await marginBefore('A heading')).toBeLessThan((await marginBefore('')) - 10);
});
