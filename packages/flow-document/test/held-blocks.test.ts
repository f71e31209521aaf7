import { expect, test } from 'vitest';
import { createHeldBlocks } from '../src/compose/held-blocks.ts';
import type { Block, TableBlock } from '../src/model/blocks.ts';
import type { RunStyle } from '../src/model/formats.ts';
import { plainParagraph } from '../src/model/plain-paragraph.ts';
import type { SectionLayout } from '../src/model/sections.ts';

const body = { fontName: 'Arial', sizePt: 10 } as unknown as RunStyle;
const table = { kind: 'table' } as unknown as TableBlock;
const framed: Block = { ...plainParagraph([], {}), frame: { xPt: 40, yPt: 80, widthPt: 100 } };

function kindsOf(add: (held: ReturnType<typeof createHeldBlocks>) => void): readonly string[] {
  const kinds: string[] = [];
  const write = (block: Block) =>
    kinds.push(block.kind === 'paragraph' ? (block.frame === null ? 'paragraph' : 'frame') : block.kind);
  const held = createHeldBlocks({ write: (block) => void write(block), endSection: () => {} }, body);
  add(held);
  held.endSection({} as SectionLayout);
  return kinds;
}

test('a paragraph carries the frames above a table, in the text or at its place', () => {
  const inText = kindsOf((held) => {
    held.addAside(framed);
    held.add(table);
  });
  const inPlace = kindsOf((held) => {
    held.addAside(framed);
    held.addAside(table);
  });
  expect(inText).toEqual(['frame', 'paragraph', 'table']);
  expect(inPlace).toEqual(['frame', 'paragraph', 'table', 'paragraph']);
});

test('frames above a paragraph need none', () => {
  const kinds = kindsOf((held) => {
    held.addAside(framed);
    held.add(plainParagraph([], {}));
    held.add(table);
  });
  expect(kinds).toEqual(['frame', 'paragraph', 'table']);
});
