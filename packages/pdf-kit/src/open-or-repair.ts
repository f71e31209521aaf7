import { ConversionError } from '@platen/core';

/** How a file is opened by an engine that may find it damaged. */
export interface RepairOptions {
  /** Tried after the empty password. */
  readonly password?: string | undefined;
  /** The name the user gave the file, for messages. */
  readonly fileName?: string | undefined;
  /**
   * Receives the warning that the file was damaged and that a repaired copy was opened: `warn` of the context of a worker.
   * A file that cannot be opened is repaired only where this is given.
   */
  readonly onRepair?: ((code: string, message: string) => void) | undefined;
}

/** Pages listed by a damaged file beyond this are a trap, not a document. */
const maxRepairedPages = 10_000;

/**
 * Opens a file, or a copy of it repaired in memory where `open` rejects with `damaged_file`. Rejects with that error
 * where the file is beyond repair, and with `PDF_ENCRYPTED` where the objects of the damaged file need a password.
 */
export async function openOrRepair<Opened>(
  source: string | Uint8Array,
  { password, fileName, onRepair }: RepairOptions,
  open: (source: string | Uint8Array) => Promise<Opened>,
): Promise<Opened> {
  try {
    return await open(source);
  } catch (error) {
    if (onRepair === undefined || !isDamage(error)) throw error;
    // Loaded only for the file that needs it.
    const { repairPdf, warnOfRepair } = await import('./objects/repair-pdf.ts');
    const limits = { maxPages: maxRepairedPages };
    const repaired = await repairPdf(source, { password, fileName, limits }).catch((cause: unknown) => {
      throw isDamage(cause) ? error : cause;
    });
    const opened = await open(repaired.bytes);
    warnOfRepair(repaired.document, onRepair);
    return opened;
  }
}

function isDamage(error: unknown): boolean {
  return ConversionError.is(error) && error.details.reason === 'damaged_file';
}
