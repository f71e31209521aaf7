import { expect, test } from 'vitest';
import { mapStrings } from '../src/map-strings.ts';

const loud = (text: string) => text.toUpperCase();

test('every string is mapped, wherever it is, and nothing else', () => {
  const bytes = new Uint8Array([97]);
  const when = new Date(0);
  const data = { a: ['b', 1, null, undefined, bytes, when], map: new Map([['k', 'v']]), set: new Set(['s']) };
  expect(mapStrings(data, loud)).toEqual({
    a: ['B', 1, null, undefined, bytes, when],
    map: new Map([['k', 'V']]),
    set: new Set(['S']),
  });
  expect(data.a[0]).toBe('b');
});

test('data that contains itself, or mentions one thing a thousand million times, is copied once', () => {
  const circle: Record<string, unknown> = { name: 'c' };
  circle.self = circle;
  const copy = mapStrings(circle, loud) as Record<string, unknown>;
  expect(copy).toMatchObject({ name: 'C' });
  expect(copy.self).toBe(copy);
  let bomb: unknown = 'x';
  for (let level = 0; level < 64; level += 1) bomb = [bomb, bomb];
  expect(mapStrings(bomb, loud)).toHaveLength(2);
});

test('a field named __proto__ stays a field', () => {
  const copy = mapStrings(JSON.parse('{"__proto__": {"polluted": "yes"}}'), loud) as object;
  expect(Object.hasOwn(copy, '__proto__')).toBe(true);
  expect('polluted' in copy).toBe(false);
});
