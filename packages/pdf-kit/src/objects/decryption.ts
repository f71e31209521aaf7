import { createDecipheriv, createHash } from 'node:crypto';
import { ConversionError, encryptionUnsupported, pdfEncrypted } from '@platen/core';
import { PDFArray, PDFBool, PDFDict, PDFName } from 'pdf-lib';
import { type EncryptionParameters, findFileKey } from './file-key.ts';
import type { ObjectDecryptor } from './object-parser.ts';
import { rc4 } from './rc4.ts';
import { isText, numberEntry } from './typed-entries.ts';

type Cipher = 'none' | 'rc4' | 'aes-128' | 'aes-256';

/** Gives the decryptor of each indirect object of an encrypted file. */
export type Decryption = (objectNumber: number, generation: number) => ObjectDecryptor;

export interface DecryptionRequest {
  /** The encryption dictionary, read without decryption. */
  readonly encrypt: PDFDict;
  /** The trailer's `/ID`. */
  readonly fileId: PDFArray | null;
  /** The password given; the empty one is tried before it. */
  readonly password: string | undefined;
  readonly fileName: string | undefined;
  /** If only the attachments are encrypted and the password is missing, leave them so: for callers that read only pages. */
  readonly pagesOnly: boolean | undefined;
}

/**
 * Opens the standard security handler (RC4 40–128, AES-128, AES-256). Rejects with `PDF_ENCRYPTED` and reason
 * `password_required` or `password_incorrect`, or `encryption_unsupported` for a handler that is not the standard one.
 */
export function createDecryption(request: DecryptionRequest): Decryption {
  const { encrypt, fileId, password, fileName, pagesOnly } = request;
  const version = numberEntry(encrypt, 'V') ?? 0;
  const revision = numberEntry(encrypt, 'R') ?? 2;
  const filter = encrypt.lookup(PDFName.of('Filter'));
  if (
    (filter instanceof PDFName && filter !== PDFName.of('Standard')) ||
    version < 1 ||
    version > 5 ||
    version === 3 ||
    revision > 6
  ) {
    throw encryptionUnsupported(fileName);
  }
  const parameters: EncryptionParameters = {
    revision,
    keyBytes: keyBytesOf(encrypt, version),
    permissions: numberEntry(encrypt, 'P') ?? -1,
    encryptMetadata: encrypt.lookup(PDFName.of('EncryptMetadata')) !== PDFBool.False,
    owner: stringEntry(encrypt, 'O'),
    user: stringEntry(encrypt, 'U'),
    ownerKey: stringEntry(encrypt, 'OE'),
    userKey: stringEntry(encrypt, 'UE'),
    fileId: firstId(fileId),
  };
  const streamCipher = cipherOf(encrypt, version, 'StmF');
  const stringCipher = cipherOf(encrypt, version, 'StrF');
  const attachmentCipher = encrypt.has(PDFName.of('EFF')) ? cipherOf(encrypt, version, 'EFF') : streamCipher;
  const attachmentsOnly = streamCipher === 'none' && stringCipher === 'none' && attachmentCipher !== 'none';
  const key = findKey(parameters, password);
  if (key === null && attachmentsOnly && pagesOnly === true) return () => inClear;
  if (key === null) throw attachmentsOnly ? attachmentsEncrypted(password, fileName) : pdfEncrypted(password, fileName);
  const cipherOfStream = (dict: PDFDict): Cipher => {
    if (dict.get(PDFName.Type) === PDFName.of('XRef')) return 'none';
    const named = takeCryptFilter(dict);
    if (named !== null) return version < 4 || named === 'Identity' ? 'none' : namedCipher(encrypt, PDFName.of(named));
    if (dict.get(PDFName.Type) === PDFName.of('Metadata') && !parameters.encryptMetadata) return 'none';
    return dict.get(PDFName.Type) === PDFName.of('EmbeddedFile') ? attachmentCipher : streamCipher;
  };
  return (objectNumber, generation) => {
    const objectKeys = new Map<Cipher, Uint8Array>();
    const decrypt = (cipher: Cipher, bytes: Uint8Array) => {
      const objectKey = objectKeys.get(cipher) ?? keyOfObject(key, cipher, objectNumber, generation);
      objectKeys.set(cipher, objectKey);
      return decryptBytes(cipher, objectKey, bytes);
    };
    return {
      string: (bytes) => decrypt(stringCipher, bytes),
      stream: (dict, bytes) => decrypt(cipherOfStream(dict), bytes),
    };
  };
}

const inClear: ObjectDecryptor = {
  string: (bytes) => bytes,
  stream: (dict, bytes) => {
    takeCryptFilter(dict);
    return bytes;
  },
};

/** Null when neither the empty password nor the one given is right. */
function findKey(parameters: EncryptionParameters, password: string | undefined): Uint8Array | null {
  const candidates = password === undefined || password === '' ? [''] : ['', password];
  for (const candidate of candidates) {
    const key = findFileKey(parameters, candidate);
    if (key !== null) return key;
  }
  return null;
}

/** The pages are in clear, but attachments that were written again without their key could never be decrypted. */
function attachmentsEncrypted(password: string | undefined, fileName: string | undefined): ConversionError {
  const { details } = pdfEncrypted(password, fileName);
  const file = fileName ?? 'The PDF';
  const message =
    details.reason === 'password_incorrect'
      ? `Only the attachments of ${file} are encrypted, and the password does not open them`
      : `Only the attachments of ${file} are encrypted: they need a password`;
  return new ConversionError('PDF_ENCRYPTED', message, { details });
}

function keyBytesOf(encrypt: PDFDict, version: number): number {
  if (version === 5) return 32;
  if (version === 4) return 16;
  if (version === 1) return 5;
  const bits = numberEntry(encrypt, 'Length') ?? 40;
  return Math.min(16, Math.max(5, (bits < 40 ? bits * 8 : bits) >> 3));
}

function cipherOf(encrypt: PDFDict, version: number, entry: 'StmF' | 'StrF' | 'EFF'): Cipher {
  if (version < 4) return 'rc4';
  const name = encrypt.lookup(PDFName.of(entry));
  return name instanceof PDFName && name !== PDFName.of('Identity') ? namedCipher(encrypt, name) : 'none';
}

/** The cipher of a crypt filter. */
function namedCipher(encrypt: PDFDict, name: PDFName): Cipher {
  const filters = encrypt.lookup(PDFName.of('CF'));
  const filter = filters instanceof PDFDict ? filters.lookup(name) : undefined;
  const method = filter instanceof PDFDict ? filter.lookup(PDFName.of('CFM')) : undefined;
  if (method === PDFName.of('V2')) return 'rc4';
  if (method === PDFName.of('AESV2')) return 'aes-128';
  return method === PDFName.of('AESV3') ? 'aes-256' : 'none';
}

/**
 * The name of the crypt filter of a stream; null when it has none. Removes the filter from the dictionary, since the stream
 * is kept decrypted.
 */
function takeCryptFilter(dict: PDFDict): string | null {
  const [filterKey, paramsKey] = [PDFName.of('Filter'), PDFName.of('DecodeParms')];
  const filter = dict.get(filterKey);
  const params = dict.get(paramsKey);
  const first = filter instanceof PDFArray && filter.size() > 0 ? filter.get(0) : filter;
  if (first !== PDFName.of('Crypt')) return null;
  const firstParams = params instanceof PDFArray && params.size() > 0 ? params.get(0) : params;
  const name = firstParams instanceof PDFDict ? firstParams.get(PDFName.of('Name')) : undefined;
  for (const key of [filterKey, paramsKey]) {
    const value = dict.get(key);
    if (value instanceof PDFArray && value.size() > 1) value.remove(0);
    else dict.delete(key);
  }
  return name instanceof PDFName ? name.decodeText() : 'Identity';
}

/** Algorithm 1 of ISO 32000-1: the key of one object. AES-256 uses the key of the file. */
function keyOfObject(key: Uint8Array, cipher: Cipher, objectNumber: number, generation: number): Uint8Array {
  if (cipher === 'aes-256' || cipher === 'none') return key;
  const hash = createHash('md5').update(key);
  hash.update(Uint8Array.of(objectNumber, objectNumber >> 8, objectNumber >> 16, generation, generation >> 8));
  if (cipher === 'aes-128') hash.update('sAlT', 'latin1');
  return hash.digest().subarray(0, Math.min(16, key.length + 5));
}

function decryptBytes(cipher: Cipher, key: Uint8Array, bytes: Uint8Array): Uint8Array {
  if (cipher === 'none') return bytes;
  if (cipher === 'rc4') return rc4(key, bytes);
  const body = bytes.subarray(16, bytes.length - (bytes.length % 16));
  if (bytes.length < 32) return new Uint8Array(0);
  const algorithm = cipher === 'aes-256' ? 'aes-256-cbc' : 'aes-128-cbc';
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, 16)).setAutoPadding(false);
  const clear = Buffer.concat([decipher.update(body), decipher.final()]);
  const padded = clear[clear.length - 1] ?? 0;
  return padded >= 1 && padded <= 16 ? clear.subarray(0, clear.length - padded) : clear;
}

function firstId(fileId: PDFArray | null): Uint8Array {
  const first = fileId === null || fileId.size() === 0 ? undefined : fileId.lookup(0);
  return isText(first) ? first.asBytes() : new Uint8Array(0);
}

function stringEntry(dict: PDFDict, key: string): Uint8Array {
  const value = dict.lookup(PDFName.of(key));
  return isText(value) ? value.asBytes() : new Uint8Array(0);
}
