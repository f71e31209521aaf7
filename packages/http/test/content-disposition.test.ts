import { expect, test } from 'vitest';
import { attachment } from '../src/content-disposition.ts';

test.each([
  ['report.pdf', `attachment; filename="report.pdf"; filename*=UTF-8''report.pdf`],
  ['Größe.pdf', `attachment; filename="Gro_e.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.pdf`],
  ['a"b\\c.pdf', `attachment; filename="a_b_c.pdf"; filename*=UTF-8''a%22b%5Cc.pdf`],
  ["it's (1)*.pdf", `attachment; filename="it's (1)*.pdf"; filename*=UTF-8''it%27s%20%281%29%2A.pdf`],
  ['50%.pdf', `attachment; filename="50_.pdf"; filename*=UTF-8''50%25.pdf`],
  [
    '／..／＂b＼C：.pdf',
    `attachment; filename="_..__b_C_.pdf"; filename*=UTF-8''%EF%BC%8F..%EF%BC%8F%EF%BC%82b%EF%BC%BCC%EF%BC%9A.pdf`,
  ],
  ['\uD800.pdf', `attachment; filename="_.pdf"; filename*=UTF-8''%EF%BF%BD.pdf`],
])('%s', (fileName, expected) => {
  expect(attachment(fileName)).toBe(expected);
});
