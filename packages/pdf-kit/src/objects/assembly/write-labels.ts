import { PDFDict, PDFName } from 'pdf-lib';
import { numberEntry } from '../typed-entries.ts';
import type { KeptPage, OutputGraph, SourceGraph } from './graphs.ts';
import type { PlacedPage } from './page-places.ts';
import { dictText } from './pdf-text.ts';

/** The label of one page: style and prefix of its range, and its number. */
interface PageLabel {
  readonly style: string | null;
  readonly prefix: string | null;
  readonly number: number;
}

const plain: Omit<PageLabel, 'number'> = { style: '/D', prefix: null };
const empty: PageLabel = { style: null, prefix: null, number: 1 };

/**
 * Page labels of the output in PDF syntax: every page keeps the label it had, and a page of a source without labels
 * its number in that source; a blank page has an empty one. Null when no source has labels.
 */
export function pageLabelsText(
  output: OutputGraph,
  sources: readonly SourceGraph[],
  places: readonly PlacedPage[],
): string | null {
  if (sources.every(({ structure }) => structure.labels.size === 0)) return null;
  const labellers = new Map(sources.map((source) => [source, createLabeller(output, source)] as const));
  const labels = places.map(({ source, page, isBlank }) => (isBlank ? empty : labellers.get(source)?.(page)) ?? empty);
  const ranges = labels.flatMap((label, index) => (continues(labels[index - 1], label) ? [] : [{ label, index }]));
  return `<</Nums[${ranges.map(({ label, index }) => `${index}${labelText(label)}`).join('')}]>>`;
}

function createLabeller(output: OutputGraph, source: SourceGraph): (page: KeptPage) => PageLabel {
  const starts = [...source.structure.labels.keys()].sort((a, b) => a - b);
  return ({ index }) => {
    const start = starts.findLast((candidate) => candidate <= index);
    const dict = start === undefined ? undefined : source.lookup(source.structure.labels.get(start));
    if (start === undefined || !(dict instanceof PDFDict)) return { ...plain, number: index + 1 };
    const [style, prefix] = ['S', 'P'].map((key) => {
      const value = dict.get(PDFName.of(key));
      return value === undefined ? null : output.text(source, value);
    });
    const first = numberEntry(dict, 'St') ?? 1;
    return { style: style ?? null, prefix: prefix ?? null, number: first + index - start };
  };
}

function continues(before: PageLabel | undefined, label: PageLabel): boolean {
  if (before === undefined || before.style !== label.style || before.prefix !== label.prefix) return false;
  return label.style === null || before.number + 1 === label.number;
}

function labelText({ style, prefix, number }: PageLabel): string {
  return dictText({ S: style, P: prefix, St: style === null || number === 1 ? null : `${number}` });
}
