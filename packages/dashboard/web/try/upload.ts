import { ApiError, changeHeaders } from '../api.ts';
import { signedOut } from '../session.ts';
import { sentFields } from './sent-fields.ts';

/** A minute without a byte is an upload that hangs. */
const timeoutMs = 15 * 60_000;

/** Sends files with the fields of a form. Only XMLHttpRequest reports how much has been sent. */
export function upload(
  operation: string,
  fields: FormData,
  files: readonly File[],
  onSent: (share: number) => void,
): Promise<{ readonly jobId: string }> {
  const form = new FormData();
  // Fields come first: the server then knows them when the files come.
  for (const [name, value] of sentFields(fields)) form.append(name, value);
  for (const file of files) form.append(files.length === 1 ? 'file' : 'files', file, file.name);
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    request.open('POST', `data/convert?operation=${encodeURIComponent(operation)}`);
    for (const [name, value] of Object.entries(changeHeaders)) request.setRequestHeader(name, value);
    request.timeout = timeoutMs;
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total === 0 ? 0 : loaded / total));
    const unreachable = () => reject(new ApiError(0, { code: 'OFFLINE', message: 'The server cannot be reached' }));
    request.addEventListener('error', unreachable);
    request.addEventListener('timeout', unreachable);
    request.addEventListener('load', () => {
      if (request.status === 202) {
        resolve(request.response);
        return;
      }
      if (request.status === 401) signedOut();
      reject(new ApiError(request.status, request.response ?? {}));
    });
    request.send(form);
  });
}
