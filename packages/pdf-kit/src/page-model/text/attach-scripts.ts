import { createPlaceIndex, type PlaceIndex } from '../place-index.ts';
import type { Box } from '../types.ts';
import { scriptSizeShare } from './build-words.ts';
import { type FramedGlyph, placeOnLine } from './text-frame.ts';

/** A stretch of glyphs on one baseline, in the frame of their writing direction. */
export interface Segment {
  readonly glyphs: readonly FramedGlyph[];
  readonly start: number;
  readonly end: number;
  readonly baseline: number;
  readonly sizePt: number;
}

/** A segment with the scripts it has got so far. */
interface Host {
  readonly segment: Segment;
  readonly scripts: Host[];
  start: number;
  end: number;
}

/** Whitespace between the scripts of one row, in em: `v₁, v₂` has two of them. */
const apartEm = 0.3;

/** Maximum length of a script, in em, unless its base is longer. */
const longestScriptEm = 10;
/** Maximum gap, in em, between a script and the letters beside it. */
const gapEm = 0.4;
/** The same between a mark and the line that it is before: `¹ Institute` of LNCS has an en space of TeX there, 0.57 em in all. */
const leadEm = 0.6;
/** Maximum length of such a mark, in em of its own: `12`, `a,b`. */
const markEm = 2;
/** Maximum gap, in em, between a script and the line that continues after it: a word space. */
const goesOnEm = 0.5;
/** How far that line may begin before the end of the script, in em, and its tolerance for equal sizes, as a share. */
const overlapEm = 0.3;
const sameSize = 0.1;
/** How far a script is raised and lowered at most, in em of its line. */
const [highestEm, lowestEm] = [0.7, 0.35];
/** Tolerance for baselines of one line, in em. */
const sameLineEm = 0.1;

/**
 * Joins small raised or lowered segments to the line they touch: superscripts, subscripts, ordinals. The scripts of
 * several letters may be one segment, which is split if all of them have a letter they belong to. The glyphs of
 * the segments returned are in reading order, those of one script together.
 */
export function attachScripts(segments: readonly Segment[]): readonly Segment[] {
  const hosts = segments.map(hostOf).sort((a, b) => a.segment.baseline - b.segment.baseline);
  const places = createPlaceIndex(hosts.map((host) => [host, placeOfScripts(host)]));
  const attached = new Set<Host>();
  for (const small of [...hosts].sort((a, b) => a.segment.sizePt - b.segment.sizePt)) {
    const parts = partsWithHosts(small, places, attached);
    if (parts === null) continue;
    attached.add(small);
    for (const { part, host } of parts) {
      host.scripts.push(part);
      host.start = Math.min(host.start, part.start);
      host.end = Math.max(host.end, part.end);
      places.add(host, placeOfScripts(host));
    }
  }
  return joinOverScripts(hosts.filter((host) => !attached.has(host))).map((host) => ({
    ...host.segment,
    glyphs: glyphsOf(host),
    start: host.start,
    end: host.end,
  }));
}

/** A long script separates the parts of its line, which continues where the script ends. */
function joinOverScripts(hosts: readonly Host[]): readonly Host[] {
  const joined: Host[] = [];
  const ends = createPlaceIndex<number>();
  for (const host of [...hosts].sort((a, b) => a.start - b.start)) {
    const index = lastFirst(ends.touching(endsBefore(host))).find((at) => goesOn(joined[at], host)) ?? joined.length;
    const before = joined[index];
    const whole = before === undefined ? host : withRest(before, host);
    joined[index] = whole;
    if (whole.scripts.length > 0) ends.add(index, endOf(whole));
  }
  return joined;
}

function lastFirst(indexes: readonly number[]): readonly number[] {
  return indexes.toSorted((a, b) => b - a);
}

function endOf({ segment: { baseline }, end }: Host): Box {
  return { x0: end, x1: end, y0: baseline, y1: baseline };
}

/** Where the hosts end that another may continue. */
function endsBefore({ segment: { baseline, sizePt }, start }: Host): Box {
  const largest = sizePt / (1 - sameSize);
  const reach = sameLineEm * largest;
  return {
    x0: start - goesOnEm * largest,
    x1: start + overlapEm * largest,
    y0: baseline - reach,
    y1: baseline + reach,
  };
}

function goesOn(before: Host | undefined, { segment, start }: Host): boolean {
  if (before === undefined) return false;
  const em = before.segment.sizePt;
  const gap = start - before.end;
  return (
    before.end > before.segment.end &&
    !before.scripts.some((script) => isLong(script, before)) &&
    gap > -overlapEm * em &&
    gap < goesOnEm * em &&
    Math.abs(segment.baseline - before.segment.baseline) < sameLineEm * em &&
    Math.abs(segment.sizePt - em) < sameSize * em
  );
}

function withRest(before: Host, rest: Host): Host {
  const { segment } = before;
  return {
    segment: { ...segment, glyphs: [...segment.glyphs, ...rest.segment.glyphs], end: rest.segment.end },
    scripts: [...before.scripts, ...rest.scripts],
    start: before.start,
    end: Math.max(before.end, rest.end),
  };
}

function hostOf(segment: Segment): Host {
  return { segment, scripts: [], start: segment.start, end: segment.end };
}

interface PartWithHost {
  readonly part: Host;
  readonly host: Host;
}

/** A segment with the line it is a script of, or its parts with theirs; null if it is not a script. */
function partsWithHosts(
  small: Host,
  places: PlaceIndex<Host>,
  attached: ReadonlySet<Host>,
): readonly PartWithHost[] | null {
  const isFree = (host: Host) => host !== small && !attached.has(host);
  const parts = partsOf(small);
  const found = parts.flatMap((part) => {
    const host = findHost(part, places, isFree);
    return host === null ? [] : [{ part, host }];
  });
  const allFound = parts.length > 1 && found.length === parts.length;
  // Scripts of letters that are separated by scripts themselves.
  if (allFound && new Set(found.map(({ host }) => host)).size > 1) return found;
  const whole = findHost(small, places, isFree);
  if (whole !== null) return [{ part: small, host: whole }];
  return allFound ? found : null;
}

/** Cuts a segment where there is a gap between its letters and their scripts. */
function partsOf(host: Host): readonly Host[] {
  const { segment } = host;
  const units = [...segment.glyphs.filter(({ space }) => !space).map((glyph) => ({ glyph, ...extentOf(glyph) }))];
  const scripts = host.scripts.map((script) => ({ script, start: script.start, end: script.end }));
  const parts: { glyphs: FramedGlyph[]; scripts: Host[]; end: number }[] = [];
  for (const unit of [...units, ...scripts].sort((a, b) => a.start - b.start)) {
    let last = parts.at(-1);
    if (last === undefined || unit.start - last.end > apartEm * segment.sizePt) {
      last = { glyphs: [], scripts: [], end: unit.end };
      parts.push(last);
    }
    if ('glyph' in unit) last.glyphs.push(unit.glyph);
    else last.scripts.push(unit.script);
    last.end = Math.max(last.end, unit.end);
  }
  return parts.map(({ glyphs, scripts: own, end }) => {
    const start = Math.min(...[...glyphs, ...own].map((unit) => unit.start));
    return { segment: { ...segment, glyphs, start, end }, scripts: own, start, end };
  });
}

function extentOf({ start, end }: FramedGlyph): Pick<FramedGlyph, 'start' | 'end'> {
  return { start, end };
}

/** Where the scripts of a line may be. */
function placeOfScripts({ segment: { baseline, sizePt }, start, end }: Host): Box {
  const gap = leadEm * sizePt;
  return { x0: start - gap, x1: end + gap, y0: baseline - highestEm * sizePt, y1: baseline + lowestEm * sizePt };
}

function findHost(small: Host, places: PlaceIndex<Host>, isFree: (host: Host) => boolean): Host | null {
  const { baseline, sizePt } = small.segment;
  const [lowest, highest] = [baseline - sizePt * 2, baseline + sizePt * 3];
  let best: Host | null = null;
  let bestGap = Number.POSITIVE_INFINITY;
  for (const host of places.touching({ x0: small.start, x1: small.end, y0: baseline, y1: baseline })) {
    if (host.segment.baseline < lowest || host.segment.baseline > highest) continue;
    const em = host.segment.sizePt;
    if (!isFree(host) || sizePt > scriptSizeShare * em) continue;
    const rise = host.segment.baseline - baseline;
    if (rise > highestEm * em || rise < -lowestEm * em) continue;
    const gap = Math.max(host.start - small.end, small.start - host.end);
    const inside = gap < 0 && small.start >= host.start && small.end <= host.end;
    const leads = small.start < host.start && small.end - small.start <= markEm * sizePt;
    if (gap > (leads ? leadEm : gapEm) * em || (gap < -0.3 * em && !inside)) continue;
    if (inside && overlapsGlyph(small, host.segment)) continue;
    if ([small, ...host.scripts].some((script) => host.scripts.length > 0 && isLong(script, host))) continue;
    if (isLetter(host.segment) && isLong(small, host)) continue;
    if (Math.abs(gap) < bestGap) {
      best = host;
      bestGap = Math.abs(gap);
    }
  }
  return best;
}

/** Whether a script is on letters of the line itself; another script may be over or under it. */
function overlapsGlyph(small: Host, { glyphs, sizePt }: Segment): boolean {
  const slack = 0.25 * sizePt;
  return glyphs.some(({ start, end, space }) => !space && start < small.end - slack && end > small.start + slack);
}

/** Whether text is longer than its supposed base, and so one of several lines beside a large sign. */
function isLong(small: Host, { segment }: Host): boolean {
  return small.end - small.start > Math.max(longestScriptEm * small.segment.sizePt, segment.end - segment.start);
}

/** Whether a segment is a single letter: a drop cap has lines of text beside it rather than such long scripts. */
function isLetter({ glyphs }: Segment): boolean {
  const letters = glyphs.filter(({ space }) => !space);
  return letters.length === 1 && /^\p{L}$/u.test(letters[0]?.glyph.text ?? '');
}

/** All glyphs of a segment from left to right, with those of each script together. */
function glyphsOf({ segment, scripts }: Host): readonly FramedGlyph[] {
  const units = [
    ...segment.glyphs.map((glyph) => ({ place: placeOnLine(glyph), glyphs: [glyph] })),
    ...scripts.map((script) => ({ place: script.start, glyphs: glyphsOf(script) })),
  ];
  return units.sort((a, b) => a.place - b.place).flatMap(({ glyphs }) => glyphs);
}
