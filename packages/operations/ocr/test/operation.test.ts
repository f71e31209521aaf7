import { expect, test } from 'vitest';
import { createOcr, ocr } from '../src/index.ts';

const check = async (options: Readonly<Record<string, unknown>>) => ocr.options['~standard'].validate(options);

test('everything has a default', async () => {
  expect(await check({})).toEqual({
    value: {
      language: 'eng',
      mode: 'skip-text',
      output: ['pdf'],
      deskew: false,
      rotate: false,
      activeContent: 'keep',
    },
  });
});

test('a standard of PDF is refused where no PDF comes out', async () => {
  const problem = { path: ['conformance'], message: 'needs pdf among the outputs' };
  expect(await check({ conformance: 'pdfa-2b', output: 'txt,json' })).toMatchObject({ issues: [problem] });
  expect(await check({ conformance: 'pdfa-2b', output: 'txt,pdf' })).toHaveProperty('value');
});

test('options arrive as the strings of a form', async () => {
  const given = {
    language: ' EN-us ',
    mode: 'REDO',
    output: 'docx',
    deskew: 'yes',
    rotate: '1',
    activeContent: 'Remove',
  };
  expect(await check(given)).toEqual({
    value: { language: 'eng', mode: 'redo', output: ['docx'], deskew: true, rotate: true, activeContent: 'remove' },
  });
});

test.each([
  ['pdf,txt, JSON', ['pdf', 'txt', 'json']],
  [
    ['txt', 'txt', 'hocr'],
    ['txt', 'hocr'],
  ],
])('several outputs are asked for at once (%j)', async (output, formats) => {
  expect(await check({ output })).toMatchObject({ value: { output: formats } });
});

test.each(['pdf,xml', '', ['docx', 7]])('an output that there is not is refused (%j)', async (output) => {
  const { issues = [] } = await check({ output });
  expect(issues[0]).toMatchObject({
    path: ['output'],
    message: expect.stringContaining('must be one or more of pdf, txt'),
  });
});

test('the choice of languages may be left to the script of each page', async () => {
  expect(await check({ language: 'Auto' })).toMatchObject({ value: { language: 'auto' } });
  expect((await check({ language: 'auto+eng' })).issues).toHaveLength(1);
});

test('a language that is not installed is refused with the installed ones', async () => {
  const { issues = [] } = await check({ language: 'eng+xx-klingon' });
  expect(issues).toHaveLength(1);
  expect(issues[0]).toMatchObject({ path: ['language'], message: expect.stringContaining('"xx-klingon"') });
  expect(issues[0]).toHaveProperty('values', expect.arrayContaining(['eng']));
});

test('the languages of the operation are those installed', async () => {
  expect(await ocr.languages?.()).toContain('eng');
});

test("a host's settings reach the worker in its URL, for a child process has no environment", () => {
  const { worker } = createOcr({ languageFolders: ['/data/languages'], tesseractProgram: 'tesseract' });
  expect(worker.pathname.endsWith(new URL(ocr.worker).pathname)).toBe(true);
  expect(worker.searchParams.getAll('languages')).toEqual(['/data/languages']);
  expect(worker.searchParams.get('tesseract')).toBe('tesseract');
});

test('the password is a secret of the schema', () => {
  const schema = ocr.options['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
  expect(schema).toMatchObject({ properties: { password: { writeOnly: true }, language: { default: 'eng' } } });
});
