import type { ListDefinition, ListItem, ListLevel } from '../document/types.ts';
import { continues, isDoubtfulBullet } from './list-labels.ts';
import type { LabelReading, ListLabel, ParagraphDraft } from './types.ts';

/** Tells list items from paragraphs that happen to begin with a number or a dash, and which list they are of. */
export interface ListFinder {
  /** The items among some paragraphs that follow each other. Lists go on from one call to the next. */
  find(paragraphs: readonly ParagraphDraft[]): ReadonlyMap<ParagraphDraft, ListItem>;
  /** Every list found so far. */
  readonly lists: readonly ListDefinition[];
}

/** Labels whose left edges differ by less are of the same level. */
const edgeTolerancePt = 5;
/** How many paragraphs ahead the next number may stand. */
const lookAhead = 12;
const maxLevel = 8;

interface OpenLevel {
  readonly x: number;
  label: ListLabel;
}

interface OpenList {
  readonly id: string;
  readonly levels: ListLevel[];
  /** The levels that are open, outermost first. */
  stack: OpenLevel[];
}

export function createListFinder(): ListFinder {
  const lists: { id: string; levels: ListLevel[] }[] = [];
  let open: OpenList | null = null;

  function startList(): OpenList {
    const list = { id: `list-${lists.length + 1}`, levels: [] };
    lists.push(list);
    return { ...list, stack: [] };
  }

  function itemOf(paragraph: ParagraphDraft, label: ListLabel): ListItem {
    const x = labelEdge(paragraph);
    const list: OpenList = open ?? startList();
    open = list;
    const level = list.stack.findIndex((candidate) => Math.abs(candidate.x - x) <= edgeTolerancePt);
    const known = level < 0 ? null : list.stack[level];
    if (known !== null && known !== undefined) {
      list.stack = list.stack.slice(0, level + 1);
      const reading = continues(known.label, label);
      if (sameMark(known.label, label) || reading !== null) {
        known.label = label;
        return { listId: list.id, level };
      }
      if (level > 0 && list.levels[level]?.label === labelPattern(label, level)) {
        known.label = label;
        return { listId: list.id, level };
      }
      open = null;
      return itemOf(paragraph, label);
    }
    const outer = list.stack.filter((candidate) => candidate.x < x - edgeTolerancePt);
    if (list.stack.length > 0 && outer.length === 0) {
      open = null;
      return itemOf(paragraph, label);
    }
    const next = Math.min(maxLevel, outer.length);
    const definition = levelOf(paragraph, label, next);
    const existing = list.levels[next];
    if (existing !== undefined && (existing.label !== definition.label || existing.format !== definition.format)) {
      // The same depth with another mark: a list of its own that starts at this depth.
      const levels = [...list.levels.slice(0, next), definition];
      const fresh = { id: `list-${lists.length + 1}`, levels };
      lists.push(fresh);
      open = { ...fresh, stack: [...outer, { x, label }] };
      return { listId: fresh.id, level: next };
    }
    if (existing === undefined) list.levels[next] = definition;
    list.stack = [...outer, { x, label }];
    return { listId: list.id, level: next };
  }

  return {
    lists,
    find(paragraphs) {
      const items = new Map<ParagraphDraft, ListItem>();
      let plain = 0;
      paragraphs.forEach((paragraph, index) => {
        const { label } = paragraph;
        if (label === null || !isItem(paragraph, label, paragraphs, index, open)) {
          plain++;
          if (plain > 3 && open !== null && !open.stack.some((level) => level.label.kind === 'number')) open = null;
          return;
        }
        plain = 0;
        items.set(paragraph, itemOf(paragraph, label));
      });
      return items;
    },
  };
}

function isItem(
  paragraph: ParagraphDraft,
  label: ListLabel,
  paragraphs: readonly ParagraphDraft[],
  index: number,
  open: OpenList | null,
): boolean {
  if (paragraph.taggedItem) return true;
  if (paragraph.alignment === 'center' || isPushedToEnd(paragraph)) return false;
  if (label.kind === 'bullet' && !isDoubtfulBullet(label)) return true;
  const x = labelEdge(paragraph);
  const beside = (candidate: ParagraphDraft) => Math.abs(labelEdge(candidate) - x) <= edgeTolerancePt;
  if (label.kind === 'bullet') {
    const near = [...paragraphs.slice(Math.max(0, index - 3), index), ...paragraphs.slice(index + 1, index + 4)];
    return near.some((candidate) => candidate.label?.text === label.text && beside(candidate));
  }
  const before = open?.stack.find((level) => Math.abs(level.x - x) <= edgeTolerancePt);
  if (before !== undefined && continues(before.label, label) !== null) return true;
  return paragraphs
    .slice(index + 1, index + 1 + lookAhead)
    .some((candidate) => candidate.label !== null && beside(candidate) && continues(label, candidate.label) !== null);
}

/** Set against the edge where lines end. */
function isPushedToEnd({ alignment, direction }: ParagraphDraft): boolean {
  return alignment === (direction === 'rtl' ? 'left' : 'right');
}

function sameMark(first: ListLabel, second: ListLabel): boolean {
  return first.kind === 'bullet' && second.kind === 'bullet' && first.text === second.text;
}

/** The edge of the label on the side where lines begin. */
function labelEdge({ fragments, direction, columnX0, columnX1 }: ParagraphDraft): number {
  const box = fragments[0]?.box;
  if (box === undefined) return 0;
  return direction === 'rtl' ? columnX1 - box.x1 : box.x0 - columnX0;
}

function levelOf(paragraph: ParagraphDraft, label: ListLabel, level: number): ListLevel {
  const words = paragraph.fragments[0]?.words ?? [];
  const [mark, text] = [words[0], words[label.wordCount]];
  const edge = labelEdge(paragraph);
  const hangingPt =
    mark === undefined || text === undefined
      ? 18
      : paragraph.direction === 'rtl'
        ? mark.box.x1 - text.box.x1
        : text.box.x0 - mark.box.x0;
  const reading = firstReading(label);
  return {
    format: label.kind === 'bullet' ? 'bullet' : (reading?.format ?? 'decimal'),
    label: labelPattern(label, level),
    start: reading?.value ?? 1,
    indentLeftPt: edge + hangingPt,
    hangingPt,
    labelStyle: null,
  };
}

/** A lone `i` or `I` begins a roman list, another letter one of letters. */
function firstReading({ readings }: ListLabel): LabelReading | null {
  return readings.find(({ format, value }) => format.endsWith('roman') && value === 1) ?? readings[0] ?? null;
}

function labelPattern(label: ListLabel, level: number): string {
  return label.kind === 'bullet' ? plainBullet(label.text) : `${label.prefix}%${level + 1}${label.suffix}`;
}

const bulletsOfSymbolFonts: Readonly<Record<string, string>> = {
  '\uf0b7': '•',
  '·': '•',
  '\uf0a7': '▪',
  '\uf0d8': '➢',
  '\uf076': '❖',
  '\uf0fc': '✓',
  '\uf0a8': '□',
  '\uf06e': '■',
  '\uf02d': '–',
  '\uf0be': '–',
};

/** A bullet that every font has, for one that only a symbol font draws. */
function plainBullet(text: string): string {
  return bulletsOfSymbolFonts[text] ?? (/[\ue000-\uf8ff]/.test(text) ? '•' : text);
}
