import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('mupdf-facts.py', import.meta.url));
const timeoutMs = 60_000;

/** A Python with pymupdf. */
export const mupdfPython = process.env.PLATEN_MUPDF_PYTHON ?? 'python3';

/** Whether a process has answered once; one that ends before has no pymupdf, and none is started again. */
let hasAnswered = false;
let isMissing = false;

let process_: { readonly child: ChildProcessWithoutNullStreams; readonly lines: Interface } | null = null;

/** Asks MuPDF; rejects where it cannot read the file. One question at a time. */
export async function askMupdf(request: {
  readonly path: string;
  readonly pages?: number;
  readonly dpi?: number;
}): Promise<unknown> {
  if (isMissing) throw new Error('there is no MuPDF');
  process_ ??= started();
  const { child, lines } = process_;
  const timer = setTimeout(endMupdf, timeoutMs);
  try {
    child.stdin.write(`${JSON.stringify(request)}\n`);
    const answer = await new Promise<unknown>((resolve, reject) => {
      lines.once('line', (line) => {
        hasAnswered = true;
        resolve(JSON.parse(line));
      });
      lines.once('close', () => reject(new Error('MuPDF ended')));
    });
    const { error } = Object(answer) as { readonly error?: string };
    if (error !== undefined) throw new Error(error);
    return answer;
  } finally {
    clearTimeout(timer);
    lines.removeAllListeners();
  }
}

/** Ends the process; the next question starts another. */
export function endMupdf(): void {
  process_?.child.kill('SIGKILL');
  process_ = null;
}

function started() {
  const child = spawn(mupdfPython, [script]);
  child.on('error', () => endMupdf());
  child.on('close', () => {
    isMissing ||= !hasAnswered;
    endMupdf();
  });
  child.stdin.on('error', () => endMupdf());
  child.stderr.resume();
  return { child, lines: createInterface(child.stdout) };
}
