import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { deflateWell } from '../src/deflate/deflate-well.ts';
import { rememberDeflated } from '../src/deflate/remember-deflated.ts';

test('the same bytes are deflated once, others on their own', () => {
  const asked: string[] = [];
  const deflate = rememberDeflated((bytes) => {
    asked.push(Buffer.from(bytes).toString());
    return deflateWell(bytes);
  });
  const results = ['one', 'two', 'one'].map((text) => inflateSync(deflate(Buffer.from(text))).toString());
  expect(results).toEqual(['one', 'two', 'one']);
  expect(asked).toEqual(['one', 'two']);
});
