import { expect, test } from 'vitest';
import { framedParagraph } from '../src/compose/framed-paragraph.ts';
import { plainParagraph } from '../src/model/plain-paragraph.ts';

const box = { x0: 150, y0: 100, x1: 260, y1: 112 };
const column = { x0: 20, x1: 260 };
const free = { x0: 140, x1: 262 };

test('a line with tabs begins where it began, whatever edge it ends at', () => {
  const line = plainParagraph([], {
    alignment: 'right',
    tabStops: [{ positionPt: 240, alignment: 'right', leader: 'none' }],
  });
  const { format, frame } = framedParagraph(line, box, column, free);
  expect(frame?.xPt).toBe(150);
  expect(format).toMatchObject({ alignment: 'left', indentLeftPt: 0, firstLinePt: 0 });
  expect(format.tabStops).toMatchObject([{ positionPt: 110 }]);
});

test('a line without tabs stays at the edge where it ends', () => {
  const { format, frame } = framedParagraph(plainParagraph([], { alignment: 'right' }), box, column, free);
  expect(format.alignment).toBe('right');
  expect((frame?.xPt ?? 0) + (frame?.widthPt ?? 0)).toBe(260);
});
