import { boxArea, containsMiddle } from '@platen/pdf-kit/geometry';
import type { Page, Picture } from '@platen/pdf-kit/page-model';
import { withoutWords } from '@platen/pdf-kit/page-model';

/** A picture that covers this much of a page is the page itself. */
const coverShare = 0.6;
/** Lines of text cover a third of a scan, and a fifth of a receipt; captions and marks in a photograph hardly any. */
const textShare = 0.1;

/** The page without the picture that its recognised text was read from. */
export function withoutCover(page: Page): Page {
  return { ...page, kind: 'text', pictures: page.pictures.filter((picture) => !isCover(picture, page)) };
}

/**
 * A recognised page without the pictures that its text and rules were read from: nothing is there twice. A smaller picture with
 * hardly any text in it stays one, and the text is left to its alternative text. `drawn` is the page before.
 */
export function withoutReadPictures(page: Page, drawn: Page): Page {
  const pictures = page.pictures.filter((picture) => !isCover(picture, page) && !isOfText(picture, page));
  const isShown = ({ box }: Pick<Page['lines'][number]['words'][number], 'box'>) =>
    pictures.some((picture) => containsMiddle(picture.box, box));
  const rules = page.rules.filter(
    (rule) => drawn.rules.includes(rule) || !pictures.some(({ box }) => containsMiddle(box, rule)),
  );
  return { ...page, kind: 'text', pictures, rules, lines: page.lines.flatMap((line) => withoutWords(line, isShown)) };
}

function isCover({ box }: Picture, { widthPt, heightPt }: Page): boolean {
  return boxArea(box) >= coverShare * widthPt * heightPt;
}

function isOfText({ box }: Picture, { lines }: Page): boolean {
  const words = lines.flatMap((line) => line.words.filter((word) => containsMiddle(box, word.box)));
  return words.reduce((total, word) => total + boxArea(word.box), 0) >= textShare * boxArea(box);
}
