import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { element, namespaces, xmlDeclaration } from './xml.ts';
import type { ZipEntry } from './zip-file.ts';

/** The body of `word/document.xml` while it grows: on disk, a block a line. */
export interface BodyPart {
  /** Adds the XML of a block. */
  write(xml: string): void;
  /** Writes the whole part: each block as `resolved` makes it, the properties of the last section at the end. */
  copyTo(entry: ZipEntry, resolved: (xml: string) => string, lastSection: string): Promise<void>;
  /** Closes and removes the file. */
  remove(): void;
}

/** Begins the body in a scratch file at `path`. */
export function createBodyPart(path: string): BodyPart {
  const file = openSync(path, 'w');
  return {
    write: (xml) => void writeSync(file, `${xml.replace(/[\r\n]/g, ' ')}\n`),
    async copyTo(entry, resolved, lastSection) {
      const empty = element('w:document', namespaces, '<w:body></w:body>');
      const [head = '', tail = ''] = empty.split('</w:body>');
      entry.write(xmlDeclaration + head);
      const body = await open(path);
      for await (const block of body.readLines()) entry.write(resolved(block));
      entry.write(`${lastSection}</w:body>${tail}`);
      entry.close();
    },
    remove() {
      closeSync(file);
      rmSync(path, { force: true });
    },
  };
}
