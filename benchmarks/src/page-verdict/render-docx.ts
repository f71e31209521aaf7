import { execFile } from 'node:child_process';
import { basename, dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';

/** LibreOffice lays out some documents forever. */
const timeoutMs = 120_000;

/** Lays out a document by LibreOffice; gives the path of the PDF beside it, or null where LibreOffice gave up. */
export async function renderDocx(docx: string): Promise<string | null> {
  const folder = dirname(docx);
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const done = await promisify(execFile)(
    'soffice',
    [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, docx],
    { timeout: timeoutMs },
  ).catch(() => null);
  return done === null ? null : join(folder, `${basename(docx, extname(docx))}.pdf`);
}
