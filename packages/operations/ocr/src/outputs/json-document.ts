import * as z from '@platen/pdf-kit/zod';

/** Edges in points from the top-left corner of the page as it is shown: left, top, right, bottom. */
const box = z.tuple([z.number(), z.number(), z.number(), z.number()]).meta({ description: 'x0, y0, x1, y1 in points' });
const confidence = z.number().min(0).max(1);

const word = z.object({
  text: z.string(),
  box,
  confidence: confidence.meta({ description: 'Comparable between readers; 1 for text of the file' }),
  reader: z.enum(['first', 'second', 'file']).meta({
    description: 'Who read it: Tesseract (or the recognizer in its place), the second reader; or text of the file',
  }),
});

const line = z.object({
  text: z.string().meta({ description: 'Its words, with the spaces between them' }),
  box,
  direction: z.enum(['ltr', 'rtl']),
  paragraph: z.int().min(0).meta({ description: 'Lines with the same number are a paragraph of the page' }),
  words: z.array(word).min(1),
});

const page = z.object({
  page: z.int().min(1),
  width: z.number().meta({ description: 'In points, as the page is shown' }),
  height: z.number(),
  recognized: z.boolean().meta({ description: 'False for a page that was left as it is' }),
  confidence: confidence
    .nullable()
    .meta({ description: 'The mean over the recognised letters; null if none was read' }),
  languages: z.array(z.string()).meta({ description: 'Tesseract codes it was read in' }),
  rotation: z
    .union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)])
    .meta({ description: 'The clockwise turn that makes the page upright' }),
  skew: z.number().meta({ description: 'Degrees; positive if lines fall to the right' }),
  lines: z.array(line),
});

/** What `output: json` writes: pages with lines and words in reading order. `docs/ocr.schema.json` is it as a JSON Schema. */
export const ocrDocument = z
  .object({
    format: z.literal('platen-ocr/1'),
    fileName: z.string(),
    pages: z.array(page),
  })
  .meta({ title: 'Text that Platen recognised' });

/** A document as `output: json` writes it. */
export type OcrDocument = z.output<typeof ocrDocument>;
