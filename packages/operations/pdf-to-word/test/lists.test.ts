import { expect, test } from 'vitest';
import { convertDrawn, setProse, write } from './docx.ts';

/** What a word processor shows before each item: the label of its level, counted as the numbering says. */
async function shownLabels(lines: readonly (readonly [number, string, string])[]) {
  const { paragraphs, parts } = await convertDrawn([
    (page, { regular }) => {
      lines.forEach(([x, label, text], index) => {
        const y = 60 + 14 * index;
        if (label !== '') write(page, regular, 10, x, y, label);
        write(page, regular, 10, x + (label === '' ? 0 : 24), y, text);
      });
    },
  ]);
  const lists = listsOf(parts.get('word/numbering.xml') ?? '');
  const counters = new Map<string, number[]>();
  return paragraphs.map(({ list }) => {
    if (list === null) return '';
    const [id = '', level = 0] = [list.split('/')[0], Number(list.split('/')[1])];
    const levels = lists.get(id) ?? [];
    const counts = (counters.get(id) ?? []).slice(0, level + 1);
    counts[level] = counts[level] === undefined ? (levels[level]?.start ?? 1) : counts[level] + 1;
    counters.set(id, counts);
    return (levels[level]?.label ?? '').replace(/%(\d)/g, (_, at) => {
      const count = counts[at - 1] ?? levels[at - 1]?.start ?? 1;
      return levels[at - 1]?.format === 'lowerLetter' ? String.fromCharCode(96 + count) : String(count);
    });
  });
}

interface Level {
  readonly start: number;
  readonly format: string;
  readonly label: string;
}

/** Levels by the number that items name. */
function listsOf(xml: string): ReadonlyMap<string, readonly Level[]> {
  const definitions = [...xml.matchAll(/<w:abstractNum .*?<\/w:abstractNum>/gs)].map(([definition]) =>
    [...definition.matchAll(/<w:start w:val="(\d+)"\/><w:numFmt w:val="(\w+)"\/>.*?<w:lvlText w:val="([^"]*)"/gs)].map(
      ([, start, format = '', label = '']) => ({ start: Number(start), format, label }),
    ),
  );
  const numbers = xml.matchAll(/<w:num w:numId="(\d+)"><w:abstractNumId w:val="(\d+)"/g);
  return new Map([...numbers].map(([, id = '', index]) => [id, definitions[Number(index)] ?? []]));
}

test('an outer list goes on after items of other kinds below it', async () => {
  const lines = [
    [50, '1.', 'One'],
    [80, 'a)', 'Letters below it'],
    [80, 'b)', 'And another'],
    [50, '2.', 'Two'],
    [80, '\u2022', 'A bullet below it'],
    [50, '3.', 'Three'],
    [80, 'a)', 'Letters again'],
    [80, 'b)', 'And the last'],
  ] as const;
  expect(await shownLabels(lines)).toEqual(lines.map(([, label]) => label));
});

test('numbers of several levels are counted, one that stands alone below its parent too', async () => {
  const lines = [
    [50, '1.', 'One'],
    [80, '1.1.', 'One of one'],
    [50, '2.', 'Two'],
    [80, '2.1.', 'One of two'],
    [80, '2.2.', 'Two of two'],
  ] as const;
  expect(await shownLabels(lines)).toEqual(lines.map(([, label]) => label));
});

test('a list goes on after a paragraph, and one that starts anew is another', async () => {
  const lines = [
    [50, '1.', 'One'],
    [50, '2.', 'Two'],
    [50, '', 'A paragraph between items.'],
    [50, '3.', 'Three'],
    [50, '', 'A paragraph between lists.'],
    [50, '1.', 'One again'],
    [50, '2.', 'Two again'],
  ] as const;
  expect(await shownLabels(lines)).toEqual(lines.map(([, label]) => label));
});

test('numbers set flush right are of one level', async () => {
  const lines = ['8.', '9.', '10.', '11.'].map((label) => [50, label, 'Item'] as const);
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      lines.forEach(([, label, text], index) => {
        write(page, regular, 18, 70 - regular.widthOfTextAtSize(label, 18), 60 + 24 * index, label);
        write(page, regular, 18, 82, 60 + 24 * index, text);
      });
    },
  ]);
  expect(paragraphs.map(({ list }) => list)).toEqual(['1/0', '1/0', '1/0', '1/0']);
});

test('an item set at another edge goes on with the count where a tab parts its label from its text', async () => {
  const lines = [
    [50, '1.', 'One'],
    [50, '2.', 'Two'],
    [100, '3.', 'Three stands further in'],
    [50, '4.', 'Four'],
  ] as const;
  expect(await shownLabels(lines)).toEqual(lines.map(([, label]) => label));
});

test('angle quotes before items are bullets', async () => {
  const lines = ['Black History Month', 'Hispanic Heritage Month', 'Pride Month'].map(
    (text) => [50, '»', text] as const,
  );
  expect(await shownLabels(lines)).toHaveLength(3);
  expect((await shownLabels(lines)).every((label) => label !== '')).toBe(true);
});

test('entries of a table of contents keep their numbers as text', async () => {
  const dots = ` ${'.'.repeat(40)} `;
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      ['Scope', 'Terms', 'Duties'].forEach((title, index) => {
        write(page, regular, 10, 50, 60 + 14 * index, `${index + 1}.`);
        write(page, regular, 10, 70, 60 + 14 * index, `${title}${dots}${index + 3}`);
      });
    },
  ]);
  expect(paragraphs.map(({ list }) => list)).toEqual([null, null, null]);
  expect(paragraphs[1]?.text).toMatch(/^2\.\s*Terms/);
});

test('a lone letter indented right below an item is an item of its own level, an initial is none', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      const lines = [
        [50, '1) Need for a lead of the team'],
        [80, 'a) Sacha will take the position'],
        [50, '2) Outreach in the schools of the town'],
        [80, 'A. Robbins went there'],
        [50, '3) Any other business'],
      ] as const;
      lines.forEach(([x, text], index) => {
        write(page, regular, 10, x, 60 + 28 * index, text);
      });
      setProse(
        page,
        regular,
        'A paragraph of several lines shows how far lines are from each other. '.repeat(5),
        50,
        250,
        300,
      );
    },
  ]);
  expect(paragraphs.map(({ list }) => list?.split('/')[1] ?? null)).toEqual(['0', '1', '0', null, '0', null]);
});

test('initials before what somebody says, and dashes before what is asked and answered, are text', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      const lines = [
        'M. D.: What did you think?',
        'N. A.: That it was late.',
        'O. D.: Was it?',
        '\u2014 Have you read it?',
        '\u2014 I have only opened it.',
      ];
      for (const [index, line] of lines.entries()) write(page, regular, 10, 50, 60 + 20 * index, line);
    },
  ]);
  expect(paragraphs.map(({ list }) => list)).toEqual([null, null, null, null, null]);
});
