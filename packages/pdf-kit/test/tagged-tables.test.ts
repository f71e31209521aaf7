import { expect, test } from 'vitest';
import { openPageModel, type Page, type Tag } from '../src/page-model.ts';
import { layOutTagRows } from '../src/tables/tags/tag-grid.ts';
import { findPageTables, findTables } from '../src/tables.ts';
import { drawPdf, type Pen } from './draw-pdf.ts';
import { texts as textsOf } from './tables-of.ts';

const tag = (role: string, children: Tag['children'], spans: Partial<Tag> = {}): Tag => ({
  kind: 'tag',
  role,
  alt: null,
  lang: null,
  rowSpan: 1,
  colSpan: 1,
  children,
  ...spans,
});

/** The page as drawn, tagged as said: each text is the content whose id is its place in `texts`. */
async function taggedPage(
  draw: (pen: Pen) => void,
  texts: readonly string[],
  rows: readonly (readonly Tag[])[],
): Promise<Page> {
  const document = await openPageModel(await drawPdf(draw));
  const page = await document.readPage(1);
  await document.close();
  const idOf = (text: string) => (texts.includes(text) ? texts.indexOf(text) : null);
  const lines = page.lines.map((line) => ({
    ...line,
    words: line.words.map((word) => ({
      ...word,
      glyphs: word.glyphs.map((glyph) => ({ ...glyph, mcid: idOf(line.text) })),
    })),
  }));
  const table = tag(
    'Table',
    rows.map((cells) => tag('TR', cells)),
  );
  return { ...page, lines, tags: tag('Root', [tag('Document', [table])]) };
}

const texts = ['In all', 'north', 'twelve of them', 'south', 'eight'];
const cell = (role: 'TH' | 'TD', mcid: number, spans: Partial<Tag> = {}) =>
  tag(role, [{ kind: 'content', mcid }], spans);
const tags = [[cell('TH', 0, { colSpan: 2 })], [cell('TD', 1), cell('TD', 2)], [cell('TD', 3), cell('TD', 4)]];

function draw(pen: Pen) {
  const places = [
    [130, 100],
    [70, 120],
    [150, 120],
    [70, 140],
    [150, 140],
  ] as const;
  texts.forEach((text, index) => {
    const [x, y] = places[index] ?? [0, 0];
    pen.text(text, x, y);
  });
}

test('a tagged table is taken as tagged where the page shows it so', async () => {
  const [table] = findTables(await taggedPage(draw, texts, tags));
  expect(table).toMatchObject({ kind: 'tagged', rowCount: 3, columnCount: 2, headerRows: 1 });
  expect(table?.cells[0]).toMatchObject({ text: 'In all', columnSpan: 2 });
});

test('rows of a tagged table that stand on other pages are no rows of this one', async () => {
  const elsewhere = [cell('TD', 98), cell('TD', 99)];
  const page = await taggedPage(draw, texts, [elsewhere, ...tags, elsewhere, elsewhere]);
  const [table] = findTables(page);
  expect(table).toMatchObject({ kind: 'tagged', rowCount: 3, headerRows: 0 });
  expect(table?.cells.map(({ text }) => text)).toEqual(texts);
});

test('rows of other pages between the repeated header and the rows of this one are not of this one', async () => {
  const elsewhere = [tag('TD', []), tag('TD', [])];
  const [head = [], ...rows] = tags;
  const page = await taggedPage(draw, texts, [head, elsewhere, elsewhere, elsewhere, ...rows]);
  const [table] = findTables(page);
  expect(table).toMatchObject({ kind: 'tagged', rowCount: 3, headerRows: 1 });
  expect(table?.cells.map(({ row, text }) => [row, text])).toEqual(
    texts.map((text, index) => [(index + 1) >> 1, text]),
  );
});

test('cells that the tags leave out for being empty do not move the others of their row', async () => {
  const three = ['Name', 'Place', 'Notes', 'north', 'here', 'twelve', 'there', 'eight'];
  const places = [0, 1, 2, 0, 1, 2, 1, 2] as const;
  const page = await taggedPage(
    (pen) => {
      for (const [index, text] of three.entries()) {
        pen.text(text, 70 + 80 * (places[index] ?? 0), 100 + 20 * Math.floor(index / 3));
      }
    },
    three,
    [
      [cell('TH', 0), cell('TH', 1), cell('TH', 2)],
      [cell('TD', 3), cell('TD', 4), cell('TD', 5)],
      [cell('TD', 6), cell('TD', 7)],
    ],
  );
  const [table] = findTables(page);
  expect(table).toMatchObject({ kind: 'tagged', columnCount: 3 });
  expect(table?.cells.filter(({ row }) => row === 2).map(({ text }) => text)).toEqual(['', 'there', 'eight']);
});

test('rows without text stay where there is room for them', async () => {
  const blank = [tag('TD', []), tag('TD', [])];
  const [head = [], first = [], last = []] = tags;
  const withRoom = (pen: Pen) => {
    const ys = [100, 120, 120, 180, 180];
    for (const [index, text] of texts.entries()) pen.text(text, index % 2 === 1 ? 70 : 150, ys[index] ?? 0);
  };
  const [table] = findTables(await taggedPage(withRoom, texts, [head, first, blank, blank, last]));
  expect(table).toMatchObject({ kind: 'tagged', rowCount: 5 });
});

test('a table that goes on below its repeated headings is left to those who see these', async () => {
  const withHeadings = (pen: Pen) => {
    draw(pen);
    pen.text('Where', 70, 82);
    pen.text('How many', 150, 82);
  };
  const [table] = findTables(await taggedPage(withHeadings, texts, [[cell('TH', 98), cell('TH', 99)], ...tags]));
  expect(table?.kind).not.toBe('tagged');
});

test('tags that put texts into columns they do not stand in are not believed', async () => {
  const lying = [tags[0] ?? [], [cell('TD', 2), cell('TD', 1)], tags[2] ?? []];
  expect(findTables(await taggedPage(draw, texts, lying)).filter(({ kind }) => kind === 'tagged')).toEqual([]);
});

test('tags that leave out texts of the table are not believed', async () => {
  const partial = [tags[0] ?? [], [cell('TD', 1), tag('TD', [])], [cell('TD', 3), cell('TD', 4)]];
  expect(findTables(await taggedPage(draw, texts, partial)).filter(({ kind }) => kind === 'tagged')).toEqual([]);
});

test('untagged signs, as the fields of a form are, go to the cells that they are in', async () => {
  const page = await taggedPage(
    (pen) => {
      draw(pen);
      for (const y of [120, 140]) pen.text('+', 115, y);
    },
    texts,
    tags,
  );
  const [table] = findTables(page);
  expect(table?.kind).toBe('tagged');
  expect(table?.cells.map(({ text }) => text)).toEqual(['In all', 'north +', 'twelve of them', 'south +', 'eight']);
});

test('tags without the spans of cells yield to a grid that shows them', async () => {
  const drawGrid = (pen: Pen) => {
    draw(pen);
    for (const y of [86, 106, 126, 146]) pen.line(60, y, 220, y);
    for (const x of [60, 220]) pen.line(x, 86, x, 146);
    pen.line(140, 106, 140, 146);
  };
  const spanless = [[cell('TH', 0)], ...tags.slice(1)];
  const [table] = findTables(await taggedPage(drawGrid, texts, spanless));
  expect(table).toMatchObject({ kind: 'ruled', rowCount: 3, columnCount: 2 });
  expect(table?.cells[0]).toMatchObject({ text: 'In all', columnSpan: 2 });
  const [spanning] = findTables(await taggedPage(drawGrid, texts, tags));
  expect(spanning?.kind).toBe('tagged');
});

test('a cell that reaches down from above moves the cells of its rows to the right', () => {
  const { cells, columnCount } = layOutTagRows([
    [tag('TH', [], { rowSpan: 2 }), tag('TH', [])],
    [tag('TD', []), tag('TD', [])],
  ]);
  expect(cells.map(({ row, column }) => [row, column])).toEqual([
    [0, 0],
    [0, 1],
    [1, 1],
    [1, 2],
  ]);
  expect(columnCount).toBe(3);
});

test('headings above a tagged table are its header, with those over groups of them', async () => {
  const labels = ['Civilian', 'Military', 'Women'];
  const values = labels.map((_, row) => [0, 1, 2, 3].map((column) => `${10 * row + column + 5}`));
  const places = [200, 280, 360, 440];
  const drawHeaded = (pen: Pen) => {
    for (const [text, middle] of [
      ['Reported', 240],
      ['Not reported', 400],
    ] as const)
      pen.text(text, middle - 2.4 * text.length, 70);
    pen.text('Incident', 60, 80);
    for (const [index, x] of places.entries()) pen.text(index % 2 === 0 ? 'Number' : 'Percent', x - 18, 90);
    for (const [row, label] of labels.entries()) {
      pen.text(label, 60, 115 + 25 * row);
      for (const [column, x] of places.entries()) pen.text(values[row]?.[column] ?? '', x - 6, 115 + 25 * row);
    }
  };
  const contents = labels.flatMap((label, row) => [label, ...(values[row] ?? [])]);
  const rows = labels.map((_, row) => [0, 1, 2, 3, 4].map((column) => cell('TD', 5 * row + column)));
  const [table] = findPageTables(await taggedPage(drawHeaded, contents, rows)).tables;
  expect(table).toMatchObject({ kind: 'tagged', headerRows: 2, rowCount: 5 });
  expect(table && textsOf(table).slice(0, 3)).toEqual([
    ['Incident', 'Reported', '', 'Not reported', ''],
    ['', 'Number', 'Percent', 'Number', 'Percent'],
    ['Civilian', ...(values[0] ?? [])],
  ]);
});

test('headings above a tagged table part its columns where values do not reach as far', async () => {
  const records = [1, 2, 3].map((row) => [`A${row}`, `${row} pc.`, `${row}3.50`, `${row}7.00`, `${row}9.00`]);
  const ends = [80, 145, 197, 242, 285];
  const headings = ['Item', 'Quantity', 'Price each', 'Discount', 'Amount'];
  const drawHeaded = (pen: Pen) => {
    for (const [row, record] of [headings, ...records].entries())
      for (const [column, text] of record.entries()) pen.right(text, ends[column] ?? 0, 96 + 20 * row);
  };
  const rows = records.map((record, row) => record.map((_, column) => cell('TD', record.length * row + column)));
  const [table] = findPageTables(await taggedPage(drawHeaded, records.flat(), rows)).tables;
  expect(table && textsOf(table).slice(0, 2)).toEqual([headings, records[0]]);
});

test('tags that leave out empty cells, where rules show more columns, are not believed', async () => {
  const named = ['Mo', 'Tu', 'We', 'chess', 'music', 'drama', 'dance'];
  const places = [0, 1, 2, 0, 2, 1, 2];
  const ruled = (pen: Pen) => {
    for (const x of [60, 120, 180, 240]) pen.line(x, 90, x, 150);
    for (const y of [90, 110, 130, 150]) pen.line(60, y, 240, y);
    named.forEach((text, index) => {
      pen.text(text, 65 + 60 * (places[index] ?? 0), index < 3 ? 104 : index < 5 ? 124 : 144);
    });
  };
  const rows = [
    [cell('TD', 3), cell('TD', 4)],
    [cell('TD', 5), cell('TD', 6)],
  ];
  const [table] = findTables(await taggedPage(ruled, named, rows));
  expect(table === undefined ? [] : textsOf(table)).toEqual([
    ['Mo', 'Tu', 'We'],
    ['chess', '', 'music'],
    ['', 'drama', 'dance'],
  ]);
});

test('tags that tear a table to pieces of values are not followed', async () => {
  const rows = [
    ['North', '1,100', '1,200', '2.5', '7.5'],
    ['South', '2,100', '2,200', '3.5', '8.5'],
    ['East', '3,100', '3,200', '4.5', '9.5'],
    ['West', '4,100', '4,200', '5.5', '6.5'],
  ];
  const page = await taggedPage(
    (pen) => {
      rows.forEach((row, index) => {
        row.forEach((text, column) => {
          if (column === 0) pen.text(text, 60, 100 + 14 * index);
          else pen.right(text, 160 + 80 * column, 100 + 14 * index);
        });
      });
    },
    rows.flat(),
    [],
  );
  const piece = (first: number) =>
    tag(
      'Table',
      rows.map((_, row) => tag('TR', [cell('TD', 5 * row + first), cell('TD', 5 * row + first + 1)])),
    );
  const [table, ...others] = findTables({ ...page, tags: tag('Root', [tag('Document', [piece(1), piece(3)])]) });
  expect(others).toEqual([]);
  expect(table === undefined ? [] : textsOf(table)).toEqual(rows);
});

test('tags that give the headings of a page to its first record are ignored', async () => {
  const columns = [60, 160, 300, 400];
  const header = ['Date', 'Text', 'Paid out', 'Balance'];
  const rows = ['8 Jan', 'WATER', '35.00', '589.14'].map((text, index) => [
    text,
    ['9 Jan', 'TRAIN', '2.21', '586.93'][index] ?? '',
  ]);
  const own = [...header, ...rows.flat()];
  const idOf = (text: string) => own.indexOf(text);
  const page = await taggedPage(
    (pen) => {
      header.forEach((text, column) => {
        pen.text(text, columns[column] ?? 0, 100);
      });
      rows.forEach((texts, column) => {
        texts.forEach((text, row) => {
          pen.text(text, columns[column] ?? 0, 116 + 16 * row);
        });
      });
    },
    own,
    [0, 1].map((row) =>
      header.map((text, column) =>
        tag('TD', [
          ...(row === 0 ? [{ kind: 'content' as const, mcid: idOf(text) }] : []),
          { kind: 'content' as const, mcid: idOf(rows[column]?.[row] ?? '') },
        ]),
      ),
    ),
  );
  expect(findTables(page).filter(({ kind }) => kind === 'tagged')).toEqual([]);
});

test('tags that give each printed line a row of its own count for nothing where stripes show the records', async () => {
  const rows = [
    ['Hope', 'Peru', '2,100'],
    ['Downs', '', ''],
    ['mine', '', ''],
    ['Serra', 'Brazil', '478'],
    ['Leste', '', ''],
    ['Askaf', 'Mali', '15'],
    ['South', '', ''],
  ];
  const texts = rows.flat().filter((text) => text !== '');
  const page = await taggedPage(
    (pen) => {
      pen.fill(60, 88, 400, 124, [0.9, 0.9, 0.9]);
      pen.fill(60, 148, 400, 172, [0.9, 0.9, 0.9]);
      rows.forEach((row, index) => {
        row.forEach((text, column) => {
          pen.text(text, 70 + 120 * column, 98 + 12 * index);
        });
      });
    },
    texts,
    rows.map((row) => row.map((text) => (text === '' ? tag('TD', []) : cell('TD', texts.indexOf(text))))),
  );
  const [table] = findTables(page);
  expect(table && textsOf(table)).toEqual([
    ['Hope Downs mine', 'Peru', '2,100'],
    ['Serra Leste', 'Brazil', '478'],
    ['Askaf South', 'Mali', '15'],
  ]);
});
