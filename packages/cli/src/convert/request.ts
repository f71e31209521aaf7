import type { Operation } from '@platen/core';
import type { OutputTarget } from '../output-target.ts';
import type { ResultFormat } from './result-format.ts';

/** What `platen convert` was asked for, checked as far as can be without converting. */
export interface ConvertRequest {
  readonly operation: Operation;
  readonly target: OutputTarget;
  /** The checked format, with the options of the operation but for passwords. */
  readonly format: ResultFormat;
  /** To try on encrypted files. */
  readonly passwords: readonly string[];
  /** Whether files that are there are replaced. */
  readonly force: boolean;
  readonly asJson: boolean;
}
