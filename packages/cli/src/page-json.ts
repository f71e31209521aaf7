import type { Page } from '@platen/pdf-kit/page-model';
import type { JudgedHypothesis, Table } from '@platen/pdf-kit/tables';

/** What is understood of a page as JSON: each thing with its place in points from the top-left corner. */
export function pageToJson(page: Page, tables: readonly Table[], readings: readonly JudgedHypothesis[]) {
  const { number, kind, widthPt, heightPt, lines, rules, pictures, links, warnings } = page;
  return {
    number,
    kind,
    widthPt,
    heightPt,
    lines: lines.map(({ text, box, angle, direction }) => ({ text, box, angle, direction })),
    ruleCount: rules.length,
    pictures: pictures.map(({ box }) => ({ box })),
    linkCount: links.length,
    tables: tables.map(tableToJson),
    readings: readings.map(({ source, table, score, isChosen, reason }) => {
      return { source, box: table.box, score, isChosen, reason };
    }),
    warnings: warnings.map(({ code }) => code),
  };
}

function tableToJson({ kind, box, rowCount, columnCount, headerRows, confidence, cells }: Table) {
  const shown = cells.map(({ row, column, rowSpan, columnSpan, text }) => ({ row, column, rowSpan, columnSpan, text }));
  return { kind, box, rowCount, columnCount, headerRows, confidence, cells: shown };
}
