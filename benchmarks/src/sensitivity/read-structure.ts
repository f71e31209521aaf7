import type { TruthCell } from '../generated-tables/draw-page.ts';

/** A table, with the pages that it is on. */
export interface TruthTable {
  readonly pages: readonly number[];
  readonly cells: readonly TruthCell[];
}

/** Reads the tables of a structure file of the table competition of ICDAR 2013. */
export function readStructure(xml: string): readonly TruthTable[] {
  return elementsOf(xml, 'table').map(({ content }) => {
    const regions = elementsOf(content, 'region');
    return {
      pages: regions.map(({ numberOf }) => numberOf('page', 1)),
      cells: regions.flatMap((region) =>
        elementsOf(region.content, 'cell').map(({ numberOf, content: cell }) => {
          const [row, column] = [numberOf('start-row', 0), numberOf('start-col', 0)];
          return {
            row: row + region.numberOf('row-increment', 0),
            column: column + region.numberOf('col-increment', 0),
            rowSpan: numberOf('end-row', row) - row + 1,
            columnSpan: numberOf('end-col', column) - column + 1,
            text: plain(/<content>([\s\S]*?)<\/content>/.exec(cell)?.[1] ?? ''),
          };
        }),
      ),
    };
  });
}

interface Element {
  readonly content: string;
  readonly numberOf: (attribute: string, missing: number) => number;
}

/** The elements of a name, none of which contain one another. */
function elementsOf(xml: string, name: string): readonly Element[] {
  return [...xml.matchAll(new RegExp(`<${name}\\b([^>]*)>([\\s\\S]*?)</${name}>`, 'g'))].map(
    ([, attributes = '', content = '']) => ({
      content,
      numberOf: (attribute, missing) =>
        Number(new RegExp(`\\b${attribute}=["'](-?\\d+)["']`).exec(attributes)?.[1] ?? missing),
    }),
  );
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function plain(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, decimal, hexadecimal, name) => {
    if (name !== undefined) return entities[name] ?? all;
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal));
  });
}
