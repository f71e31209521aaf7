import { expectTypeOf, test } from 'vitest';
import type { Client, ConversionResult } from '../src/index.ts';

// Nothing here runs: the type check of the repository fails when one of these lines compiles that must not.
function compiles(client: Client, file: Blob) {
  expectTypeOf(
    client.convert('pdf/to-word', file, { layout: 'exact', pages: '1-3' }),
  ).resolves.toEqualTypeOf<ConversionResult>();
  // @ts-expect-error: there is no such layout.
  void client.convert('pdf/to-word', file, { layout: 'tight' });
  // @ts-expect-error: it is called level.
  void client.convert('pdf/compress', file, { compression: 'high' });
  // @ts-expect-error: there is no such operation.
  void client.convert('pdf/to-word-2', file);
  // @ts-expect-error: a path is no file.
  void client.convert('pdf/to-word', 'report.pdf');
}

test('names and options of operations are typed', () => {
  expectTypeOf(compiles).toBeFunction();
});
