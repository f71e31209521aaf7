import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { convertBytes, convertDrawn, setProse, write } from './docx.ts';

const prose =
  'A line of prose ends where the next word would not have fitted, and so the words of this paragraph run on from one line to the next until the author had nothing more to say about it.';

test('a larger line is a heading though it ends with a colon, a bold lead-in of the body size is not', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular, bold }) => {
      write(page, regular, 16, 50, 60, 'Things to bring:');
      const below = setProse(page, regular, prose, 50, 90, 300);
      write(page, bold, 10, 50, below + 10, 'Please note:');
      setProse(page, regular, prose, 50, below + 26, 300);
    },
  ]);
  const levels = paragraphs.map(({ text, heading }) => [text.slice(0, 12), heading]);
  expect(levels).toContainEqual(['Things to br', 1]);
  expect(levels).toContainEqual(['Please note:', 0]);
});

test('large words with wide white between them are no heading', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      write(page, regular, 16, 50, 60, 'What it is about');
      const below = setProse(page, regular, prose, 50, 90, 300);
      write(page, regular, 15, 50, below + 20, 'Food');
      write(page, regular, 15, 200, below + 20, 'Calories');
      setProse(page, regular, prose, 50, below + 50, 300);
    },
  ]);
  const headings = paragraphs.filter(({ heading }) => heading > 0).map(({ text }) => text);
  expect(headings).toEqual(['What it is about']);
});

test('a caption is no heading, however bold', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular, bold }) => {
      write(page, bold, 12, 50, 60, 'What it is about');
      const below = setProse(page, regular, prose, 50, 90, 300);
      write(page, bold, 12, 50, below + 20, 'Figure 1. A page');
      setProse(page, regular, prose, 50, below + 50, 300);
    },
  ]);
  const headings = paragraphs.filter(({ heading }) => heading > 0).map(({ text }) => text);
  expect(headings).toEqual(['What it is about']);
});

test('a centred paragraph in large letters is one paragraph, and too long for a heading', async () => {
  const lines = [
    'The value of making a plan is not in having',
    'the finished product in your hand, but that it',
    'lies in the work of thinking it over',
    'systematically, which takes its time now,',
    'but avoids costly mistakes later on, for all.',
  ];
  const { paragraphs } = await convertDrawn([
    (page, { regular, bold }) => {
      const below = setProse(page, regular, prose, 50, 60, 300);
      for (const [index, line] of lines.entries()) {
        write(page, bold, 14, 200 - bold.widthOfTextAtSize(line, 14) / 2, below + 20 + 18 * index, line);
      }
      setProse(page, regular, prose, 50, below + 140, 300);
    },
  ]);
  expect(paragraphs.map(({ text }) => text)).toEqual([prose, lines.join(' '), prose]);
  expect(paragraphs.every(({ heading }) => heading === 0)).toBe(true);
});

describe('the title of a document', () => {
  test('is what stands larger than all headings at its head; these are of the first level then', async () => {
    const { paragraphs, parts } = await convertDrawn([
      (page, { regular, bold }) => {
        write(page, bold, 24, 50, 60, 'All about it');
        const below = setProse(page, regular, prose, 50, 90, 300);
        write(page, bold, 14, 50, below + 20, 'One thing');
        setProse(page, regular, prose, 50, below + 50, 300);
      },
    ]);
    expect(paragraphs[0]?.xml).toContain('<w:pStyle w:val="Title"/>');
    expect(paragraphs.map(({ heading }) => heading)).toEqual([0, 0, 1, 0]);
    const styles = parts.get('word/styles.xml');
    expect(styles).toMatch(
      /w:styleId="Title"><w:name w:val="Title"\/>(?:(?!<\/w:style>|outlineLvl).)*<w:sz w:val="48"\/>/,
    );
    expect(styles).toMatch(/w:styleId="Heading1".*?<w:sz w:val="28"\/>/);
  });

  test('is none where it is the only heading, or not larger than the others', async () => {
    const { paragraphs } = await convertDrawn([
      (page, { regular, bold }) => {
        write(page, bold, 16, 50, 60, 'One thing');
        const below = setProse(page, regular, prose, 50, 90, 300);
        write(page, bold, 16, 50, below + 20, 'Another thing');
        setProse(page, regular, prose, 50, below + 50, 300);
      },
    ]);
    expect(paragraphs.map(({ heading }) => heading)).toEqual([1, 0, 1, 0]);
  });
});

test('a bold line smaller than the body is a heading when its number has several parts', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular, bold }) => {
      write(page, bold, 14, 50, 60, '2.1 Savings from driving');
      write(page, bold, 9, 50, 90, '2.1.1');
      write(page, bold, 9, 80, 90, 'Sample of the survey');
      const below = setProse(page, regular, prose, 50, 110, 300);
      write(page, bold, 9, 50, below + 16, 'Source of the sample');
      setProse(page, regular, prose, 50, below + 36, 300);
    },
  ]);
  const headings = paragraphs.filter(({ heading }) => heading > 0).map(({ text }) => text.split(/[\s\t]/).at(-1));
  expect(headings).toEqual(['driving', 'survey']);
});

test('centred lines of a word and a number above text are headings, on a title page they are not', async () => {
  const centred = (page: PDFPage, font: PDFFont, y: number, text: string) =>
    write(page, font, 10, 200 - font.widthOfTextAtSize(text, 10) / 2, y, text);
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      ['SUPREME COURT', 'PETITION', 'IN THE MATTER OF'].forEach((text, index) => {
        centred(page, regular, 60 + 20 * index, text);
      });
    },
    (page, { regular }) => {
      [1, 2, 3].forEach((number) => {
        centred(page, regular, 60 + 110 * (number - 1), `Article ${number}`);
        setProse(page, regular, prose, 50, 90 + 110 * (number - 1), 300);
      });
    },
  ]);
  expect(paragraphs.filter(({ heading }) => heading > 0).map(({ text }) => text)).toEqual([
    'Article 1',
    'Article 2',
    'Article 3',
  ]);
});

describe('lines of the size of the body', () => {
  const section = (page: PDFPage, fonts: { regular: PDFFont }, y: number, draw: (y: number) => void) => {
    draw(y);
    return setProse(page, fonts.regular, prose, 50, y + 24, 300) + 24;
  };

  test('underlined ones above text are headings, where they are a habit', async () => {
    const { paragraphs } = await convertDrawn([
      (page, fonts) => {
        let y = 60;
        for (const title of ['ARTICLE I PURPOSE', 'ARTICLE II MEMBERS', 'ARTICLE III MEETINGS']) {
          y = section(page, fonts, y, (at) => {
            write(page, fonts.regular, 10, 50, at, title);
            const end = { x: 50 + fonts.regular.widthOfTextAtSize(title, 10), y: page.getHeight() - at - 1.5 };
            page.drawLine({ start: { x: 50, y: end.y }, end, thickness: 0.6 });
          });
        }
      },
    ]);
    expect(paragraphs.filter(({ heading }) => heading > 0).map(({ text }) => text)).toEqual([
      'ARTICLE I PURPOSE',
      'ARTICLE II MEMBERS',
      'ARTICLE III MEETINGS',
    ]);
  });

  test('bold ones that end with a colon are, where they are a habit', async () => {
    const { paragraphs } = await convertDrawn([
      (page, fonts) => {
        let y = section(page, fonts, 60, (at) => write(page, fonts.bold, 10, 50, at, 'Fees:'));
        write(page, fonts.bold, 10, 50, y + 24, 'What to bring:');
        for (const [index, item] of ['A lamp', 'A coat'].entries()) {
          write(page, fonts.regular, 10, 50, y + 44 + 12 * index, `\u2022 ${item}`);
        }
        y += 70;
        write(page, fonts.bold, 10, 50, y + 24, 'Phone:');
        write(page, fonts.regular, 10, 50, y + 36, '555 0100');
      },
    ]);
    const headings = paragraphs.filter(({ heading }) => heading > 0).map(({ text }) => text);
    expect(headings.slice(0, 2)).toEqual(['Fees:', 'What to bring:']);
  });

  test('coloured ones are, a coloured sentence is not', async () => {
    const orange = { color: rgb(0.87, 0.37, 0.14) };
    const { paragraphs } = await convertDrawn([
      (page, fonts) => {
        let y = 60;
        for (const title of ['Mission', 'Organisation', 'Please bring your own lamps.']) {
          y = section(page, fonts, y, (at) => {
            page.drawText(title, { x: 50, y: page.getHeight() - at, size: 10, font: fonts.regular, ...orange });
          });
        }
      },
    ]);
    expect(paragraphs.filter(({ heading }) => heading > 0).map(({ text }) => text)).toEqual([
      'Mission',
      'Organisation',
    ]);
  });

  test('numbered ones in italics are', async () => {
    const document = await PDFDocument.create();
    const regular = await document.embedFont(StandardFonts.TimesRoman);
    const italic = await document.embedFont(StandardFonts.TimesRomanItalic);
    const page = document.addPage([400, 500]);
    let y = 60;
    for (const [index, title] of ['Host', 'Date and place', 'Those who take part'].entries()) {
      y = section(page, { regular }, y, (at) => {
        write(page, italic, 10, 62, at, `${index + 1}.`);
        write(page, italic, 10, 80, at, title);
      });
    }
    const { paragraphs } = await convertBytes(await document.save());
    expect(paragraphs.filter(({ heading }) => heading > 0)).toHaveLength(3);
  });

  test('capitals above prose are, labels of values are not', async () => {
    const headed = async (below: string) => {
      const { paragraphs } = await convertDrawn([
        (page, fonts) => {
          setProse(page, fonts.regular, prose, 50, 400, 300);
          for (const [index, title] of ['PRINCIPAL ISSUES', 'NEIGHBOURS', 'DESIGN'].entries()) {
            write(page, fonts.regular, 10, 50, 60 + 100 * index, title);
            setProse(page, fonts.regular, below, 50, 72 + 100 * index, 300);
          }
        },
      ]);
      return paragraphs.filter(({ heading }) => heading > 0).length;
    };
    expect(await headed(prose)).toBe(3);
    expect(await headed('A value')).toBe(0);
  });
});

test('larger lines are headings however many items in their style have bullets', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular, bold }) => {
      write(page, bold, 13, 50, 50, 'Strengths');
      for (const [index, item] of ['Calm', 'Clear aims', 'Good plans'].entries()) {
        const y = 74 + 70 * index;
        write(page, bold, 13, 50, y, '\u2022');
        write(page, bold, 13, 62, y, item);
        setProse(page, regular, prose, 62, y + 16, 290);
      }
      write(page, bold, 13, 50, 310, 'Weaknesses');
      setProse(page, regular, prose, 50, 330, 300);
    },
  ]);
  const headings = paragraphs.filter(({ heading }) => heading > 0).map(({ text }) => text);
  expect(headings).toContain('Strengths');
  expect(headings).toContain('Weaknesses');
});

test('a heading numbered 1.2 may be a sentence of ten words', async () => {
  const titles = [
    '1.1  What the school and the parents of a child expect of it.',
    '1.2  Being at school and being in time for all lessons.',
  ];
  const { paragraphs } = await convertDrawn([
    (page, { regular, bold }) => {
      let y = 60;
      for (const title of titles) {
        const [number = '', text = ''] = title.split('  ');
        write(page, bold, 11, 50, y, number);
        write(page, bold, 11, 80, y, text);
        y = setProse(page, regular, prose, 50, y + 24, 300) + 24;
      }
    },
  ]);
  expect(paragraphs.filter(({ heading }) => heading > 0)).toHaveLength(2);
});

test('a centred word and its number are headings above a centred title too, the name of a table is none', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      for (const [index, name] of ['Artigo 1.\u00ba', 'Artigo 2.\u00ba', 'Table I', 'Table II'].entries()) {
        const y = 50 + 105 * index;
        for (const [row, text] of [name, 'What it is about'].entries()) {
          write(page, regular, 10, 200 - regular.widthOfTextAtSize(text, 10) / 2, y + 14 * row, text);
        }
        setProse(page, regular, prose, 50, y + 40, 300);
      }
    },
  ]);
  const headings = paragraphs.filter(({ heading }) => heading > 0).map(({ text }) => text);
  expect(headings).toEqual(['Artigo 1.\u00ba', 'Artigo 2.\u00ba']);
});

test('numbered lines of another family than the text are headings, where they are a habit', async () => {
  const document = await PDFDocument.create();
  const [text, head] = await Promise.all([
    document.embedFont(StandardFonts.TimesRoman),
    document.embedFont(StandardFonts.Helvetica),
  ]);
  const page = document.addPage([400, 500]);
  let y = 60;
  for (const [number, title] of [
    ['3.1', 'Throughput'],
    ['3.2', 'Channels'],
    ['3.3', 'Latency'],
  ] as const) {
    write(page, head, 10, 50, y, number);
    write(page, head, 10, 75, y, title);
    y = setProse(page, text, prose, 50, y + 14, 300) + 12;
  }
  const { paragraphs } = await convertBytes(await document.save());
  const headings = paragraphs.filter(({ heading }) => heading > 0).map(({ text: found }) => found);
  expect(headings).toEqual(['Throughput', 'Channels', 'Latency']);
});

test('two large centred lines are one title, with the break of its author', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular, bold }) => {
      const centre = (text: string, y: number) =>
        write(page, bold, 18, 200 - bold.widthOfTextAtSize(text, 18) / 2, y, text);
      centre('Chicago', 60);
      centre('Residential Lease', 82);
      setProse(page, regular, prose, 50, 120, 300);
    },
  ]);
  const [title] = paragraphs;
  expect(title?.text).toBe('ChicagoResidential Lease');
  expect(title?.xml).toContain('<w:br/>');
});
