import { createDecipheriv, createHash } from 'node:crypto';
import { pdfEncrypted, processingFailed } from '@platen/core';
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
}

/**
 * Opens the standard security handler (RC4 40–128, AES-128, AES-256). Rejects with `PDF_ENCRYPTED` and reason
 * `password_required` or `password_incorrect`, or with `damaged_file` for a handler that is not the standard one.
 */
export function createDecryption({ encrypt, fileId, password, fileName }: DecryptionRequest): Decryption {
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
    throw processingFailed('damaged_file', 'The file is encrypted in a way that is not supported', { fileName });
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
  const key = findKey(parameters, password, fileName);
  const streamCipher = cipherOf(encrypt, version, 'StmF');
  const stringCipher = cipherOf(encrypt, version, 'StrF');
  return (objectNumber, generation) => {
    const objectKeys = new Map<Cipher, Uint8Array>();
    const decrypt = (cipher: Cipher, bytes: Uint8Array) => {
      const objectKey = objectKeys.get(cipher) ?? keyOfObject(key, cipher, objectNumber, generation);
      objectKeys.set(cipher, objectKey);
      return decryptBytes(cipher, objectKey, bytes);
    };
    return {
      string: (bytes) => decrypt(stringCipher, bytes),
      stream: (dict, bytes) => (isClear(dict, parameters) ? bytes : decrypt(streamCipher, bytes)),
    };
  };
}

function findKey(
  parameters: EncryptionParameters,
  password: string | undefined,
  fileName: string | undefined,
): Uint8Array {
  const candidates = password === undefined || password === '' ? [''] : ['', password];
  for (const candidate of candidates) {
    const key = findFileKey(parameters, candidate);
    if (key !== null) return key;
  }
  throw pdfEncrypted(password, fileName);
}

function keyBytesOf(encrypt: PDFDict, version: number): number {
  if (version === 5) return 32;
  if (version === 4) return 16;
  if (version === 1) return 5;
  const bits = numberEntry(encrypt, 'Length') ?? 40;
  return Math.min(16, Math.max(5, (bits < 40 ? bits * 8 : bits) >> 3));
}

function cipherOf(encrypt: PDFDict, version: number, entry: 'StmF' | 'StrF'): Cipher {
  if (version < 4) return 'rc4';
  const name = encrypt.lookup(PDFName.of(entry));
  const filters = encrypt.lookup(PDFName.of('CF'));
  if (!(name instanceof PDFName) || name === PDFName.of('Identity') || !(filters instanceof PDFDict)) return 'none';
  const filter = filters.lookup(name);
  const method = filter instanceof PDFDict ? filter.lookup(PDFName.of('CFM')) : undefined;
  if (method === PDFName.of('V2')) return 'rc4';
  if (method === PDFName.of('AESV2')) return 'aes-128';
  return method === PDFName.of('AESV3') ? 'aes-256' : 'none';
}

/** Streams that are never encrypted, or that say so themselves. */
function isClear(dict: PDFDict, parameters: EncryptionParameters): boolean {
  const type = dict.get(PDFName.Type);
  if (type === PDFName.of('XRef')) return true;
  if (type === PDFName.of('Metadata') && !parameters.encryptMetadata) return true;
  const filter = dict.get(PDFName.of('Filter'));
  const first = filter instanceof PDFArray && filter.size() > 0 ? filter.get(0) : filter;
  if (first !== PDFName.of('Crypt')) return false;
  const given = dict.get(PDFName.of('DecodeParms'));
  const cryptParameters = given instanceof PDFArray && given.size() > 0 ? given.get(0) : given;
  const name = cryptParameters instanceof PDFDict ? cryptParameters.get(PDFName.of('Name')) : undefined;
  return name === undefined || name === PDFName.of('Identity');
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
