import { expect, test } from 'vitest';
import { svgInUtf8 } from '../src/svg-utf8.ts';

const inUtf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

test.each([
  ['<?xml version="1.0" encoding="UTF-16"?><svg>é</svg>', '<?xml version="1.0"?><svg>é</svg>'],
  ['<svg encoding="UTF-16"/>', '<svg encoding="UTF-16"/>'],
])('an SVG in UTF-16 of either byte order is read in UTF-8: %s', (text, expected) => {
  expect(Buffer.from(svgInUtf8(inUtf16(text))).toString()).toBe(expected);
  expect(Buffer.from(svgInUtf8(inUtf16(text).swap16())).toString()).toBe(expected);
});

test('one in another encoding is as it was', () => {
  const bytes = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><svg>\xe9</svg>', 'latin1');
  expect(svgInUtf8(bytes)).toBe(bytes);
});
