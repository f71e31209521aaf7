import type { Page } from '@platen/pdf-kit/page-model';
import type { FurnitureFacts } from '../running/furniture.ts';
import { isRunning } from '../running/is-running.ts';
import type { FigureItem } from '../types.ts';
import { findFigures } from './figures.ts';

/** A logo or an ornament of running headers or footers: one picture at one place of many pages. */
export interface RunningFigure {
  readonly zone: 'header' | 'footer';
  /** As it is on the first of its pages. */
  readonly figure: FigureItem;
  /** The pages of the survey that show it, in order. At least two, if there are as many. */
  readonly pages: readonly number[];
}

export interface RunningFigureCounter {
  count(page: Page): void;
  facts(pageCount: number): readonly RunningFigure[];
}

type Placed = Pick<FigureItem, 'box' | 'pictureIndex'>;

/** How far down and up the page running figures are looked for, as a share of its height. */
const zoneShare = 0.2;
const tolerancePt = 2;

/** Finds figures that are at the same place of many pages. Whether they look alike is for their bytes to tell. */
export function createRunningFigureCounter(): RunningFigureCounter {
  const clusters: { zone: RunningFigure['zone']; figure: FigureItem; size: string; pages: number[] }[] = [];
  return {
    count(page) {
      for (const { zone, figure } of edgeFigures(page)) {
        const size = pixelSize(page, figure);
        const known = clusters.find((cluster) => cluster.size === size && isSamePlace(cluster.figure, figure));
        if (known === undefined) clusters.push({ zone, figure, size, pages: [page.number] });
        else if (known.pages.at(-1) !== page.number) known.pages.push(page.number);
      }
    },
    facts(pageCount) {
      return clusters
        .filter(({ pages }) => isRunning(new Set(pages), pageCount))
        .map(({ zone, figure, pages }) => ({ zone, figure, pages }));
    },
  };
}

/** A figure this far above the lines of a footer is of it, in em: the bar that separates it from the text. */
const aboveFooterEm = 1.5;

/** The figures of a single page that are beside or close above the lines of its footer: a logo, a bar. */
export function loneRunningFigures(page: Page, furniture: FurnitureFacts): readonly RunningFigure[] {
  const lines = page.lines.filter((line) => furniture.find(page, line)?.zone === 'footer');
  if (lines.length === 0) return [];
  const top = Math.min(...lines.map(({ box, style }) => box.y0 - aboveFooterEm * style.sizePt));
  const bottom = Math.max(...lines.map(({ box }) => box.y1));
  return edgeFigures(page)
    .filter(({ zone, figure: { box } }) => zone === 'footer' && box.y1 > top && box.y0 < bottom)
    .map((placed) => ({ ...placed, pages: [page.number] }));
}

/** Whether a figure of a page is one of the running ones, on pages outside the survey too. */
export function isRunningFigure(figure: Placed, known: readonly RunningFigure[]): boolean {
  return known.some((running) => isSamePlace(running.figure, figure));
}

function edgeFigures(page: Page) {
  // Only what is near the edges: clustering the drawings of a whole map would be for nothing.
  const nearEdge = { ...page, drawings: page.drawings.filter(({ box }) => zoneOf(page, box) !== null) };
  return findFigures(nearEdge, []).flatMap((figure) => {
    const zone = zoneOf(page, figure.box);
    return zone === null ? [] : [{ zone, figure }];
  });
}

function zoneOf({ heightPt }: Page, { y0, y1 }: FigureItem['box']): RunningFigure['zone'] | null {
  if (y1 < zoneShare * heightPt) return 'header';
  return y0 > (1 - zoneShare) * heightPt ? 'footer' : null;
}

function pixelSize(page: Page, { pictureIndex }: FigureItem): string {
  const picture = page.pictures.find(({ index }) => index === pictureIndex);
  return picture === undefined ? 'drawn' : `${picture.widthPx}x${picture.heightPx}`;
}

function isSamePlace(first: Placed, second: Placed): boolean {
  if ((first.pictureIndex === null) !== (second.pictureIndex === null)) return false;
  return (['x0', 'y0', 'x1', 'y1'] as const).every(
    (edge) => Math.abs(first.box[edge] - second.box[edge]) <= tolerancePt,
  );
}
