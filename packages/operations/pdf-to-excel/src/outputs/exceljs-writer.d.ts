/** Only the writer of exceljs: its readers account for half of what the package loads, and most of its dependencies. */
declare module 'exceljs/lib/stream/xlsx/workbook-writer.js' {
  import type { Readable } from 'node:stream';
  import ExcelJS from 'exceljs';

  export default class WorkbookWriter extends ExcelJS.stream.xlsx.WorkbookWriter {
    protected readonly zip: { append(source: Readable, part: { readonly name: string }): void };
  }
}

declare module 'exceljs/lib/utils/stream-buf.js' {
  import type { Duplex } from 'node:stream';

  interface StreamBuffer extends Duplex {}
  const StreamBuffer: new (options: { readonly bufSize: number; readonly batch: boolean }) => StreamBuffer;
  export default StreamBuffer;
}
