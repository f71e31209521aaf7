import { relative } from 'node:path';
import { describeError, type Failure } from '../report-error.ts';
import { sizeChange } from '../size-change.ts';
import type { Terminal } from '../terminal.ts';
import type { WrittenResult } from './convert-files.ts';

/** Says what becomes of the files of a batch: a line each in a pipe, a bar and the failures on a terminal, JSON lines with `--json`. */
export interface BatchReport {
  converted(input: string, result: WrittenResult): void;
  failed(input: string, error: unknown): void;
  /** How far the files under way are, by their shares, 0–1. */
  progress(shares: number): void;
  /** The counts, and the failures once more. */
  summary(): void;
  readonly failures: number;
}

const barWidth = 20;

/** `leftOut` are files of folders and patterns that are not converted. */
export function createBatchReport({ title, total, leftOut, asJson }: BatchSettings, terminal: Terminal): BatchReport {
  const failures: (readonly [string, Failure])[] = [];
  const sizes = { before: 0, after: 0 };
  let convertedCount = 0;
  let shown = '';

  const done = () => convertedCount + failures.length;
  const say = (line: string) => {
    if (terminal.isInteractive) terminal.status(null);
    terminal.note(line);
    shown = '';
  };
  const place = () => `[${String(done()).padStart(String(total).length)}/${total}]`;
  const draw = (shares: number) => {
    if (!terminal.isInteractive) return;
    const filled = Math.floor(((done() + shares) / total) * barWidth);
    const failed = failures.length === 0 ? '' : `, ${failures.length} failed`;
    const bar = '█'.repeat(filled) + '░'.repeat(Math.max(0, barWidth - filled));
    const line = `${title} ${bar} ${done()}/${total}${failed}`.slice(0, terminal.columns - 1);
    if (line !== shown) terminal.status(line);
    shown = line;
  };
  draw(0);
  for (const input of asJson ? leftOut : []) terminal.print(JSON.stringify({ input, status: 'left_out' }));

  return {
    get failures() {
      return failures.length;
    },
    converted(input, { outputs, warnings, sizes: size }) {
      convertedCount += 1;
      sizes.before += size?.before ?? 0;
      sizes.after += size?.after ?? 0;
      if (asJson) terminal.print(JSON.stringify({ input, status: 'converted', outputs, warnings }));
      else if (!terminal.isInteractive) say(`${place()} ${input} -> ${describeOutputs(outputs)}`);
      for (const { code, message } of asJson ? [] : warnings) say(`warning: ${input}: ${message} (${code})`);
      draw(0);
    },
    failed(input, error) {
      const failure = describeError(error);
      failures.push([input, failure]);
      if (asJson) terminal.print(JSON.stringify({ input, status: 'failed', error: failure }));
      else say(`${place()} failed: ${input}: ${reasonOf(failure)}`);
      draw(0);
    },
    progress: draw,
    summary() {
      const counts = { files: total, converted: convertedCount, failed: failures.length, leftOut: leftOut.length };
      const notConverted = total - done();
      if (asJson) return terminal.print(JSON.stringify({ summary: { ...counts, notConverted } }));
      say(describeCounts({ ...counts, notConverted }));
      if (sizes.before > 0) say(sizeChange(sizes.before, sizes.after));
      if (leftOut.length > 0) say(describeLeftOut(leftOut, title));
      if (failures.length > 0) say('failed:');
      for (const [input, failure] of failures) say(`  ${input}: ${reasonOf(failure)}`);
    },
  };
}

/** What a batch is. */
export interface BatchSettings {
  readonly title: string;
  readonly total: number;
  readonly leftOut: readonly string[];
  readonly asJson: boolean;
}

interface Counts {
  readonly files: number;
  readonly converted: number;
  readonly failed: number;
  readonly leftOut: number;
  readonly notConverted: number;
}

function describeCounts({ files, converted, failed, leftOut, notConverted }: Counts): string {
  const parts = [
    `${converted} converted`,
    `${failed} failed`,
    ...(notConverted === 0 ? [] : [`${notConverted} not converted`]),
    ...(leftOut === 0 ? [] : [`${leftOut} left out`]),
  ];
  return `${files} ${files === 1 ? 'file' : 'files'}: ${parts.join(', ')}`;
}

const namedLeftOut = 5;

/** Names the first files of folders and patterns that an operation does not take. */
export function describeLeftOut(files: readonly string[], operation: string): string {
  const more = files.length - namedLeftOut;
  const listed = [...files.slice(0, namedLeftOut), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
  return `left out, because ${operation} does not accept such files: ${listed}`;
}

function describeOutputs(outputs: readonly string[]): string {
  const [first = '', ...others] = outputs.map((path) => relative('', path));
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

/** In a line: what nobody expected comes with a stack. */
function reasonOf({ code, message }: Failure): string {
  const line = message.split('\n')[0] ?? '';
  return ['RESULT_EXISTS', 'USAGE', 'UNAVAILABLE'].includes(code) ? line : `${line} (${code})`;
}
