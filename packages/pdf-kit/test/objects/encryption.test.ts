import { createCipheriv, createHash } from 'node:crypto';
import { PDFDict, PDFName, PDFRawStream } from 'pdf-lib';
import { expect, test } from 'vitest';
import { rc4 } from '../../src/objects/rc4.ts';
import { openPdf } from '../../src/objects.ts';
import { openPageModel } from '../../src/page-model.ts';
import { writeTestFile } from '../draw-pdf.ts';
import { onePage, pdfText } from './pdf-text.ts';

const fileKey = Buffer.alloc(32, 7);
const iv = Buffer.alloc(16, 9);

function sha256(...parts: readonly Uint8Array[]): Buffer {
  return createHash('sha256').update(Buffer.concat(parts)).digest();
}

function encrypt(text: string): Buffer {
  const cipher = createCipheriv('aes-256-cbc', fileKey, iv);
  return Buffer.concat([iv, cipher.update(text), cipher.final()]);
}

/** An encryption dictionary of revision 5 (Adobe's extension level 3) for a user's password. */
function encryption(password: string, filters: string): string {
  const [validation, keySalt] = [Buffer.alloc(8, 1), Buffer.alloc(8, 2)];
  const secret = Buffer.from(password);
  const wrap = createCipheriv('aes-256-cbc', sha256(secret, keySalt), Buffer.alloc(16)).setAutoPadding(false);
  const wrapped = Buffer.concat([wrap.update(fileKey), wrap.final()]).toString('hex');
  const user = Buffer.concat([sha256(secret, validation), validation, keySalt]).toString('hex');
  return `<</Filter/Standard/V 5/R 5/Length 256/P -4/Perms<${'00'.repeat(16)}>/O<${'00'.repeat(48)}>/U<${user}>/OE<${wrapped}>/UE<${wrapped}>
/CF<</StdCF<</CFM/AESV3/AuthEvent/EFOpen/Length 32>>>>${filters}>>`;
}

/** A page in clear, and an attachment that is encrypted, by its kind or by a filter of its own. */
function attachmentsEncrypted(streamEntries: string, password = 'secret'): Buffer {
  const data = encrypt('attached').toString('latin1');
  return pdfText(
    {
      ...onePage,
      5: `<<${streamEntries}/Length ${data.length}>>\nstream\n${data}\nendstream`,
      6: encryption(password, '/StmF/Identity/StrF/Identity/EFF/StdCF'),
    },
    '/Encrypt 6 0 R/ID[<00><00>]',
  );
}

async function attachment(bytes: Uint8Array, password?: string) {
  const { context, pages } = await openPdf(bytes, { password, fileName: 'a.pdf' });
  const stream = context
    .enumerateIndirectObjects()
    .map(([, object]) => object)
    .find((object) => object instanceof PDFRawStream && object.dict.get(PDFName.Type) === PDFName.of('EmbeddedFile'));
  if (!(stream instanceof PDFRawStream)) throw new TypeError('no attachment');
  return { text: Buffer.from(stream.contents).toString('latin1'), dict: stream.dict, pageCount: pages.length };
}

test('attachments that alone are encrypted are read with the password', async () => {
  const { text, pageCount } = await attachment(attachmentsEncrypted('/Type/EmbeddedFile'), 'secret');
  expect([text, pageCount]).toEqual(['attached', 1]);
});

test('a stream that names its crypt filter is decrypted by it, and says so no longer', async () => {
  const entries = '/Type/EmbeddedFile/Filter[/Crypt]/DecodeParms[<</Name/StdCF>>]';
  const { text, dict } = await attachment(attachmentsEncrypted(entries), 'secret');
  expect(text).toBe('attached');
  expect(dict instanceof PDFDict && [dict.has(PDFName.of('Filter')), dict.has(PDFName.of('DecodeParms'))]).toEqual([
    false,
    false,
  ]);
});

test.each([
  [undefined, 'password_required', 'Only the attachments of a.pdf are encrypted: they need a password'],
  ['wrong', 'password_incorrect', 'Only the attachments of a.pdf are encrypted, and the password does not open them'],
])('with the password %s the error says that it is the attachments', async (password, reason, message) => {
  await expect(attachment(attachmentsEncrypted('/Type/EmbeddedFile'), password)).rejects.toMatchObject({
    code: 'PDF_ENCRYPTED',
    message,
    details: { reason, fileName: 'a.pdf' },
  });
});

test('pages are read without the password of the attachments, and not where they are encrypted themselves', async () => {
  const path = await writeTestFile('a.pdf', attachmentsEncrypted('/Type/EmbeddedFile'));
  const document = await openPageModel(path, { fileName: 'a.pdf' });
  expect(document.pageCount).toBe(1);
  await document.close();
  const { pages } = await openPdf(attachmentsEncrypted('/Type/EmbeddedFile'), { pagesOnly: true });
  expect(pages).toHaveLength(1);
  const locked = attachmentsEncrypted('/Type/EmbeddedFile').toString('latin1').replace('/StmF/Identity', '/StmF/StdCF');
  const refused = openPageModel(await writeTestFile('b.pdf', Buffer.from(locked, 'latin1')));
  await expect(refused).rejects.toMatchObject({ code: 'PDF_ENCRYPTED' });
});

test.each([
  ['a soft hyphen, which SASLprep drops', 'IX', 'I\u00adX'],
  ['a no-break space, which it makes a space', 'a b', 'a\u00a0b'],
  ['a zero-width space, which it may drop', 'ab', 'a\u200bb'],
  ['a zero-width space, which it may make a space', 'a b', 'a\u200bb'],
  ['a joiner, a variation selector and a mark of byte order, which it drops', 'ab', 'a\u200d\ufe0f\ufeffb'],
  ['a ligature of a writer that prepares nothing', '\ufb01n', '\ufb01n'],
  ['a character that it forbids', 'a\u0007b', 'a\u0007b'],
])('a password with %s opens the file', async (_, stored, typed) => {
  const { text } = await attachment(attachmentsEncrypted('/Type/EmbeddedFile', stored), typed);
  expect(text).toBe('attached');
});

/** The string that 40-bit encryption fills up passwords with (ISO 32000-2, algorithm 2). */
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/** A page in a file of revision 2 whose user's password is these bytes. */
function oldEncryption(password: Uint8Array): Buffer {
  const [owner, permissions] = [Buffer.alloc(32), Buffer.from([0xfc, 0xff, 0xff, 0xff])];
  const secret = Buffer.concat([password, padding]).subarray(0, 32);
  const hash = createHash('md5').update(Buffer.concat([secret, owner, permissions, Buffer.alloc(1)]));
  const user = Buffer.from(rc4(hash.digest().subarray(0, 5), padding)).toString('hex');
  const dict = `<</Filter/Standard/V 1/R 2/P -4/O<${owner.toString('hex')}>/U<${user}>>>`;
  return pdfText({ ...onePage, 6: dict }, '/Encrypt 6 0 R/ID[<00><00>]');
}

test.each([
  ['PDFDocEncoding', [0xe4, 0xa0]],
  ['UTF-8', [...Buffer.from('ä€')]],
])('an old file opens with a password in %s', async (_encoding, bytes) => {
  const file = oldEncryption(Uint8Array.from(bytes));
  expect((await openPdf(file, { password: 'ä€' })).pages).toHaveLength(1);
  await expect(openPdf(file, { password: 'ä' })).rejects.toMatchObject({ code: 'PDF_ENCRYPTED' });
});
