import type { SectionLayout } from '@platen/flow-document';

/** Word refuses pages that are wider or higher: 22 inches. */
const largestPt = 1584;

/** A section on the largest sheet that Word has, if its own is larger: its margins and columns shrink with it. */
export function withinSheetLimits(section: SectionLayout): SectionLayout {
  const across = Math.min(1, largestPt / section.widthPt);
  const down = Math.min(1, largestPt / section.heightPt);
  if (across === 1 && down === 1) return section;
  const { columns } = section;
  const narrowed = (widthsPt: readonly number[]) => widthsPt.map((width) => width * across);
  return {
    ...section,
    widthPt: section.widthPt * across,
    heightPt: section.heightPt * down,
    marginLeftPt: section.marginLeftPt * across,
    marginRightPt: section.marginRightPt * across,
    marginTopPt: section.marginTopPt * down,
    marginBottomPt: section.marginBottomPt * down,
    headerDistancePt: section.headerDistancePt * down,
    footerDistancePt: section.footerDistancePt * down,
    columns:
      columns === null ? null : { ...columns, widthsPt: narrowed(columns.widthsPt), gapsPt: narrowed(columns.gapsPt) },
  };
}
