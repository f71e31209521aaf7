import { boxArea, boxHeight, boxWidth, clusterBoxes, containsMiddle } from '@platen/pdf-kit/geometry';
import type { Box, Page, Rule } from '@platen/pdf-kit/page-model';

/** Maximum side of a module, or thickness of a run of them, in points: a code of 25 modules is then 10 cm wide. */
const maxModulePt = 12;
/** Maximum length of a run, in points: rules are longer. */
const maxRunPt = 120;
/** Minimum number of modules and runs; the smallest QR code has about 200, in 130 runs. */
const minModules = 60;
/** Share of its area that a pattern covers: a QR code about half of it, and rows of ticks or dots less. */
const minCoveredShare = 0.25;

/** Regions of QR codes and the like: many small filled squares, one beside the other, with no text on them. */
export function modulePatterns({ fills, rules, lines }: Page): readonly Box[] {
  const modules = [...fills.map(({ box }) => box), ...rules.map(bodyOf)].filter(isModule);
  return clusterBoxes(modules)
    .filter(({ box, members }) => {
      const covered = members.reduce((total, index) => total + boxArea(modules[index] ?? box), 0);
      return members.length >= minModules && covered >= minCoveredShare * boxArea(box);
    })
    .map(({ box }) => box)
    .filter((box) => !lines.some((line) => containsMiddle(box, line.box)));
}

function bodyOf({ x0, y0, x1, y1, widthPt, orientation }: Rule): Box {
  const half = widthPt / 2;
  return orientation === 'horizontal'
    ? { x0, y0: y0 - half, x1, y1: y1 + half }
    : { x0: x0 - half, y0, x1: x1 + half, y1 };
}

function isModule(box: Box): boolean {
  return Math.min(boxWidth(box), boxHeight(box)) <= maxModulePt && Math.max(boxWidth(box), boxHeight(box)) <= maxRunPt;
}
