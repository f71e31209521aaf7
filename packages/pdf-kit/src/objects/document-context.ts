import { limitExceeded, structureLimits } from '@platen/core';
import { PDFContext } from 'pdf-lib';

/** Steps granted for each byte of the file. Walks take up to about one in real files, for each part of a split and each level. */
const stepsPerByte = 20;

/** What the objects of a document were read from. */
export interface DocumentContextRequest {
  readonly sizeBytes: number;
  /** The name of the file in errors. */
  readonly fileName: string | undefined;
}

/**
 * A context whose objects can be looked up only so often. Whoever walks from one object to another looks it up here, by
 * `context`, a dictionary or an array, so every walk over a document takes its steps from this one budget: objects that
 * share others, which a few kilobytes can unfold to billions, end with `structure_limit` instead of taking hours.
 */
export function createDocumentContext({ sizeBytes, fileName }: DocumentContextRequest): PDFContext {
  const context = PDFContext.create();
  const allowed = structureLimits.maxWalkSteps + stepsPerByte * sizeBytes;
  const lookup: (...request: never[]) => unknown = context.lookup.bind(context);
  let steps = 0;
  return Object.assign(context, {
    lookup(...request: never[]) {
      steps += 1;
      if (steps > allowed) throw tooManySteps(allowed, fileName);
      return lookup(...request);
    },
  });
}

function tooManySteps(allowed: number, fileName: string | undefined): Error {
  return limitExceeded('structure_limit', `Following the objects of the file takes more than ${allowed} steps`, {
    limit: 'maxWalkSteps',
    allowed,
    actual: allowed + 1,
    fileName,
  });
}
