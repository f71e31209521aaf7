import type { Box, Page } from './types.ts';

/** The page with the boxes of everything mapped but its lines and rules, which have more to them than a box. */
export function mapBoxes(page: Page, map: (box: Box) => Box): Page {
  const mapped = <Item extends { readonly box: Box }>(items: readonly Item[]): Item[] =>
    items.map((item) => ({ ...item, box: map(item.box) }));
  return {
    ...page,
    unreadable: page.unreadable.map(map),
    boxes: mapped(page.boxes),
    fills: mapped(page.fills),
    drawings: mapped(page.drawings),
    pictures: mapped(page.pictures),
    links: mapped(page.links),
    formValues: mapped(page.formValues),
  };
}
