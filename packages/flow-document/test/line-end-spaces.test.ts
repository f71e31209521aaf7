import type { Line } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import { createLineEndCounter, lineEndOf } from '../src/analysis/text/line-end-spaces.ts';
import type { Fragment } from '../src/analysis/types.ts';

/** A line of three words in a column 300 points wide. A space at its end is one the producer drew there. */
function lineOf(text: string, widthPt: number): Line {
  const box = { x0: 50, y0: 0, x1: 50 + widthPt, y1: 10 };
  const words = text
    .trimEnd()
    .split(' ')
    .map((word, index, all) => ({
      text: word,
      ...(index < all.length - 1 || text.endsWith(' ') ? { typedSpaces: ' ' } : {}),
    }));
  return { words, box, direction: 'ltr', style: { sizePt: 10 } } as unknown as Line;
}

function fragment(text: string, widthPt: number): Fragment {
  const line = lineOf(text, widthPt);
  return { kind: 'text', line, words: line.words, box: line.box, direction: 'ltr', style: line.style } as Fragment;
}

function habitOf(fullLine: string, lastLine: string) {
  const counter = createLineEndCounter();
  counter.count([...Array(8).fill(lineOf(fullLine, 298)), ...Array(4).fill(lineOf(lastLine, 120))]);
  return counter.habit();
}

const endOf = (last: string, widthPt: number, next: string, habit: ReturnType<typeof habitOf>) =>
  lineEndOf(
    fragment(last, widthPt),
    fragment(next, Math.min(290, widthPt + 90)),
    { roomPt: 300 - widthPt, widthPt: 300 },
    habit,
  );

test('spaces where lines break, and none behind the last words of paragraphs, are a habit', () => {
  expect(habitOf('it goes on ', 'It ends here.')).toEqual({ tellRunOn: true, tellEnd: true });
  expect(habitOf('it goes on', 'It ends here.').tellRunOn).toBe(false);
  expect(habitOf('it goes on ', 'It ends here. ').tellRunOn).toBe(false);
});

test('a line with such a space runs on, though the next word would have fitted', () => {
  const habit = habitOf('it goes on ', 'It ends here.');
  expect(endOf('beside a picture ', 150, 'where it goes on', habit)).toBe('runs-on');
  expect(endOf('beside a picture ', 150, 'Where another begins', habit)).toBeNull();
});

test('a line without one ends its paragraph where a space would have had room', () => {
  const habit = habitOf('it goes on ', 'It ends here.');
  expect(endOf('name of somebody', 270, 'and a street', habit)).toBe('ends');
  expect(endOf('name of somebody', 299, 'and a street', habit)).toBeNull();
  expect(endOf('a very long-', 270, 'winded sentence here', habit)).toBeNull();
});

test('without the habit the end of a line says nothing', () => {
  const habit = habitOf('it goes on', 'It ends here.');
  expect(endOf('beside a picture ', 150, 'where it goes on', habit)).toBeNull();
  expect(endOf('name of somebody', 270, 'and a street', habit)).toBeNull();
});

test('a line much wider than the one before is of another paragraph, whatever space that ends in', () => {
  const habit = habitOf('it goes on ', 'It ends here.');
  const [last, next] = [fragment('beside a picture ', 120), fragment('below the picture it', 298)];
  expect(lineEndOf(last, next, { roomPt: 180, widthPt: 300 }, habit)).toBeNull();
});
