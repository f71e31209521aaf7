import type { Random } from '../random.ts';
import type { PageContent } from './page-content.ts';
import { prose, title } from './prose.ts';

/** Size of a page in points: A4, and a slide of 16:9. */
export const paper = { width: 595, height: 842 } as const;
export const screen = { width: 960, height: 540 } as const;

const left = 60;
const right = paper.width - 60;
const top = paper.height - 80;
const bottom = 70;

/** Paints one page; `page` counts from 0. */
export type PagePainter = (content: PageContent, random: Random, page: number, pages: number) => void;

/** A title alone. */
export const paintTitle: PagePainter = (content, random) => content.text(title(random, 4), left, top, 16);

/** A title and prose down to the foot. */
export const paintProse: PagePainter = (content, random, page, pages) => {
  frame(content, page, pages);
  content.text(title(random, 4), left, top, 16);
  let y = top - 30;
  while (y > bottom + 90) y = content.paragraph(prose(random, 70), { x: left, y, width: right - left, size: 11 }) - 8;
};

/** Prose, then a table with rules or a chart of bars, page by page in turn. */
export const paintReport: PagePainter = (content, random, page, pages) => {
  frame(content, page, pages);
  content.text(`${page + 1} ${title(random, 3)}`, left, top, 16);
  let y = top - 30;
  for (let part = 0; part < 2; part += 1) {
    y = content.paragraph(prose(random, 80), { x: left, y, width: right - left, size: 11 }) - 10;
  }
  if (page % 2 === 0) paintTable(content, random, y - 10);
  else paintChart(content, random, y - 200);
};

/** The movements of an account, with the balance carried on. */
export const paintStatement: PagePainter = (content, random, page, pages) => {
  frame(content, page, pages);
  content.text('Statement of account 4401 2288 07', left, top, 14);
  const columns = [left, left + 70, 400, 470, right];
  for (const [index, heading] of ['Date', 'Text', 'Debit', 'Credit', 'Balance'].entries()) {
    const x = columns[index] ?? 0;
    if (index < 2) content.text(heading, x, top - 30, 9);
    else content.textBefore(heading, x, top - 30, 9);
  }
  let balance = random.integer(100_000, 900_000);
  for (let y = top - 46; y > bottom + 20; y -= 14) {
    const amount = random.integer(150, 99_900);
    const isDebit = random.chance(0.6);
    balance += isDebit ? -amount : amount;
    content.text(`${pad(random.integer(1, 28))}.${pad(random.integer(1, 12))}.2026`, left, y, 9);
    content.text(title(random, random.integer(2, 5)), left + 70, y, 9);
    content.textBefore(money(amount), isDebit ? 400 : 470, y, 9);
    content.textBefore(money(balance), right, y, 9);
  }
};

/** A slide: a gradient behind a title and a few points. */
export const paintSlide: PagePainter = (content, random, page) => {
  content.paint(`q ${screen.width} 0 0 ${screen.height} 0 0 cm /I${page % 3} Do Q`);
  content.fill(40, 60, screen.width - 80, screen.height - 200, '1 1 1');
  content.text(title(random, 5), 60, screen.height - 90, 36);
  for (let point = 0; point < 5; point += 1) {
    const y = screen.height - 180 - point * 56;
    content.fill(64, y + 4, 8, 8, '.1 .3 .6');
    content.text(title(random, random.integer(5, 9)), 90, y, 22);
  }
};

function frame(content: PageContent, page: number, pages: number): void {
  content.text('Annual review of services', left, paper.height - 45, 8);
  content.textBefore(`${page + 1} / ${pages}`, right, 40, 8);
}

function paintTable(content: PageContent, random: Random, y: number): void {
  const width = (right - left) / 5;
  const rows = Math.floor((y - bottom) / 18);
  for (let row = 0; row <= rows; row += 1) content.fill(left, y - row * 18, right - left, 0.5);
  for (let column = 0; column <= 5; column += 1) {
    content.fill(left + column * width, y - rows * 18, 0.5, rows * 18);
  }
  for (let row = 0; row < rows; row += 1) {
    const baseline = y - row * 18 - 13;
    content.text(row === 0 ? 'Group' : title(random, 2), left + 4, baseline, 9);
    for (let column = 1; column < 5; column += 1) {
      const shown = row === 0 ? `${2022 + column}` : money(random.integer(1_000, 9_999_999));
      content.textBefore(shown, left + (column + 1) * width - 4, baseline, 9);
    }
  }
}

function paintChart(content: PageContent, random: Random, y: number): void {
  content.fill(left, y, right - left, 0.7);
  for (let bar = 0; bar < 12; bar += 1) {
    content.fill(left + 10 + bar * 38, y, 24, random.integer(20, 180), bar % 2 === 0 ? '.2 .4 .7' : '.8 .5 .2');
    content.text(`${bar + 1}`, left + 18 + bar * 38, y - 12, 8);
  }
}

function money(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const whole = String(Math.floor(Math.abs(cents) / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${sign}${whole}.${pad(Math.abs(cents) % 100)}`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
