import { PassThrough } from 'node:stream';
import WorkbookWriter from 'exceljs/lib/stream/xlsx/workbook-writer.js';
import StreamBuffer from 'exceljs/lib/utils/stream-buf.js';

const bufferBytes = 64 * 1024;

/**
 * The writer of exceljs, over an archiver without deprecated buffers (an override in the root `package.json`). That one
 * needs streams whose `pipe` returns its destination, which those of exceljs do not: a standard one goes between.
 */
export class WorkbookStream extends WorkbookWriter {
  /** Called by exceljs for each part of the file that is written piece by piece. */
  _openStream(name: string): StreamBuffer {
    const stream = new StreamBuffer({ bufSize: bufferBytes, batch: true });
    // Errors: it only passes on what is in memory.
    const archived = new PassThrough();
    stream.pipe(archived);
    this.zip.append(archived, { name });
    stream.on('finish', () => stream.emit('zipped'));
    return stream;
  }
}
