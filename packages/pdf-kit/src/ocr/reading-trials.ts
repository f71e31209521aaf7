import { growBox } from '../page-model/box.ts';
import { chainMatrices, invertMatrix, type Matrix } from '../page-model/matrix.ts';
import { isAmount } from './disputes-amount.ts';
import { hasProseColumns, usualLineHeight } from './layout-of.ts';
import { measureLetterHeight } from './letter-height.ts';
import { boxOf } from './line-box.ts';
import { tablesWithLostCells } from './lost-cells.ts';
import { medianGrey } from './median-grey.ts';
import { moveBox } from './move-lines.ts';
import { normalizeBackground } from './normalize-background.ts';
import type { PageReading, ReadingSummary } from './page-reading.ts';
import { largestFactor, type Prepared, turnPage } from './prepare-page.ts';
import { scaleRaster } from './raster.ts';
import type { CandidateName, GreyRaster, PageLayout, PixelBox, RasterLine, RasterWord } from './recognizer.ts';
import { removeVerticalRules } from './remove-vertical-rules.ts';
import { hideBoxes, showBoxes } from './show-boxes.ts';
import { isDarkAt, showDarkBoxes } from './show-dark-boxes.ts';
import { effort, look, secondReader } from './thresholds.ts';
import { isTorn, uncoveredLetters } from './uncovered-letters.ts';
import { type UnreadInk, unreadInk, wordPlaces } from './unread-ink.ts';
import { isIn } from './with-rows.ts';
import { chanceOfWord, doubtOf, isSigns } from './word-worth.ts';

/** A version of the page to read next. */
export interface Trial {
  readonly candidate: CandidateName;
  readonly raster: GreyRaster;
  readonly layout: PageLayout;
  /** From its pixels to those of the raster that was given. */
  readonly toGiven: Matrix;
  /** Whether it shows only the parts of the page that seem unread, and costs little. */
  readonly isPart?: boolean;
  /** Parts of it, from edge to edge, whose lines it divides rightly. */
  readonly tables?: readonly PixelBox[];
  /** Words of lower confidence are left out. */
  readonly minConfidence?: number;
  /** Whether the second reader reads it. */
  readonly bySecond?: boolean;
  /** Words that need no reading, in its pixels. */
  readonly known?: readonly RasterWord[];
  /** Where text is in doubt or missing, in its pixels. */
  readonly places?: readonly PixelBox[];
}

/** What is known of a page when the next trial is chosen. */
interface Findings {
  readonly reading: PageReading;
  readonly untouched: Prepared;
  /** Share of the letters that is likely wrong. */
  readonly doubt: number;
  readonly unread: UnreadInk;
  /** The places of it in dark boxes, such as table headers, of a light page. */
  readonly boxes: readonly PixelBox[];
  readonly lineHeightPx: number;
  readonly columns: boolean;
  readonly hasSecond: boolean;
}

interface Candidate {
  readonly name: CandidateName;
  /** Whether it is tried even if one of its name was. */
  readonly again?: true;
  readonly helps: (findings: Findings) => boolean;
  readonly make: (findings: Findings) => Promise<Omit<Trial, 'candidate'>>;
}

/** In the order in which they are tried, each if it may help; of several with one name, only one. */
const candidates: readonly Candidate[] = [
  {
    name: 'second reader',
    helps: (findings) => findings.hasSecond && needsSecond(findings),
    make: forSecond,
  },
  // A page layout finds no text in a grid of single digits.
  { name: 'cleaned, rows', helps: isEmpty, make: allRows },
  { name: 'enlarged', helps: isSmall, make: (findings) => enlarged(findings, 'page') },
  // The recognizer takes cells between rules for pictures.
  { name: 'cleaned, rows', helps: lacksCells, make: unreadRows },
  {
    name: 'grounds',
    helps: (findings) => lacksText(findings) || isDark(findings.reading.page.raster),
    make: async ({ reading: { page }, lineHeightPx }) => ({
      raster: await normalizeBackground(page.raster, lineHeightPx),
      layout: 'page',
      toGiven: page.toRaster,
    }),
  },
  { name: 'plain', helps: (findings) => isDoubtful(findings) && wasRemade(findings), make: plain },
  {
    name: 'enlarged, rows',
    helps: (findings) => isSmall(findings) && readsInRows(findings) && !lostByEnlarging(findings),
    make: (findings) => enlarged(findings, 'block'),
  },
  {
    name: 'cleaned, rows',
    helps: (findings) => readsInRows(findings) && !wonByEnlarging(findings),
    make: allRows,
  },
  {
    name: 'enlarged, rows',
    helps: (findings) => isLow(findings) && readsInRows(findings),
    make: (findings) => enlarged(findings, 'block'),
  },
  {
    name: 'enlarged',
    helps: (findings) => isLow(findings) && isDoubtful(findings),
    make: (findings) => enlarged(findings, 'page'),
  },
];

/** Tried last, however often the whole page was read: no page is read worse than it is untouched, as a whole or at a place of doubt. */
const always: readonly Candidate[] = [
  {
    name: 'plain',
    helps: (findings) => wasRemade(findings) && (mayBeBetterPlain(findings) || isMostlyDoubtful(findings)),
    make: plain,
  },
  {
    name: 'plain',
    helps: (findings) => wasRemade(findings) && doubtfulPlaces(findings).length > 0,
    make: partsOfPlain,
  },
  // A part is read otherwise than the page around it: where it leaves a word in doubt, the page may know it.
  { name: 'plain', again: true, helps: (findings) => wasRemade(findings) && partLeavesDoubt(findings), make: plain },
  { name: 'boxes', helps: ({ boxes }) => boxes.length >= effort.minBoxPlaces, make: darkBoxes },
  { name: 'faint', helps: hasFaintWords, make: faintWords },
  { name: 'cleaned, rows', helps: (findings) => tablesOf(findings).length > 0, make: tableRows },
];

/** The next version of a page to read; null if what was read is certain enough, or enough was tried. */
export async function nextTrial(reading: PageReading, untouched: Prepared, hasSecond: boolean): Promise<Trial | null> {
  const { page, lines, readings } = reading;
  const doubt = doubtOf(lines);
  const lineHeightPx = usualLineHeight(lines) ?? measureLetterHeight(page.raster);
  // A blank page has nothing to find.
  if (lineHeightPx === null) return null;
  const unread = unreadInk(page.raster, lines, lineHeightPx);
  const boxes = isDark(page.raster) ? [] : unread.places.filter((place) => isDarkAt(page.raster, place));
  const findings = {
    reading,
    untouched,
    doubt,
    unread,
    boxes,
    lineHeightPx,
    columns: hasProseColumns(lines),
    hasSecond,
  };
  const tried = new Set(readings.map(({ candidate }) => candidate));
  const next = [...(mayReadOn(reading) ? candidates : []), ...always].find(
    ({ name, again, helps }) => (again || !tried.has(name)) && helps(findings),
  );
  return next === undefined ? null : { candidate: next.name, ...(await next.make(findings)) };
}

/**
 * Pages with little text are read once more often than others in the same time, pages with much text once less. On large
 * pages, readings in other orientations count too.
 */
function mayReadOn({ page: { raster }, readings, attempts }: PageReading): boolean {
  const whole = wholeOf(readings);
  // It takes the place of every further pass of the first reader.
  if (wasReadTwice(readings)) return false;
  if (whole.length > 1 && !isLegible(readings)) return false;
  const letters = whole.reduce((sum, reading) => sum + reading.letters, 0) / whole.length;
  const isSmall = raster.widthPx * raster.heightPx <= effort.smallPagePx;
  if (letters > effort.manyLetters) return attempts < effort.maxDenseReadings;
  if (!isSmall) return attempts < effort.maxLargeReadings;
  return whole.length < (letters <= effort.fewLetters ? effort.maxReadings : effort.maxLargeReadings);
}

function wasReadTwice(readings: readonly ReadingSummary[]): boolean {
  return readings.some(({ candidate }) => candidate === 'second reader');
}

/** The readings of the whole page. */
function wholeOf(readings: readonly ReadingSummary[]): readonly ReadingSummary[] {
  return readings.filter(({ isPart }) => !isPart);
}

/** Whether any reading of a page was confident enough to be one of printed text. */
export function isLegible(readings: readonly ReadingSummary[]): boolean {
  return readings.some(({ confidence }) => confidence >= effort.hopelessConfidence);
}

function needsSecond(findings: Findings): boolean {
  return isDoubtful(findings) || lacksText(findings) || isSmall(findings) || isDark(findings.reading.page.raster);
}

function isEmpty({ reading: { lines } }: Findings): boolean {
  return lines.length === 0;
}

function lacksText({ unread, reading: { lines } }: Findings): boolean {
  return unread.share >= effort.unreadShare || lines.length === 0;
}

function lacksCells(findings: Findings): boolean {
  return findings.reading.page.isRuled && lacksText(findings) && findings.doubt <= effort.certainDoubt;
}

function isDoubtful({ doubt, reading: { readings } }: Findings): boolean {
  return doubt > (wholeOf(readings).length > 1 ? effort.settledDoubt : effort.certainDoubt);
}

function readsInRows(findings: Findings): boolean {
  return isDoubtful(findings) && !findings.columns;
}

function isSmall(findings: Findings): boolean {
  return (
    findings.lineHeightPx < effort.smallLinePx && findings.doubt > effort.certainSmallDoubt && canEnlarge(findings)
  );
}

function isLow(findings: Findings): boolean {
  return findings.lineHeightPx < effort.lowLinePx && canEnlarge(findings);
}

function canEnlarge(findings: Findings): boolean {
  return enlargingOf(findings) >= effort.minEnlarging;
}

function isDark(page: GreyRaster): boolean {
  return medianGrey(page) < effort.darkPage;
}

function lostByEnlarging({ reading: { readings } }: Findings): boolean {
  const enlarged = readings.find(({ candidate }) => candidate === 'enlarged');
  const [first] = readings;
  return enlarged !== undefined && first !== undefined && enlarged.confidence < first.confidence - effort.enlargingLoss;
}

function wonByEnlarging({ reading: { readings } }: Findings): boolean {
  const enlarged = readings.find(({ candidate }) => candidate === 'enlarged, rows');
  const [first] = readings;
  return enlarged !== undefined && first !== undefined && enlarged.confidence > first.confidence + effort.enlargingGain;
}

/** Whether the untouched page may be read better by more than a word in fifty, by all that can be told without reading it. */
function mayBeBetterPlain({ doubt, unread, reading: { lines, readings } }: Findings): boolean {
  const words = lines.reduce((sum, line) => sum + line.words.length, 0);
  return (
    words < effort.fewWords || doubt > effort.plainDoubt || unread.share > effort.plainUnread || !isLegible(readings)
  );
}

/** Whether the page was changed for reading (cleaned, deskewed, rid of rules) and not read as it is. */
function wasRemade({ reading: { plain: untouched } }: Findings): boolean {
  return untouched === null;
}

/**
 * The untouched page, which models of photographs know better than one that was cleaned, with the words that the first reader
 * is sure of, and the lines that have others, or ink that may be words, however faint. A word of which letters are left over is not sure.
 */
async function forSecond(findings: Findings): Promise<Omit<Trial, 'candidate'>> {
  const { reading, lineHeightPx } = findings;
  const { page, lines } = reading;
  const trial = await plain(findings);
  const toTrial = chainMatrices(page.toRaster, invertMatrix(trial.toGiven));
  const uncovered = uncoveredLetters(page.raster, lines, lineHeightPx);
  const sure = lines.map(({ words }) =>
    // Digits close to others are columns of their own.
    words.filter(
      ({ text, box }, index) => isSurelyRead(words, index) && !(/\p{L}/u.test(text) && isTorn(box, uncovered)),
    ),
  );
  const known = sure.flat().map((word) => ({ ...word, box: moveBox(word.box, toTrial) }));
  const places = [
    ...lines.filter(({ words }, index) => words.length > (sure[index]?.length ?? 0)).map(boxOf),
    ...uncovered,
    ...unreadInk(page.raster, lines, lineHeightPx, look.minFaintStep).places,
  ].map((place) => moveBox(place, toTrial));
  return { ...trial, bySecond: true, known, places };
}

/** Whether a word need not be read again. Amounts are, and the parts of what may be one number. */
function isSurelyRead(words: readonly RasterWord[], index: number): boolean {
  const [before, word, next] = [words[index - 1], words[index], words[index + 1]];
  if (word === undefined || word.confidence < secondReader.surelyRead) return false;
  return !isAmount(word) && !isSigns(word.text) && !isParted(before, word) && !isParted(word, next);
}

/** Whether two words may be parts of one number: `02.` and `03.2024`. */
function isParted(first: RasterWord | undefined, second: RasterWord | undefined): boolean {
  return first !== undefined && second !== undefined && /^\d+[.,:/-]$/.test(first.text) && /^\d/.test(second.text);
}

async function allRows({ reading: { page } }: Findings): Promise<Omit<Trial, 'candidate'>> {
  return { raster: page.raster, layout: 'block', toGiven: page.toRaster };
}

/** The unread places of a page that was read with confidence; the rest would take as long again. */
async function unreadRows(findings: Findings): Promise<Omit<Trial, 'candidate'>> {
  const { page } = findings.reading;
  const places = findings.unread.places.map((place) => growBox(place, findings.lineHeightPx));
  return { raster: showBoxes(page.raster, places), layout: 'block', toGiven: page.toRaster, isPart: true };
}

function tablesOf({ reading: { page, lines }, lineHeightPx }: Findings): readonly PixelBox[] {
  // Beside columns of prose, rows from edge to edge are none.
  return tablesWithLostCells(page.raster, lines, lineHeightPx).filter(
    (part) => !hasProseColumns(lines.filter((line) => isIn(line, part))),
  );
}

/** The tables of which cells were left out. */
async function tableRows(findings: Findings): Promise<Omit<Trial, 'candidate'>> {
  const { page } = findings.reading;
  const tables = tablesOf(findings);
  return { raster: showBoxes(page.raster, tables), layout: 'block', toGiven: page.toRaster, isPart: true, tables };
}

/** The dark boxes with unread letters, as dark letters on white. */
async function darkBoxes({ reading: { page }, boxes, lineHeightPx }: Findings): Promise<Omit<Trial, 'candidate'>> {
  const raster = removeVerticalRules(showDarkBoxes(page.raster, boxes, lineHeightPx));
  return { raster, layout: 'page', toGiven: page.toRaster, isPart: true };
}

/**
 * Whether a page that lacks little has faint unread words: orange or light grey beside black text, for which the threshold
 * by which the recognizer binarises the page is too dark.
 */
function hasFaintWords(findings: Findings): boolean {
  const { reading, lineHeightPx } = findings;
  // The second reader looked at faint ink: on five receipts that it read, nothing was found after it.
  if (lacksText(findings) || isDark(reading.page.raster) || wasReadTwice(reading.readings)) return false;
  return wordPlaces(unreadInk(reading.page.raster, reading.lines, lineHeightPx, look.minFaintStep).places).length > 0;
}

/** The faint words, made as dark as the others. Words that were read are hidden, or parts of them would be read again. */
async function faintWords({ reading: { page, lines }, lineHeightPx }: Findings): Promise<Omit<Trial, 'candidate'>> {
  const even = await normalizeBackground(page.raster, lineHeightPx);
  const places = wordPlaces(unreadInk(even, lines, lineHeightPx).places);
  const shown = showBoxes(
    even,
    places.map((place) => growBox(place, lineHeightPx / 2)),
  );
  const known = lines.flatMap(({ words }) => words.map(({ box }) => box));
  const { minPartConfidence: minConfidence } = effort;
  return { raster: hideBoxes(shown, known), layout: 'page', toGiven: page.toRaster, isPart: true, minConfidence };
}

/** The untouched page in the orientation of the one that was read. */
async function plain({ untouched, reading: { page } }: Findings): Promise<Omit<Trial, 'candidate'>> {
  const { raster, toRaster } = await turnPage(untouched, page.rotation);
  return { raster, layout: 'page', toGiven: toRaster };
}

/** Whether the lines with doubtful words are most of a page: they take as long to read as all, and what is beside them helps. */
function isMostlyDoubtful(findings: Findings): boolean {
  return 2 * doubtfulLines(findings).length > findings.reading.lines.length;
}

/** Where a page that was read surely may be better untouched: lines with a doubtful word, and ink side by side that is in no word. */
function doubtfulPlaces(findings: Findings): readonly PixelBox[] {
  return [...doubtfulLines(findings).map(boxOf), ...wordPlaces(findings.unread.places)];
}

function doubtfulLines({ lineHeightPx, reading: { lines } }: Findings): readonly RasterLine[] {
  const isLetterHigh = ({ heightPx }: RasterLine) =>
    heightPx * effort.lineScatter >= lineHeightPx && heightPx <= effort.lineScatter * lineHeightPx;
  const isDoubtful = (word: RasterWord) => !isSigns(word.text) && word.confidence < effort.surePlain;
  return lines.filter((line) => isLetterHigh(line) && line.words.some(isDoubtful));
}

/** Whether parts of the untouched page were read, and a word is still more likely wrong than right. */
function partLeavesDoubt({ reading: { lines, readings } }: Findings): boolean {
  const hasParts = readings.some(({ candidate, isPart }) => isPart && candidate === 'plain');
  return hasParts && lines.some(({ words }) => words.some((word) => !isSigns(word.text) && chanceOfWord(word) < 0.5));
}

/** Those places of the untouched page: damage that cleaning did to a few lines is no reason to read all again. */
async function partsOfPlain(findings: Findings): Promise<Omit<Trial, 'candidate'>> {
  const { raster, layout, toGiven } = await plain(findings);
  const toPlain = chainMatrices(findings.reading.page.toRaster, invertMatrix(toGiven));
  const boxes = doubtfulPlaces(findings).map((place) => {
    const { x0, y0, x1, y1 } = moveBox(place, toPlain);
    const margin = findings.lineHeightPx;
    return { x0: x0 - margin, y0: y0 - margin / 2, x1: x1 + margin, y1: y1 + margin / 2 };
  });
  return { raster: showBoxes(raster, boxes), layout, toGiven, isPart: true };
}

async function enlarged(findings: Findings, layout: PageLayout): Promise<Omit<Trial, 'candidate'>> {
  const { page } = findings.reading;
  const { raster, toSource } = await scaleRaster(page.raster, enlargingOf(findings));
  return { raster, layout, toGiven: chainMatrices(toSource, page.toRaster) };
}

/** The factor at which the letters of a page have the size that reads best, within bounds. */
function enlargingOf({ reading: { page }, lineHeightPx }: Findings): number {
  const { widthPx, heightPx } = page.raster;
  const most = Math.min(effort.maxEnlarging, Math.sqrt(effort.maxEnlargedPx / (widthPx * heightPx)));
  return Math.min(most, effort.goalLinePx / lineHeightPx, largestFactor(page.raster));
}
