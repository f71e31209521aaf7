import {
  degrees,
  PDFDocument,
  type PDFFont,
  type PDFPage,
  rgb,
  StandardFonts,
  setCharacterSpacing,
  setCharacterSqueeze,
} from 'pdf-lib';
import type { Producer } from './producer.ts';

/** White of a thin space, and between thousands that are kerned apart. */
const thinEm = 0.18;
const thinSpace = '\u2009';
const ruleWidthPt = 0.6;

const names = {
  sans: [StandardFonts.Helvetica, StandardFonts.HelveticaBold],
  serif: [StandardFonts.TimesRoman, StandardFonts.TimesRomanBold],
  mono: [StandardFonts.Courier, StandardFonts.CourierBold],
} as const;

/** How a text is set. */
export interface Type {
  readonly bold: boolean;
  readonly sizePt: number;
  readonly color?: 'black' | 'white' | 'red';
}

const colors = { black: rgb(0, 0, 0), white: rgb(1, 1, 1), red: rgb(0.75, 0, 0) } as const;

/** Draws on the pages of a document as one program or another does; heights are from the top of the page. */
export class Pen {
  /** How far down the page the next line is. */
  y = 0;
  pages = 0;
  /** The column that is drawn, -1 outside tables. */
  column = -1;
  readonly #pdf: PDFDocument;
  readonly #regular: PDFFont;
  readonly #bold: PDFFont;
  readonly #producer: Producer;
  #page: PDFPage | null = null;
  /** Texts of the page, drawn when it is full. */
  #texts: { readonly column: number; readonly draw: () => void }[] = [];

  private constructor(pdf: PDFDocument, regular: PDFFont, bold: PDFFont, producer: Producer) {
    this.#pdf = pdf;
    this.#regular = regular;
    this.#bold = bold;
    this.#producer = producer;
  }

  static async take(font: keyof typeof names, producer: Producer): Promise<Pen> {
    const pdf = await PDFDocument.create();
    const [regular, bold] = names[font];
    return new Pen(pdf, await pdf.embedFont(regular), await pdf.embedFont(bold), producer);
  }

  beginPage(size: readonly [widthPt: number, heightPt: number]): void {
    this.#endPage();
    this.#page = this.#pdf.addPage([...size]);
    this.pages += 1;
  }

  async save(): Promise<Uint8Array> {
    this.#endPage();
    return this.#pdf.save();
  }

  widthOf(value: string, { bold, sizePt }: Type): number {
    const groups = value.split(thinSpace);
    return groups.reduce(
      (sum, group) => sum + this.#advance(group, bold, sizePt),
      (groups.length - 1) * thinEm * sizePt,
    );
  }

  text(value: string, x: number, y: number, type: Type): void {
    const draw = () => {
      let at = x;
      for (const group of value.split(thinSpace)) {
        this.#drawPieces(group, at, y, type);
        at += this.#advance(group, type.bold, type.sizePt) + thinEm * type.sizePt;
      }
    };
    this.#texts.push({ column: this.column, draw });
  }

  /** Text that runs up the page, in gray. */
  turnedText(value: string, x: number, y: number, angle: number, sizePt: number): void {
    const { page } = this;
    page.drawText(value, {
      x,
      y: page.getHeight() - y,
      size: sizePt,
      font: this.#bold,
      color: rgb(0.85, 0.85, 0.85),
      rotate: degrees(angle),
    });
  }

  /** A rule of a table, level or upright, as the program draws them. */
  rule(from: { readonly x: number; readonly y: number }, to: { readonly x: number; readonly y: number }): void {
    const { page } = this;
    const height = page.getHeight();
    if (this.#producer.rules === 'bar') {
      page.drawRectangle({
        x: from.x,
        y: height - to.y,
        width: Math.max(ruleWidthPt, to.x - from.x),
        height: Math.max(ruleWidthPt, to.y - from.y),
        color: colors.black,
      });
      return;
    }
    page.drawLine({
      start: { x: from.x, y: height - from.y },
      end: { x: to.x, y: height - to.y },
      thickness: ruleWidthPt,
      ...(this.#producer.rules === 'dashes' ? { dashArray: [2, 1.5] } : {}),
    });
  }

  frame(x: number, top: number, widthPt: number, heightPt: number): void {
    const { page } = this;
    page.drawRectangle({
      x,
      y: page.getHeight() - top - heightPt,
      width: widthPt,
      height: heightPt,
      borderWidth: ruleWidthPt,
      borderColor: colors.black,
    });
  }

  fill(x: number, top: number, widthPt: number, heightPt: number, gray: number): void {
    const { page } = this;
    page.drawRectangle({
      x,
      y: page.getHeight() - top - heightPt,
      width: widthPt,
      height: heightPt,
      color: rgb(gray, gray, gray),
    });
  }

  private get page(): PDFPage {
    if (this.#page === null) throw new TypeError('A page is begun before it is drawn on');
    return this.#page;
  }

  /** As far as its letters reach: they are not kerned. */
  #advance(value: string, bold: boolean, sizePt: number): number {
    const font = bold ? this.#bold : this.#regular;
    const { squeeze, spacingEm } = this.#producer;
    return [...value].reduce(
      (sum, letter) => sum + (font.widthOfTextAtSize(letter, sizePt) + spacingEm * sizePt) * squeeze,
      0,
    );
  }

  #drawPieces(value: string, x: number, y: number, { bold, sizePt, color = 'black' }: Type): void {
    const { pieces, spacingEm } = this.#producer;
    const parts = pieces === 'cell' ? [value] : pieces === 'letter' ? [...value] : value.split(/(?<= )/);
    let at = x;
    for (const part of parts) {
      const shown = pieces === 'cell' ? part : part.trim();
      if (shown !== '') {
        if (spacingEm !== 0) this.page.pushOperators(setCharacterSpacing(spacingEm * sizePt));
        this.page.drawText(shown, {
          x: at,
          y: this.page.getHeight() - y,
          size: sizePt,
          font: bold ? this.#bold : this.#regular,
          color: colors[color],
        });
      }
      at += this.#advance(part, bold, sizePt);
    }
  }

  #endPage(): void {
    if (this.#page === null) return;
    const { order, squeeze } = this.#producer;
    const texts = order === 'columns' ? this.#texts.toSorted((a, b) => a.column - b.column) : [...this.#texts];
    if (order === 'backwards') texts.reverse();
    if (squeeze !== 1) this.#page.pushOperators(setCharacterSqueeze(100 * squeeze));
    for (const { draw } of texts) draw();
    this.#texts = [];
  }
}
