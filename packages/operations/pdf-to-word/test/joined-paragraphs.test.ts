import { type PDFFont, type PDFPage, rgb } from 'pdf-lib';
import { expect, test } from 'vitest';
import { joinedFormat } from '../../../flow-document/src/compose/join-paragraphs.ts';
import { plainParagraph } from '../../../flow-document/src/model/plain-paragraph.ts';
import { convertDrawn, setProse, write } from './docx.ts';

const oneLine = plainParagraph([], { indentLeftPt: 12, indentRightPt: 4 }).format;
const lines = plainParagraph([], { alignment: 'justify', indentRightPt: 2 }).format;

test('a single line before a break is indented as the lines after it tell, and stands as they do', () => {
  expect(joinedFormat(oneLine, lines, true)).toMatchObject({
    alignment: 'justify',
    indentLeftPt: 0,
    firstLinePt: 12,
    indentRightPt: 2,
  });
});

test('several lines before a break tell how they stand', () => {
  expect(joinedFormat(oneLine, lines, false)).toMatchObject({ alignment: 'left', indentLeftPt: 12, indentRightPt: 2 });
});

test('Normal has the line spacing of the body', async () => {
  const prose = 'A line of prose ends where the next word would not have fitted, and so the words of it run on. ';
  const { parts, paragraphs } = await convertDrawn([
    (page, { regular }) => setProse(page, regular, prose.repeat(4), 50, 80, 300),
  ]);
  const [, line] = /w:styleId="Normal".*?w:line="(\d+)"/.exec(parts.get('word/styles.xml') ?? '') ?? [];
  expect(paragraphs[0]?.spacing).toContain(`w:line="${line}"`);
  expect(paragraphs[0]?.xml).not.toContain('w:line=');
});

test('short lines of much the same length stay apart, for the next word would have fitted', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      setProse(page, regular, 'A line of prose that runs on to the next one. '.repeat(8), 50, 60, 300);
      ['Date: 29 October', 'Due: 12 November', 'Order: 27 October'].forEach((text, index) => {
        write(page, regular, 10, 50, 200 + 12 * index, text);
      });
    },
  ]);
  expect(paragraphs.map(({ text }) => text)).toContain('Due: 12 November');
});

test('a sentence that a page breaks before a capital runs on', async () => {
  const line = 'and each of these lines is as long as all of the others are in the';
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      [60, 72, 84].forEach((y) => {
        write(page, regular, 10, 50, y, line);
      });
    },
    (page, { regular }) => {
      setProse(page, regular, 'World Bank follows here, and its sentence ends on the second page of all.', 50, 60, 300);
    },
  ]);
  expect(paragraphs.filter(({ text }) => text !== '')).toHaveLength(1);
});

test('a line that stops before a noun runs on, however ragged it is and whatever follows', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      const lines = [
        'The agency was asked how the loss of the year should be related to',
        'A LLC in the first place, and then to those that own a part of the',
        'K LLC.',
      ];
      lines.forEach((text, index) => {
        write(page, regular, 10, 50, 60 + 12 * index, text);
      });
      write(
        page,
        regular,
        10,
        50,
        110,
        'An unrelated line of this page is as wide as it can be, and ends near its edge.',
      );
    },
  ]);
  expect(paragraphs.filter(({ text }) => text !== '')).toHaveLength(2);
});

test('double-spaced lines are one paragraph where most run on to names', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      const lines = [
        'Whether the court erred in finding that the time which the statute of',
        'Limitations gives began to run on the date when it was filed against',
        'Beavers rather than on the date when it was served, in the matter of',
        'Beavers and others, who were parties of the first and who were in',
        'default of it, although the one who is named above was told of the',
        'Act and of what it says, and had the time to answer the motion and',
        'default of it, or not.',
      ];
      lines.forEach((text, index) => {
        write(page, regular, 12, index === 0 ? 70 : 40, 100 + 27.6 * index, text);
      });
      ['Corey Crowder', 'Little Rock', 'Arkansas'].forEach((text, index) => {
        write(page, regular, 12, 240, 300 + 13.8 * index, text);
      });
    },
  ]);
  expect(paragraphs[0]?.text).toMatch(/^Whether .* or not\.$/);
});

test('a column goes on beside a picture that reaches a little over the edge of the next column', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      const left = 'Text of the first column runs on beside it and is never to be cut where a picture begins. ';
      const bottom = setProse(page, regular, left.repeat(9), 40, 60, 150);
      const right = 'The second column stops above a picture, which is as wide as the column and a little more. ';
      setProse(page, regular, right.repeat(2), 220, 60, 150);
      page.drawRectangle({
        x: 212,
        y: page.getHeight() - bottom,
        width: 160,
        height: bottom - 170,
        color: rgb(0.2, 0.4, 0.8),
      });
      page.drawCircle({ x: 290, y: page.getHeight() - 240, size: 40, color: rgb(0.9, 0.4, 0.1) });
    },
  ]);
  const first = paragraphs.findIndex(({ text }) => text.startsWith('Text of the first'));
  expect(paragraphs[first]?.text.match(/never to be cut/g)).toHaveLength(9);
});

test('paragraphs that begin with bold words stay apart, however full the line between them is', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular, bold }) => {
      const rows = [
        ['Purpose', 'This is what the research aims to find out of the families, and'],
        ['', 'it goes on for a line that is as wide as any other of the lines of the text.'],
        ['Findings', 'Coping together and the help of a family reduced conflicts, so'],
        ['', 'they go on for a line that is as wide as any other of the lines of the text.'],
        ['Limitations', 'The study of a field cannot control what is peculiar to it.'],
      ] as const;
      rows.forEach(([head, text], index) => {
        const x = head === '' ? 50 : 50 + bold.widthOfTextAtSize(`${head} `, 10);
        if (head !== '') write(page, bold, 10, 50, 60 + 12 * index, head);
        write(page, regular, 10, x, 60 + 12 * index, text);
      });
    },
  ]);
  expect(paragraphs.map(({ text }) => text.split(' ')[0])).toEqual(['Purpose', 'Findings', 'Limitations']);
});

test('short texts at the right edge are on the lines of what they belong to', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      const rows = [
        ['2021 Second place in the contest of the cloud', 'Online'],
        ['2020 Finalist of the world final of that year', 'Las Vegas, U.S.A'],
        ['2018 Finalist of the world final of that year', 'Las Vegas, U.S.A'],
        ['2017 Finalist of the world final of that year', 'Las Vegas, U.S.A'],
        ['2015 Finalist of the final of a country', 'Seoul, S.Korea'],
      ] as const;
      rows.forEach(([text, place], index) => {
        write(page, regular, 10, 40, 60 + 14 * index, text);
        write(page, regular, 10, 360 - regular.widthOfTextAtSize(place, 10), 60 + 14 * index, place);
      });
    },
  ]);
  expect(paragraphs[0]?.text).toBe('2021 Second place in the contest of the cloud\tOnline');
});

test('an empty page between a sentence and what could go on with it stays a page', async () => {
  const line = 'and each of these lines is as long as all of the others are in the';
  const write3 = (page: PDFPage, font: PDFFont) => {
    [60, 72, 84].forEach((y) => {
      write(page, font, 10, 50, y, line);
    });
  };
  const { xml } = await convertDrawn([
    (page, { regular }) => write3(page, regular),
    () => {},
    (page, { regular }) => write3(page, regular),
  ]);
  expect(xml.match(/<w:pageBreakBefore\/>/g)).toHaveLength(2);
});

test('a second line that hangs continues the sentence of a full one', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      setProse(page, regular, 'A line of prose that runs on to the next one. '.repeat(8), 50, 60, 300);
      write(page, regular, 10, 50, 200, 'Table 16. Actual and projected numbers of teachers in all of the schools');
      write(page, regular, 10, 92, 212, 'by control of the school.');
    },
  ]);
  expect(paragraphs.at(-1)?.text).toMatch(/^Table 16\..*schools by control/);
});

test('a sentence runs on over a blank left in it', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      setProse(page, regular, 'A line of prose that runs on to the next one. '.repeat(8), 50, 60, 300);
      write(page, regular, 10, 50, 200, 'THIS AGREEMENT is made and entered into on this day of');
      write(page, regular, 10, 336, 200, ', by the');
      setProse(page, regular, 'commission and whoever signs below it, as they are named there.', 50, 212, 300);
    },
  ]);
  expect(paragraphs.at(-1)?.text).toMatch(/day of\s*, by the commission and whoever/);
});

test('lines pushed to the right edge stay apart where the next word would have fitted before them', async () => {
  const lines = ['Apartment 12', '19 Royce Road', 'Hulme', 'M15 5LQ', 'someone-or-other@example.com'];
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      lines.forEach((line, index) => {
        write(page, regular, 10, 200 - regular.widthOfTextAtSize(line, 10), 60 + 12 * index, line);
      });
      setProse(page, regular, 'A line of prose that runs on to the next one. '.repeat(8), 230, 60, 300);
    },
  ]);
  expect(paragraphs.map(({ text }) => text)).toEqual(expect.arrayContaining(lines));
});

test('lines that count on without a stop, as the days of a calendar do, stay apart', async () => {
  const days = ['11 O Ezekiel 2:2-3:27', '12 O Ezekiel 36', '13 O Ezekiel 37:1-14', '14 O Ezekiel 37:15-28'];
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      days.forEach((day, index) => {
        write(page, regular, 10, 50, 60 + 12 * index, day);
      });
    },
  ]);
  expect(paragraphs.map(({ text }) => text.replace(/\s/g, ' '))).toEqual(days);
});

test('a line that stops behind a preposition goes on over the end of its page, whatever the next word begins with', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      setProse(page, regular, 'Whatever is found on the day has to be reported without delay to', 50, 60, 300);
    },
    (page, { regular }) => setProse(page, regular, 'Executive Directors or Volunteers of the site.', 50, 60, 300),
  ]);
  expect(paragraphs.filter(({ text }) => text !== '')).toHaveLength(1);
});

/** Sets words from one edge to the other, as justified text is. */
function stretch(page: PDFPage, font: PDFFont, y: number, text: string, widthPt = 270): void {
  const words = text.split(' ');
  const widths = words.map((word) => font.widthOfTextAtSize(word, 10));
  const gap = (widthPt - widths.reduce((sum, width) => sum + width, 0)) / (words.length - 1);
  let x = 50;
  for (const [index, word] of words.entries()) {
    write(page, font, 10, x, y, word);
    x += (widths[index] ?? 0) + gap;
  }
}

test('a sentence that ends short of the edge of justified text ends its paragraph, however little room is left', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      stretch(page, regular, 60, 'The pages tell where the shop is, how it is reached, and what');
      stretch(page, regular, 72, 'it has to offer; a short history of the house adds to its good');
      stretch(page, regular, 84, 'name, and visitors may leave a comment of their own in the');
      write(page, regular, 10, 50, 96, 'guest book that the house has kept for all of its visitors ever.');
      stretch(page, regular, 108, 'Furthermore some users may change the list of what there is');
      stretch(page, regular, 120, 'on offer, and take away the comments that visitors have left if');
      write(page, regular, 10, 50, 132, 'they are not wanted.');
    },
  ]);
  expect(paragraphs.map(({ text }) => text.slice(0, 9))).toEqual(['The pages', 'Furthermo']);
});

test('the last line of a page that was stretched to the edge of justified text goes on, though it ends a sentence', async () => {
  const pages = (lastWidthPt: number) =>
    convertDrawn([
      (page, { regular }) => {
        for (let y = 60; y <= 444; y += 12)
          stretch(page, regular, y, 'The pages tell where the shop is, how it is reached, and what');
        stretch(page, regular, 456, 'it has to offer, and that is all that there is to say of the shop.', lastWidthPt);
      },
      (page, { regular }) =>
        setProse(page, regular, 'Visitors may leave a comment in the book. '.repeat(3).trim(), 50, 60, 270),
    ]);
  expect((await pages(270)).paragraphs.filter(({ text }) => text !== '')).toHaveLength(1);
  expect((await pages(262)).paragraphs.filter(({ text }) => text !== '')).toHaveLength(2);
});

test('a letter behind a colon begins an item, however full the line above is', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      setProse(page, regular, 'Les décisions de cette assemblée générale concernent tous les points :', 50, 60, 300);
      write(page, regular, 10, 62, 84, 'a) Élection du comité et du président');
      write(page, regular, 10, 62, 96, 'b) Approbation des comptes');
    },
  ]);
  expect(paragraphs).toHaveLength(3);
});

test('a hanging line goes on with a word broken behind a full stop', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular, bold }) => {
      const x = 50 + bold.widthOfTextAtSize('Stk. 1. ', 10);
      write(page, bold, 10, 50, 60, 'Stk. 1.');
      write(page, regular, 10, x, 60, 'Members are all students of the faculty. Ph.d.-');
      write(page, regular, 10, 62, 72, 'students of the same faculty may be.');
      write(page, bold, 10, 50, 90, 'Stk. 2.');
      write(page, regular, 10, x, 90, 'Others are guests.');
    },
  ]);
  expect(paragraphs).toHaveLength(2);
});

test('a line as far in as the item above it begins the paragraph whose next line is further out', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      write(page, regular, 10, 62, 60, '- the marks that were reached, and what was done in the years before.');
      write(page, regular, 10, 62, 72, 'Aim: it is shown that the person who applies is able to do what is asked');
      write(page, regular, 10, 50, 84, 'and worth what is paid.');
    },
  ]);
  expect(paragraphs.map(({ text }) => text).at(-1)).toMatch(/^Aim: .* asked and worth what is paid\.$/);
});

test('a sentence runs on in bold letters below a full line', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular, bold }) => {
      const width = (text: string) => regular.widthOfTextAtSize(text, 10);
      // Stretched lines end at one edge.
      [
        'the party of the first part, with its seat in the city, henceforth',
        'and for all that is said below is named the',
      ].forEach((text, index) => {
        const words = text.split(' ');
        const gap = (300 - width(words.join(''))) / (words.length - 1);
        let x = 50;
        for (const word of words) {
          write(page, regular, 10, x, 60 + 12 * index, word);
          x += width(word) + gap;
        }
      });
      write(page, bold, 10, 50, 84, 'CONTRACTOR.');
    },
  ]);
  expect(paragraphs.filter(({ text }) => text !== '')).toHaveLength(1);
});
