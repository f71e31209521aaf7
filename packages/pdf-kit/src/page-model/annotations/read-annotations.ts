import { containsMiddle } from '../box.ts';
import type { DrawnGlyph } from '../content/page-content.ts';
import { type Matrix, transformBox } from '../matrix.ts';
import type { Box, Destination, FormValue, Link } from '../types.ts';
import { safeAddress } from './safe-address.ts';

/** The fields of a pdf.js annotation that are read here. Outside data. */
interface PdfJsAnnotation {
  readonly id?: string;
  readonly subtype?: string;
  readonly rect?: readonly number[];
  readonly url?: string;
  readonly unsafeUrl?: string;
  readonly dest?: unknown;
  readonly fieldType?: string;
  readonly fieldName?: string;
  readonly fieldValue?: unknown;
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  readonly exportValue?: string;
  readonly buttonValue?: string;
  readonly comb?: boolean;
  readonly password?: boolean;
  readonly options?: readonly { readonly exportValue?: unknown; readonly displayValue?: unknown }[];
  readonly annotationFlags?: number | undefined;
}

/** Finds the page a destination of pdf.js leads to: a name, or an explicit array. */
export type ResolveDestination = (destination: unknown) => Promise<Destination | null>;

export async function readLinks(
  annotations: readonly unknown[],
  matrix: Matrix,
  resolve: ResolveDestination,
): Promise<Link[]> {
  const links: Link[] = [];
  for (const annotation of annotations as readonly PdfJsAnnotation[]) {
    if (annotation.subtype !== 'Link' || annotation.rect === undefined) continue;
    const url = safeAddress(annotation.url ?? annotation.unsafeUrl);
    const destination = url === null ? await resolve(annotation.dest) : null;
    if (url !== null || destination !== null) links.push({ box: boxOf(annotation.rect, matrix), url, destination });
  }
  return links;
}

/** Annotations whose appearance a reader takes for part of the page. Boxes that are ticked become signs. */
const drawnSubtypes = ['FreeText', 'Stamp', 'Ink', 'Line', 'Square', 'Circle', 'Polygon', 'PolyLine'];
const drawnFields: readonly unknown[] = ['text', 'choice', 'signature', 'button'] satisfies FormValue['kind'][];

/** The ids of annotations whose appearance is read like what the page draws itself. */
export function drawnAnnotations(annotations: readonly unknown[]): ReadonlySet<unknown> {
  const drawn = (annotations as readonly PdfJsAnnotation[]).filter(
    (annotation) => drawnSubtypes.includes(annotation.subtype ?? '') || drawnFields.includes(kindOf(annotation)),
  );
  return new Set(drawn.map(({ id }) => id));
}

/** `Hidden` and `NoView` among the flags of an annotation (ISO 32000-2, 12.5.3). */
const hidingFlags = 2 | 32;

/** Whether an annotation does not show on a screen. */
export function isHidden({ annotationFlags = 0 }: Pick<PdfJsAnnotation, 'annotationFlags'>): boolean {
  return (annotationFlags & hidingFlags) !== 0;
}

/** Where the fields of a form are. */
export function fieldBoxes(annotations: readonly unknown[], matrix: Matrix): readonly Box[] {
  return (annotations as readonly PdfJsAnnotation[]).flatMap(({ subtype, rect }) =>
    subtype === 'Widget' && rect !== undefined ? [boxOf(rect, matrix)] : [],
  );
}

/** `glyphs` are those of the page, with those of annotations. */
export function readFormValues(
  annotations: readonly unknown[],
  matrix: Matrix,
  glyphs: readonly FieldGlyph[],
): FormValue[] {
  return (annotations as readonly PdfJsAnnotation[]).flatMap((annotation) => {
    const kind = kindOf(annotation);
    if (kind === null || annotation.rect === undefined || isHidden(annotation)) return [];
    const value = displayedValue(annotation);
    const marked = annotation.checkBox === true ? annotation.exportValue : annotation.buttonValue;
    const checked =
      kind === 'checkbox' || kind === 'radio' ? value !== '' && value !== 'Off' && value === marked : null;
    const box = boxOf(annotation.rect, matrix);
    const isShown =
      checked === null &&
      showsValue(
        value,
        glyphs.filter((glyph) => containsMiddle(box, glyph.box)),
      );
    const isComb = kind === 'text' && annotation.comb === true;
    return [{ box, name: annotation.fieldName ?? '', kind, value, checked, isShown, isComb }];
  });
}

type FieldGlyph = Pick<DrawnGlyph, 'box' | 'text' | 'insideForm'>;

/**
 * Whether the glyphs in a field show its value, be it as formatted. They do not where they are some of its letters: text
 * that is longer than its field is cut off.
 */
function showsValue(value: string, glyphs: readonly FieldGlyph[]): boolean {
  const own = glyphs.filter(({ insideForm }) => insideForm);
  const drawn = lettersOf((own.length > 0 ? own : glyphs).map(({ text }) => text).join(''));
  const wanted = lettersOf(value);
  if (drawn.length >= wanted.length || !/\p{L}/u.test(wanted)) return drawn !== '';
  return drawn !== '' && !isAmong(drawn, wanted);
}

function lettersOf(text: string): string {
  return text.normalize('NFKC').replace(/\s/g, '');
}

/** Whether all letters of a text are in another, in their order. */
function isAmong(letters: string, text: string): boolean {
  let found = 0;
  for (const letter of text) {
    if (letters.startsWith(letter, found)) found += letter.length;
  }
  return found === letters.length;
}

function kindOf(annotation: PdfJsAnnotation): FormValue['kind'] | null {
  if (annotation.subtype !== 'Widget') return null;
  switch (annotation.fieldType) {
    case 'Tx':
      return 'text';
    case 'Ch':
      return 'choice';
    case 'Sig':
      return 'signature';
    case 'Btn':
      if (annotation.checkBox === true) return 'checkbox';
      return annotation.radioButton === true ? 'radio' : 'button';
    default:
      return null;
  }
}

/** What is filled into a field, as it is displayed; what a password field hides stays hidden. */
function displayedValue({ fieldValue, password, options = [] }: PdfJsAnnotation): string {
  if (password === true) return '';
  const values: readonly unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  const displayed = values.map(
    (value) => options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value,
  );
  return displayed.filter((value) => typeof value === 'string' || typeof value === 'number').join(', ');
}

function boxOf([x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[], matrix: Matrix) {
  return transformBox(matrix, x0, y0, x1, y1);
}
