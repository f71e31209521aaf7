import {
  beginText,
  clipEvenOdd,
  closePath,
  endPath,
  endText,
  fill,
  lineTo,
  moveTo,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFOperator,
  PDFOperatorNames,
  PDFString,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
  rgb,
  setFontAndSize,
  setTextRenderingMode,
  showText,
  TextRenderingMode,
} from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { blankPage, openPageModel, type Page, withRecognizedText } from '../src/page-model.ts';
import { loadSharp } from '../src/sharp.ts';
import { drawPdf, writeTestFile } from './draw-pdf.ts';
import { readFirst } from './read-first.ts';

/** A filled polygon, its corners in points from the lower left. */
function polygon([first = [0, 0], ...others]: readonly [number, number][]): PDFOperator[] {
  return [moveTo(...first), ...others.map((corner) => lineTo(...corner)), closePath(), fill()];
}

describe('text', () => {
  test('words stand on a line at their place, with font, size and colour', async () => {
    const page = await readFirst((pen) =>
      pen.text('Hello wide world', 72, 100, { size: 12, bold: true, color: [1, 0, 0] }),
    );
    const [line] = page.lines;
    expect(line?.text).toBe('Hello wide world');
    expect(line?.baseline).toBeCloseTo(100, 1);
    expect(line?.box.x0).toBeCloseTo(72, 1);
    expect(line?.style).toMatchObject({ sizePt: 12, color: '#ff0000', font: { name: 'Helvetica-Bold', bold: true } });
  });

  test('a word keeps the spaces that the file has behind it', async () => {
    const page = await readFirst((pen) => pen.text('One.  Two three', 72, 100));
    expect(page.lines[0]?.words.map(({ typedSpaces }) => typedSpaces)).toEqual(['  ', ' ', undefined]);
  });

  test('a line that the edge of the page cuts is read while something of its letters can be made out', async () => {
    const page = await readFirst((pen) => {
      pen.text('Cut line', 72, 2);
      pen.text('Descenders', 172, 0);
      pen.text('Outside', 272, -20);
    });
    expect(page.lines.map(({ text }) => text)).toEqual(['Cut line']);
  });

  test('a letter outside the path that it is clipped to is not read, inside the box around that path', async () => {
    const page = await readFirst((pen) => {
      pen.page.pushOperators(
        pushGraphicsState(),
        moveTo(72, 742),
        lineTo(372, 742),
        lineTo(72, 442),
        closePath(),
        PDFOperator.of(PDFOperatorNames.ClipNonZero),
        endPath(),
      );
      pen.text('Inside', 80, 130);
      pen.text('Outside', 320, 380);
      pen.page.pushOperators(popGraphicsState());
      pen.text('Again', 320, 600);
    });
    expect(page.lines.map(({ text }) => text)).toEqual(['Inside', 'Again']);
    expect(page.hiddenText).toBe('Outside');
  });

  test('invisible text on a page that shows other text is hidden', async () => {
    const page = await readFirst((pen) => {
      pen.text('Shown', 72, 100);
      pen.page.pushOperators(setTextRenderingMode(TextRenderingMode.Invisible));
      pen.text('Unseen', 72, 200);
    });
    expect(page.lines.map(({ text }) => text)).toEqual(['Shown']);
    expect(page.hiddenText).toBe('Unseen');
  });

  test('text behind that of a font that cannot be loaded is read', async () => {
    const page = await readFirst((pen) => {
      pen.text('Before', 72, 100);
      const { context } = pen.page.doc;
      const broken = context.obj({
        Type: 'Font',
        Subtype: 'Type0',
        BaseFont: 'Broken',
        Encoding: 'Identity-H',
        DescendantFonts: [context.obj({})],
      });
      pen.page.node.setFontDictionary(PDFName.of('Broken'), context.register(broken));
      pen.page.pushOperators(beginText(), setFontAndSize('Broken', 10), showText(PDFHexString.of('0041')), endText());
      pen.text('Behind', 72, 200);
    });
    expect(page.lines.map(({ text }) => text)).toEqual(['Before', 'Behind']);
  });

  test('nothing is seen inside two equal paths that clip by the even-odd rule', async () => {
    const page = await readFirst((pen) => {
      const frame = rectangle(0, 0, 595, 842);
      pen.page.pushOperators(pushGraphicsState(), frame, frame, clipEvenOdd(), endPath());
      pen.text('Hidden', 72, 100);
      pen.fill(72, 200, 128, 254, [0, 0, 0]);
      pen.page.pushOperators(popGraphicsState(), pushGraphicsState(), frame, clipEvenOdd(), endPath());
      pen.text('Shown', 72, 150);
      pen.page.pushOperators(popGraphicsState());
    });
    expect(page.lines.map(({ text }) => text)).toEqual(['Shown']);
    expect(page.fills).toEqual([]);
  });

  test('words of a line set tight are parted without spaces in the file', async () => {
    const page = await readFirst((pen) => {
      // 1.4 points after each word.
      pen.text('Tight', 72, 100);
      pen.text('lines', 95.63, 100);
      pen.text('part', 117.59, 100);
      pen.text('words', 136.62, 100);
    });
    expect(page.lines.map(({ text }) => text)).toEqual(['Tight lines part words']);
  });

  test('a thin space parts a number from the full stop before it, and any from text of another size', async () => {
    const page = await readFirst((pen) => {
      pen.text('see Art.', 72, 100, { size: 10 });
      pen.text('14', 108.1, 100, { size: 10 });
      pen.text('of 3.', 130, 140, { size: 10 });
      pen.text('14', 151, 140, { size: 10 });
      pen.text('2.', 72, 180, { size: 20 });
      pen.text('Members', 91.3, 180, { size: 16 });
    });
    expect(page.lines.map(({ text }) => text)).toEqual(['see Art. 14', 'of 3.14', '2. Members']);
  });

  test('the mark of a note is parted from the next word of a line set tight', async () => {
    const page = await readFirst((pen) => {
      pen.text('Tight', 72, 100);
      pen.text('lines', 95.63, 100);
      pen.text('part', 117.59, 100);
      pen.text('1', 136.25, 95, { size: 6 });
      pen.text('words', 140.99, 100);
    });
    expect(page.lines.map(({ text }) => text)).toEqual(['Tight lines part1 words']);
  });

  test('numbers of two digits in columns are words, and spaced letters are one', async () => {
    const page = await readFirst((pen) => {
      pen.text('4', 52, 100, { size: 15 });
      for (const [index, minute] of ['20', '35', '49'].entries()) pen.text(minute, 72 + 22 * index, 100, { size: 15 });
      for (const [index, letter] of [...'SPACED'].entries()) pen.text(letter, 72 + 14 * index, 60, { size: 15 });
      for (const [x, letter] of [
        [72, '1'],
        [80.4, '2'],
        [93, 'x'],
        [105, '1'],
        [118, 'l'],
      ] as const)
        pen.text(letter, x, 140, { size: 15 });
    });
    expect(page.lines.map(({ text }) => text)).toEqual(['SPACED', '4 20 35 49', '12 x 1 l']);
  });

  test('words before a leader keep their spaces, and its dots and page number are of one line', async () => {
    const page = await readFirst((pen) => {
      pen.text('Rights', 72, 100);
      pen.text('of', 103, 100);
      pen.text('Members', 115, 100);
      for (let x = 165; x < 380; x += 7) pen.text('.', x, 100);
      pen.text('12', 400, 100);
    });
    expect(page.lines.map(({ text }) => text.replace(/\.+/, '…'))).toEqual(['Rights of Members … 12']);
    expect(page.lines[0]?.words).toHaveLength(5);
  });

  test('the dots of an ellipsis stay apart', async () => {
    const page = await readFirst((pen) => {
      pen.text('held', 72, 100);
      for (const x of [96, 102, 108]) pen.text('.', x, 100);
      pen.text('reversed', 115, 100);
    });
    expect(page.lines.map(({ text }) => text)).toEqual(['held . . . reversed']);
  });

  test('a wide gap ends a line', async () => {
    const page = await readFirst((pen) => {
      pen.text('left', 72, 100);
      pen.text('right', 300, 100);
    });
    expect(page.lines.map(({ text }) => text)).toEqual(['left', 'right']);
  });

  test('lines of two columns at one height are two where a gutter parts their sizes', async () => {
    const page = await readFirst((pen) => {
      pen.text('A line of the left column', 72, 100, { size: 12 });
      pen.text('beside one in small letters', 211, 100, { size: 9 });
      pen.text('1', 72, 140, { size: 12 });
      pen.text('A note in small letters', 90, 140, { size: 9 });
    });
    expect(page.lines.map(({ text }) => text)).toEqual([
      'A line of the left column',
      'beside one in small letters',
      '1 A note in small letters',
    ]);
  });

  test('a small raised glyph joins its line as a superscript', async () => {
    const page = await readFirst((pen) => {
      pen.text('area m', 72, 100);
      pen.text('2', 104, 96, { size: 6 });
    });
    expect(page.lines).toHaveLength(1);
    const last = page.lines[0]?.words.at(-1);
    expect(last).toMatchObject({ text: '2', script: 'superscript' });
    expect(last?.glyphs[0]?.risePt).toBeCloseTo(4, 1);
  });

  test('text drawn twice to look bold is read once', async () => {
    const page = await readFirst((pen) => {
      pen.text('Bold', 72, 100);
      pen.text('Bold', 72.4, 100);
    });
    expect(page.lines.map(({ text }) => text)).toEqual(['Bold']);
  });

  test('turned text keeps its angle and its own lines', async () => {
    const page = await readFirst((pen) => pen.text('upwards', 100, 300, { turn: 90 }));
    expect(page.lines[0]).toMatchObject({ text: 'upwards', angle: 270 });
    expect(page.lines[0]?.baseline).toBeCloseTo(100, 1);
  });

  test('a turned page is read upright', async () => {
    const page = await readFirst((pen) => {
      pen.page.setRotation({ type: 'degrees', angle: 90 } as never);
      pen.text('sideways', 100, 300, { turn: 90 });
    });
    expect(page).toMatchObject({ rotation: 90, widthPt: 842, heightPt: 595 });
    expect(page.lines[0]).toMatchObject({ text: 'sideways', angle: 0 });
  });

  test('text off the page is left out', async () => {
    const page = await readFirst((pen) => pen.text('gone', 700, 100));
    expect(page.lines).toEqual([]);
    expect(page.kind).toBe('blank');
  });
});

describe('graphics', () => {
  test('strokes and thin bars are rules, wide ones fills', async () => {
    const page = await readFirst((pen) => {
      pen.line(50, 100, 250, 100);
      pen.fill(50, 200, 250, 201, [0, 0, 0]);
      pen.fill(50, 300, 250, 340, [1, 1, 0]);
    });
    expect(page.rules.map(({ orientation, y0 }) => [orientation, Math.round(y0)])).toEqual([
      ['horizontal', 100],
      ['horizontal', 201],
    ]);
    expect(page.fills).toHaveLength(1);
    expect(page.fills[0]).toMatchObject({ color: '#ffff00' });
  });

  test('bars whose ends are cut aslant where borders meet are rules', async () => {
    const page = await readFirst((pen) => {
      const drawn: [number, number][][] = [
        [
          [50, 700],
          [250, 700],
          [249, 699],
          [51, 699],
        ],
        [
          [50, 700],
          [51, 699],
          [51, 601],
          [50, 600],
        ],
        // No border but the head of an arrow.
        [
          [300, 700],
          [310, 701.5],
          [300, 703],
        ],
      ];
      pen.page.pushOperators(...drawn.flatMap(polygon));
    });
    expect(page.rules).toMatchObject([
      { orientation: 'horizontal', x0: 50, x1: 250 },
      { orientation: 'vertical', y0: 142, y1: 242 },
    ]);
    expect(page.drawings).toHaveLength(1);
  });

  test('a rectangle whose path begins in the middle of a side is a fill drawn as a shape', async () => {
    const page = await readFirst((pen) => {
      const corners: [number, number][] = [
        [150, 600],
        [50, 600],
        [50, 700],
        [250, 700],
        [250, 600],
        [150, 600],
      ];
      pen.page.pushOperators(...polygon(corners));
    });
    expect(page.fills).toMatchObject([{ box: { x0: 50, y0: 142, x1: 250, y1: 242 }, isShape: true }]);
    expect(page.drawings).toEqual([]);
  });

  test('rules drawn piece by piece are one', async () => {
    const page = await readFirst((pen) => {
      for (let x = 50; x < 250; x += 50) pen.line(x, 100, x + 50, 100);
    });
    expect(page.rules).toHaveLength(1);
    expect(page.rules[0]).toMatchObject({ x0: 50, x1: 250 });
  });
});

test('links and form values are read', async () => {
  const document = await PDFDocument.create();
  const page = document.addPage([595, 842]);
  const field = document.getForm().createTextField('city');
  field.setText('Graz');
  field.addToPage(page, { x: 100, y: 700, width: 100, height: 20 });
  const link = document.context.obj({
    Type: 'Annot',
    Subtype: 'Link',
    Rect: [50, 50, 150, 70],
    A: { S: 'URI', URI: PDFString.of('https://example.org/') },
  });
  page.node.get(PDFName.of('Annots'));
  page.node.addAnnot(document.context.register(link));
  const file = await writeTestFile('form.pdf', await document.save());
  const model = await openPageModel(file);
  const read = await model.readPage(1);
  await model.close();
  expect(read.formValues).toMatchObject([{ name: 'city', kind: 'text', value: 'Graz' }]);
  expect(read.links).toMatchObject([{ url: 'https://example.org/', box: { x0: 50, x1: 150 } }]);
});

test('recognised words become lines like any other', () => {
  const page: Page = { ...blankPage({ number: 1, widthPt: 595, heightPt: 842 }), kind: 'scanned' };
  const word = (text: string, x0: number, x1: number) => ({ text, confidence: 0.9, box: { x0, y0: 90, x1, y1: 99 } });
  const words = [word('Two', 50, 70), word('words', 73, 100), word('apart', 300, 330)];
  const read = withRecognizedText(page, [{ words, baseline: 98 }]);
  expect(read.kind).toBe('text');
  expect(read.lines.map(({ text }) => text)).toEqual(['Two words', 'apart']);
  expect(read.lines[0]?.words[0]?.confidence).toBe(0.9);
});

describe('bad input', () => {
  test('a file that is no PDF is damaged', async () => {
    const file = await writeTestFile('bad.pdf', 'this is no PDF at all');
    await expect(openPageModel(file, { fileName: 'bad.pdf' })).rejects.toMatchObject({
      code: 'PROCESSING_FAILED',
      details: { reason: 'damaged_file', fileName: 'bad.pdf' },
    });
  });

  test('an encrypted file asks for its password, and says when it is wrong', async () => {
    const document = await PDFDocument.create();
    document.addPage([200, 200]);
    document.encrypt({ userPassword: 'secret', ownerPassword: 'owner' });
    const file = await writeTestFile('locked.pdf', await document.save());
    await expect(openPageModel(file)).rejects.toMatchObject({
      code: 'PDF_ENCRYPTED',
      details: { reason: 'password_required' },
    });
    await expect(openPageModel(file, { password: 'wrong' })).rejects.toMatchObject({
      code: 'PDF_ENCRYPTED',
      details: { reason: 'password_incorrect' },
    });
    const opened = await openPageModel(file, { password: 'secret' });
    expect(opened.pageCount).toBe(1);
    await opened.close();
  });

  test('a page past the end rejects', async () => {
    const document = await openPageModel(await drawPdf((pen) => pen.text('one', 50, 50)));
    await expect(document.readPage(2)).rejects.toMatchObject({ code: 'PROCESSING_FAILED' });
    await document.close();
  });
});

test('a page larger than asked for is read as if it were printed smaller, and smaller ones as they are', async () => {
  const bytes = await drawPdf(({ page }) => {
    page.setSize(1000, 500);
    page.drawText('Poster', { x: 200, y: 400, size: 40 });
    page.drawRectangle({ x: 100, y: 100, width: 300, height: 200 });
  });
  const read = async (largestSidePt: number) => {
    const document = await openPageModel(bytes, { largestSidePt });
    try {
      return await document.readPage(1);
    } finally {
      await document.close();
    }
  };
  const reduced = await read(250);
  expect([reduced.widthPt, reduced.heightPt]).toEqual([250, 125]);
  expect(reduced.lines[0]).toMatchObject({ text: 'Poster', baseline: 25, style: { sizePt: 10 }, box: { x0: 50 } });
  expect(reduced.fills[0]?.box).toEqual({ x0: 25, y0: 50, x1: 100, y1: 100 });
  expect(reduced.warnings).toEqual([
    {
      code: 'PAGE_REDUCED',
      message: 'Page 1 is 13.9 × 6.9 inches, larger than the format allows; it was reduced to 25 %',
    },
  ]);
  const whole = await read(1000);
  expect(whole.lines[0]?.style.sizePt).toBe(40);
  expect(whole.warnings).toEqual([]);
});

test('what is painted on a panel that is painted over a picture is over the picture, too', async () => {
  const document = await PDFDocument.create();
  const sharp = await loadSharp();
  const pixels = Buffer.from([0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255]);
  const png = await sharp(pixels, { raw: { width: 2, height: 2, channels: 3 } })
    .png()
    .toBuffer();
  const image = await document.embedPng(png);
  const page = document.addPage([400, 300]);
  page.drawRectangle({ x: 10, y: 250, width: 100, height: 30, color: rgb(1, 0, 0) });
  page.drawImage(image, { x: 0, y: 0, width: 205, height: 200 });
  page.drawRectangle({ x: 200, y: 0, width: 200, height: 200, color: rgb(0, 0, 0.5) });
  page.drawRectangle({ x: 250, y: 100, width: 100, height: 40, color: rgb(0.8, 0.9, 1) });
  const opened = await openPageModel(await writeTestFile('panels.pdf', await document.save()));
  const read = await opened.readPage(1).finally(() => opened.close());
  expect(read.fills.map(({ overPicture }) => overPicture)).toEqual([undefined, true, true]);
});
