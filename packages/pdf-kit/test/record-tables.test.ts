import { expect, test } from 'vitest';
import type { Pen } from './draw-pdf.ts';
import { tablesOf, texts } from './tables-of.ts';

function drawHeadings(pen: Pen, y: number): void {
  pen.text('Name', 60, y);
  pen.text('Age', 200, y);
  pen.text('Club', 240, y);
  pen.text('Entry', 360, y);
  pen.text('Finals', 450, y);
}

function drawSwimmer(pen: Pen, y: number, [rank, name, age, club, entry, finals]: readonly string[]): void {
  pen.right(rank ?? '', 50, y);
  pen.text(name ?? '', 60, y);
  pen.right(age ?? '', 220, y);
  pen.text(club ?? '', 240, y);
  pen.right(entry ?? '', 390, y);
  pen.right(finals ?? '', 480, y);
}

test('lines of other columns between records are rows of their own, each text in a cell', async () => {
  // Two of each could be days.
  const splits = [
    ['32.01', '35.32', '30.12', '34.54', '33.10', '33.98', '31.11'],
    ['33.41', '30.12', '36.20', '35.77', '31.11', '34.60', '32.84'],
    ['36.95', '31.08', '38.13', '30.09', '39.41', '37.26', '35.52'],
  ];
  const [table, ...others] = await tablesOf((pen) => {
    drawHeadings(pen, 100);
    const swimmers = [
      ['1', 'Abara, Ada', '21', 'Northern Otters', '2:18.00', '2:17.00'],
      ['2', 'Brandt, Bo', '25', 'Lakeside', 'NT', '2:49.73'],
      ['3', 'Costa, Cleo', '31', 'Harbour Masters', '3:01.10', '3:00.05'],
    ];
    swimmers.forEach((swimmer, index) => {
      drawSwimmer(pen, 114 + 28 * index, swimmer);
      splits[index]?.forEach((split, place) => {
        pen.right(split, 105 + 48 * place, 128 + 28 * index);
      });
    });
  });
  expect(others).toEqual([]);
  expect(table && texts(table)).toEqual([
    ['', 'Name', 'Age', 'Club', 'Entry', 'Finals', '', ''],
    ['1', 'Abara, Ada', '21', 'Northern Otters', '2:18.00', '2:17.00', '', ''],
    ['', ...(splits[0] ?? [])],
    ['2', 'Brandt, Bo', '25', 'Lakeside', 'NT', '2:49.73', '', ''],
    ['', ...(splits[1] ?? [])],
    ['3', 'Costa, Cleo', '31', 'Harbour Masters', '3:01.10', '3:00.05', '', ''],
    ['', ...(splits[2] ?? [])],
  ]);
});

test('headings stay over records in sections whose names begin below them', async () => {
  const [table, ...others] = await tablesOf((pen) => {
    drawHeadings(pen, 100);
    pen.text('Women 50 m', 30, 124);
    drawSwimmer(pen, 138, ['1', 'Abara, Ada', '21', 'Northern Otters', '27.71', '28.26']);
    drawSwimmer(pen, 152, ['2', 'Brandt, Bo', '25', 'Lakeside', '29.10', '29.73']);
    pen.text('Women 100 m', 30, 176);
    drawSwimmer(pen, 190, ['1', 'Costa, Cleo', '31', 'Harbour Masters', '1:00.31', '1:03.15']);
    drawSwimmer(pen, 204, ['2', 'Abara, Ada', '21', 'Northern Otters', '1:04.00', '1:05.07']);
  });
  expect(others).toEqual([]);
  expect(table?.headerRows).toBe(1);
  expect(table && texts(table)).toEqual([
    ['', 'Name', 'Age', 'Club', 'Entry', 'Finals'],
    ['Women 50 m', '', '', '', '', ''],
    ['1', 'Abara, Ada', '21', 'Northern Otters', '27.71', '28.26'],
    ['2', 'Brandt, Bo', '25', 'Lakeside', '29.10', '29.73'],
    ['Women 100 m', '', '', '', '', ''],
    ['1', 'Costa, Cleo', '31', 'Harbour Masters', '1:00.31', '1:03.15'],
    ['2', 'Abara, Ada', '21', 'Northern Otters', '1:04.00', '1:05.07'],
  ]);
});

test('lines that go on below the texts of their record stay in its cells', async () => {
  const [table] = await tablesOf((pen) => {
    drawHeadings(pen, 100);
    ['Abara, Ada', 'Brandt, Bo', 'Costa, Cleo'].forEach((name, index) => {
      drawSwimmer(pen, 114 + 36 * index, [String(index + 1), name, '21', 'Northern', '2:18.00', '2:17.00']);
      pen.text('and relay', 60, 126 + 36 * index);
      pen.text('otters', 240, 126 + 36 * index);
    });
  });
  expect(table && texts(table)[1]?.slice(1)).toEqual([
    'Abara, Ada and relay',
    '21',
    'Northern otters',
    '2:18.00',
    '2:17.00',
  ]);
});

test('a second line of headings, for the details of records, is a line of their table, as are the details of the last one', async () => {
  const [table, ...others] = await tablesOf((pen) => {
    ['Item', 'Material', 'Description'].forEach((heading, column) => {
      pen.text(heading, [60, 120, 200][column] ?? 0, 100);
    });
    ['Count', 'Price', 'Unit', 'Value'].forEach((heading, column) => {
      pen.text(heading, [120, 215, 300, 400][column] ?? 0, 112);
    });
    const items = [
      ['000010', '300-11842', 'Bearing, galvanised', '120 PC', '12.80', '1 PC', '1,536.00'],
      ['000020', '300-11850', 'Clamp ring', '400 PC', '146.00', '100 PC', '584.00'],
      ['000030', '955-00017', 'Fitting kit', '6 KIT', '48.50', '1 KIT', '291.00'],
    ];
    items.forEach(([item = '', material = '', name = '', count = '', price = '', unit = '', value = ''], index) => {
      const y = 128 + 24 * index;
      pen.text(item, 60, y);
      pen.text(material, 120, y);
      pen.text(name, 200, y);
      pen.right(count, 160, y + 12);
      pen.right(price, 240, y + 12);
      pen.text(unit, 300, y + 12);
      pen.right(value, 430, y + 12);
    });
  });
  expect(others).toEqual([]);
  expect(table && texts(table).slice(-2)).toEqual([
    ['000030', '955-00017', 'Fitting kit', '', ''],
    ['', '6 KIT', '48.50', '1 KIT', '291.00'],
  ]);
});

test('tables with the same headings at other places have columns of their own', async () => {
  const tables = await tablesOf((pen) => {
    const events = [
      { x: 0, top: 100, swimmers: ['Abara, Ada', 'Brandt, Bo', 'Costa, Cleo'] },
      { x: 11, top: 260, swimmers: ['Diaz, Dee', 'Ek, Eva', 'Fox, Fay'] },
    ];
    for (const { x, top, swimmers } of events) {
      // The names of one event are as far right as the ages of the other.
      const [age, club, time] = [125 + 3 * x, 150 + 3 * x, 230 + 2 * x];
      ['Name', 'Age', 'Club', 'Time'].forEach((heading, index) => {
        pen.text(heading, [60, age, club, time][index] ?? 0, top, { size: 9 });
      });
      swimmers.forEach((name, index) => {
        const y = top + 14 + (x === 0 ? 28 : 14) * index;
        pen.text(x === 0 ? name : `${name} Lou Marie`, 60, y, { size: 9 });
        pen.text(`2${index}`, age, y, { size: 9 });
        pen.text('Lakeside SC', club, y, { size: 9 });
        pen.text(`2:1${index}.43`, time, y, { size: 9 });
        if (x === 0)
          for (const [place, split] of ['31.02', '35.11', '39.80'].entries())
            pen.text(split, 75 + 55 * place, y + 13, { size: 7 });
      });
    }
  });
  const events = tables.map(texts);
  expect(events.map(([head]) => head)).toEqual([
    ['Name', 'Age', 'Club', 'Time'],
    ['Name', 'Age', 'Club', 'Time'],
  ]);
  expect(events[0]?.[1]).toEqual(['Abara, Ada', '20', 'Lakeside SC', '2:10.43']);
  expect(events[1]?.[1]).toEqual(['Diaz, Dee Lou Marie', '20', 'Lakeside SC', '2:10.43']);
});
