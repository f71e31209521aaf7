import { ConversionError } from '@platen/core';

/** How a file is opened by an engine that may find it damaged. */
export interface RepairOptions {
  /** The password. The empty password is tried first. */
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
 * Opens a file, or a copy of it made in memory: repaired where `open` rejects with `damaged_file`, without encryption
 * where it rejects with `PDF_ENCRYPTED` and nothing but attachments is encrypted. Rejects with the error of `open`
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
    if (ConversionError.is(error) && error.code === 'PDF_ENCRYPTED') {
      return open(await copyInClear(source, { password, fileName }, error));
    }
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

/** Rejects with `refusal` where the pages need the password. */
async function copyInClear(
  source: string | Uint8Array,
  options: Pick<RepairOptions, 'password' | 'fileName'>,
  refusal: ConversionError,
): Promise<Uint8Array> {
  const { repairPdf } = await import('./objects/repair-pdf.ts');
  const limits = { maxPages: maxRepairedPages };
  const { bytes } = await repairPdf(source, { ...options, limits, pagesOnly: true }).catch(() => {
    throw refusal;
  });
  return bytes;
}

function isDamage(error: unknown): boolean {
  return ConversionError.is(error) && error.details.reason === 'damaged_file';
}
