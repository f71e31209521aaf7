import { relative } from 'node:path';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { readPipedInputs } from '../piped-input.ts';
import { createProgressBar } from '../progress-bar.ts';
import { sizeChange } from '../size-change.ts';
import { describeLeftOut } from './batch-report.ts';
import type { CollectedInputs } from './collect-inputs.ts';
import type { ConvertContext } from './convert-batch.ts';
import { convertFiles } from './convert-files.ts';
import { errorWithFile } from './error-with-file.ts';
import type { ConvertRequest } from './request.ts';

/** One conversion, of one file or of several that become one, with its progress on a terminal. */
export async function convertOne(
  request: ConvertRequest,
  { files, leftOut }: Pick<CollectedInputs, 'files' | 'leftOut'>,
  { converter, interruption, terminal }: ConvertContext,
): Promise<ExitCode> {
  const { operation, target, asJson } = request;
  const bar = createProgressBar(operation.name, terminal);
  const { signal } = interruption;
  try {
    await using piped = await readPipedInputs(files, terminal.input, signal);
    const { outputs, warnings, sizes } = await convertFiles(request, terminal, {
      converter,
      inputs: piped.paths,
      target,
      call: { signal, onProgress: bar.update },
      kept: new Set(),
      ask: terminal.askSecret,
    });
    bar.clear();
    if (asJson) terminal.print(JSON.stringify({ outputs, warnings, ...(leftOut.length === 0 ? {} : { leftOut }) }));
    for (const { code, message } of asJson ? [] : warnings) terminal.note(`warning: ${message} (${code})`);
    if (leftOut.length > 0 && !asJson) terminal.note(describeLeftOut(leftOut, operation.name));
    if (terminal.isInteractive) for (const path of outputs) terminal.note(`wrote ${relative('', path)}`);
    if (sizes !== null && !asJson) terminal.note(sizeChange(sizes.before, sizes.after));
    return exitCodes.success;
  } catch (error) {
    bar.clear();
    const code = interruption.exitCode();
    if (code === null) throw errorWithFile(error, files);
    terminal.note('platen: stopped');
    return code;
  }
}
