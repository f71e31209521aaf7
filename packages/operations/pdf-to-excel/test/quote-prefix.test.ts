import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { quoteFormulaLike, writeQuotePrefixes } from '../src/outputs/quote-prefix.ts';
import { WorkbookStream } from '../src/outputs/workbook-stream.ts';

test('texts that look like formulas are marked as texts, others are not', async () => {
  const workbook = new WorkbookStream({ stream: new PassThrough().resume(), useStyles: true });
  writeQuotePrefixes(workbook);
  const sheet = workbook.addWorksheet('Sheet');
  const values = ['=cmd|x', '+1-2=?', '@SUM(A1)', '-a', '＝a', 'plain', 'a=b', '--', -1];
  const cells = values.map((value, row) => {
    const cell = sheet.getCell(row + 1, 1);
    cell.value = value;
    quoteFormulaLike(cell);
    cell.font = { bold: row % 2 === 0 };
    return cell;
  });
  const { styles } = workbook as unknown as {
    readonly styles: { readonly xml: string; addStyleModel(style: unknown): number };
  };
  const formatOf = cells.map(({ style }) => styles.addStyleModel(style));
  const formats = /<cellXfs.*<\/cellXfs>/s.exec(styles.xml)?.[0].match(/<xf [^>]*>/g) ?? [];
  expect(formatOf.map((format) => formats[format]?.includes('quotePrefix="1"'))).toEqual([
    ...[true, true, true, true, true],
    ...[false, false, false, false],
  ]);
  sheet.commit();
  await workbook.commit();
});
