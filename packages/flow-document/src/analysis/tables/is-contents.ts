import { containsMiddle } from '@platen/pdf-kit/geometry';
import type { Page } from '@platen/pdf-kit/page-model';
import { textOf } from '@platen/pdf-kit/page-model';
import type { Table } from '@platen/pdf-kit/tables';

/** A leader and the pages it leads to, at the end of a line: `.... 7, 11–13`, `.... iv`. Amounts have three figures behind a comma. */
const entryPattern =
  /[.…·]{4,}\s*(?:[–—-]\s*)?(?:\d{1,4}|[ivxlc]{1,7}|passim)(?:\s*[,–-]\s*(?!\d{3}(?!\d))\d{1,4})*(?:\s*[–—-])?$/u;
/** This share of the lines leads to pages. Titles of two lines do on the second. */
const entryShare = 0.4;
const minEntries = 3;

/** Whether the rows of a table without a grid are titles with leaders to page numbers, which are lines with tabs. */
export function isContents({ kind, box }: Table, { lines }: Pick<Page, 'lines'>): boolean {
  if (kind !== 'unruled') return false;
  // Where words of a row are far apart, they are lines of their own on one baseline.
  const rows = new Map<number, string[]>();
  for (const line of lines.filter((each) => containsMiddle(box, each.box)).sort((a, b) => a.box.x0 - b.box.x0)) {
    const key = [...rows.keys()].find((baseline) => Math.abs(baseline - line.baseline) < 2) ?? line.baseline;
    rows.set(key, [...(rows.get(key) ?? []), textOf(line.words)]);
  }
  const entries = [...rows.values()].filter((texts) => entryPattern.test(texts.join(' ')));
  return entries.length >= minEntries && entries.length >= entryShare * rows.size;
}
