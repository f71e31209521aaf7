import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { optionTypes } from '../write-option-types.ts';
import { openEditor } from './compiler.ts';

// What somebody sees who types this in an editor: errors where the mistake is, short types, documented options.

const code = (document: string, heading: string) => {
  const text = readFileSync(new URL(`../../packages/${document}/README.md`, import.meta.url), 'utf8');
  const [, block = ''] = /```js\n([\s\S]*?)```/.exec(text.slice(text.indexOf(heading))) ?? [];
  return block.replaceAll(/^import .*\n/gm, '');
};

const right = `
import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createClient } from '@platen/client';
import { defineOperation } from '@platen/core';
import { createEngine } from '@platen/engine';
import { type Authenticator, platen } from '@platen/express';
import { createPlaten } from '@platen/host';
import { pdfMerge } from '@platen/pdf-merge';
import { standardOperations } from '@platen/standard';
import express from 'express';
import { z } from 'zod';

const pdfTitle = defineOperation({
  name: 'pdf/title',
  title: 'Set the title',
  description: 'Write a title into the metadata of a PDF.',
  accepts: ['application/pdf'],
  files: { min: 1, max: 1 },
  options: z.object({ title: z.string(), bold: z.boolean().default(false) }),
  worker: new URL('file:///worker.js'),
});

const host = await createPlaten({ data: './data' });
const engine = createEngine({ operations: standardOperations });
const some = createEngine({ operations: [pdfMerge, pdfTitle] });
const more = await createPlaten({ data: './data', operations: [...standardOperations, pdfTitle] });
const client = createClient({ url: 'https://a.example', apiKey: process.env.KEY ?? '' });
const app = express();
app.use(platen(host));
app.use(platen({ ...more, engine }));

void engine.convert('pdf/to-image', 'a.pdf', { dpi: 200, format: 'jpeg', pages: undefined });
void engine.convert('pdf/compress', 'a.pdf', { level: 'extreme' });
void engine.convert(pdfMerge, ['a.pdf', 'b.pdf'], { bookmarks: false });
void engine.convert(pdfTitle, 'a.pdf', { title: 'direct' });
void some.convert('pdf/title', 'a.pdf', { title: 'ours' });
void more.engine.convert('pdf/title', 'a.pdf', { title: 'beside' });
void more.engine.convert('pdf/to-word', 'a.pdf', { layout: 'exact' });
void engine.submit({ operation: 'pdf/split', inputs: ['a.pdf'], options: { every: 3 } });
void client.convert('pdf/compress', new Blob([]), { level: 'maximum' });
void client.convert('pdf/to-image', new Blob([]), { dpi: 72 });

declare const sessions: { userOf(cookie: string | undefined): Promise<{ readonly id: string } | null> };
const authenticator: Authenticator = { authenticate: async ({ apiKey }) => ({ ownerId: apiKey ?? 'nobody' }) };
app.use(platen({ ...host, authenticator }));
async function authenticationOfTheReadme() {
  ${code('http', '### Callers of your own')}
}
async function clientOfTheReadme() {
  ${code('client', '# @platen/client')}
}
`;

const names =
  '"image/to-pdf" | "ocr" | "pdf/compress" | "pdf/merge" | "pdf/split" | "pdf/to-excel" | "pdf/to-image" | "pdf/to-word"';
const anyOperation = 'Operation<unknown, string, Partial<unknown>>';

/** A line that must not compile, the text that the compiler underlines, and what it says. */
const mistakes: readonly (readonly [code: string, at: string, message: string])[] = [
  [
    "void engine.convert('pdf/to-image', 'x', { dpi: 'banana' });",
    'dpi',
    "Type 'string' is not assignable to type 'number'.",
  ],
  [
    "void host.engine.convert('pdf/to-image', 'x', { dip: 150 });",
    'dip',
    "Object literal may only specify known properties, and 'dip' does not exist in type 'PdfToImageOptions'.",
  ],
  [
    "void engine.convert('pdf/to-wrod', 'x');",
    "'pdf/to-wrod'",
    `Argument of type '"pdf/to-wrod"' is not assignable to parameter of type '${names} | ${anyOperation}'.`,
  ],
  [
    "void engine.convert('pdf/to-word', 'x', { layout: 'exackt' });",
    'layout',
    `Type '"exackt"' is not assignable to type '"exact" | "flow" | undefined'. Did you mean '"exact"'?`,
  ],
  [
    "void engine.convert('pdf/to-word', 7);",
    '7',
    "Argument of type 'number' is not assignable to parameter of type 'ConversionInput | readonly ConversionInput[]'.",
  ],
  [
    "void engine.convert(pdfMerge, ['a', 'b'], { bokmarks: true });",
    'bokmarks',
    "Object literal may only specify known properties, but 'bokmarks' does not exist in type 'PdfMergeOptions'. Did you mean to write 'bookmarks'?",
  ],
  [
    "void engine.submit({ operation: 'pdf/to-wrod', inputs: ['x'] });",
    'operation',
    `Type '"pdf/to-wrod"' is not assignable to type '${names}'. Did you mean '"pdf/to-word"'?`,
  ],
  [
    "void engine.submit({ operation: 'pdf/to-word', inputs: ['x'], options: { layuot: 'exact' } });",
    'layuot',
    "Object literal may only specify known properties, but 'layuot' does not exist in type 'PdfToWordOptions'. Did you mean to write 'layout'?",
  ],
  [
    "void host.engine.submit({ operation: 'pdf/to-image', inputs: ['x'], options: { dpi: 'banana' } });",
    'dpi',
    "Type 'string' is not assignable to type 'number'.",
  ],
  ["void some.convert('pdf/title', 'x', { title: 12 });", 'title', "Type 'number' is not assignable to type 'string'."],
  [
    "void some.submit({ operation: 'pdf/titel', inputs: ['x'] });",
    'operation',
    `Type '"pdf/titel"' is not assignable to type '"pdf/merge" | "pdf/title"'. Did you mean '"pdf/title"'?`,
  ],
  [
    "void more.engine.convert('pdf/title', 'x', { tilte: 'T' });",
    'tilte',
    "Object literal may only specify known properties, but 'tilte' does not exist in type 'Partial<{ title: string; bold: boolean; }>'. Did you mean to write 'title'?",
  ],
  [
    "platen(createPlaten({ data: './x' }));",
    "createPlaten({ data: './x' })",
    "Argument of type 'Promise<Platen<StandardOperations>>' is not assignable to parameter of type 'HttpSurfaceOptions'.",
  ],
  ['platen({});', '{}', "Argument of type '{}' is not assignable to parameter of type 'HttpSurfaceOptions'."],
  [
    "void createPlaten('./x');",
    "'./x'",
    "Argument of type 'string' is not assignable to parameter of type 'PlatenOptions<OperationList<StandardOperations>>'.",
  ],
  [
    "void createPlaten({ data: './x', retentonMs: 5 });",
    'retentonMs',
    "Object literal may only specify known properties, but 'retentonMs' does not exist in type 'PlatenOptions<OperationList<StandardOperations>>'. Did you mean to write 'retentionMs'?",
  ],
  [
    "void client.convert('pdf/to-word', new Blob([]), { layout: 'tight' });",
    'layout',
    `Type '"tight"' is not assignable to type '"exact" | "flow" | undefined'.`,
  ],
  [
    "void client.submit('pdf/compress', new Blob([]), { levle: 'high' });",
    'levle',
    "Object literal may only specify known properties, but 'levle' does not exist in type 'PdfCompressOptions'. Did you mean to write 'level'?",
  ],
];

const editor = openEditor(`${right}\n${mistakes.map(([code]) => code).join('\n')}\n`);

test('what is right compiles: synonyms, undefined options, operations of a host', () => {
  expect(editor.errorsAt(right)).toEqual([]);
});

test.each(mistakes)('%s', (code, at, message) => {
  expect(editor.errorsAt(code)).toEqual([{ at, message }]);
});

test('hover shows short types', () => {
  const [plain, engine] = [
    "const host = await createPlaten({ data: './data' });",
    'const engine = createEngine({ operations: standardOperations });',
  ];
  const firstLine = (code: string, name: string) => editor.hover(code, name).split('\n')[0];
  expect(firstLine(plain, 'host')).toBe('const host: Platen<StandardOperations>');
  expect(firstLine(plain, 'createPlaten')).toBe(
    '(alias) createPlaten<OperationList<StandardOperations>>(options: PlatenOptions<OperationList<StandardOperations>>): Promise<Platen<StandardOperations>>',
  );
  expect(firstLine(engine, 'engine')).toBe('const engine: ConversionEngine<StandardOperations>');
  expect(firstLine(engine, 'createEngine')).toBe(
    '(alias) createEngine<OperationList<StandardOperations>>(engineOptions: EngineOptions<OperationList<StandardOperations>>): ConversionEngine<StandardOperations>',
  );
  const convert = "void engine.convert('pdf/to-image', 'a.pdf', { dpi: 200";
  expect(firstLine(convert, 'convert')).toBe(
    '(method) ConversionEngine<StandardOperations>.convert<"pdf/to-image", PdfToImageOptions>(operation: "pdf/to-image", inputs: ConversionInput | readonly ConversionInput[], options?: NoInfer<PdfToImageOptions> | undefined, settings?: ConvertSettings): Promise<Conversion>',
  );
  expect(firstLine("void engine.submit({ operation: 'pdf/split'", 'submit')).toBe(
    '(method) ConversionEngine<StandardOperations>.submit<"pdf/split">(request: SubmitRequest<"pdf/split", PdfSplitOptions> | CheckedSubmitRequest<"pdf/split">): Promise<JobRecord>',
  );
  expect(firstLine("void client.convert('pdf/to-image'", 'convert')).toBe(
    '(method) Client<StandardOperations>.convert<"pdf/to-image">(operation: "pdf/to-image", files: ClientInput | readonly ClientInput[], options?: PdfToImageOptions | undefined, settings?: SubmitSettings): Promise<ConversionResult>',
  );
});

test('hover of a host with operations of its own shows names and options', () => {
  expect(editor.hover('const some = createEngine({ operations: [pdfMerge, pdfTitle] });', 'some')).toBe(
    `const some: ConversionEngine<{
    readonly "pdf/title": Partial<{
        title: string;
        bold: boolean;
    }>;
    readonly "pdf/merge": PdfMergeOptions;
}>`,
  );
  expect(editor.hover('const more = await createPlaten(', 'more')).toMatch(
    /^const more: Platen<\{\n {4}readonly "pdf\/title": Partial<\{[^}]*\}>;\n( {4}readonly "?[a-z/-]+"?: \w+Options;\n){8}\}>$/,
  );
});

test('hover of an option shows its description and default, in the engine and in the client', () => {
  const shown = `(property) PdfToImageOptions.dpi?: number | undefined
Pixels per inch of the page
@default 150`;
  expect(editor.hover("void engine.convert('pdf/to-image', 'a.pdf', { dpi: 200", 'dpi')).toBe(shown);
  expect(editor.hover("void client.convert('pdf/to-image', new Blob([]), { dpi: 72 });", 'dpi')).toBe(shown);
});

test('names and options are proposed', () => {
  expect(editor.proposals("void engine.convert('pdf/to-wrod")).toEqual(
    expect.arrayContaining(names.split(' | ').map((name) => name.slice(1, -1))),
  );
  expect(editor.proposals("void engine.convert(pdfMerge, ['a', 'b'], { bok")).toEqual([
    'activeContent',
    'bookmarks',
    'conformance',
    'order',
    'padTo',
    'pages',
    'password',
  ]);
});

test('the types of options are those of the schemas as they are now: npm run option-types', () => {
  for (const [path, types] of optionTypes()) {
    expect(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'), path).toBe(types);
  }
});
