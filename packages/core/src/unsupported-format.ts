import { ConversionError } from './errors.ts';
import { type MediaType, mediaTypeNames } from './media-type.ts';
import type { Operation } from './operation.ts';

/** `UNSUPPORTED_FORMAT` for a file whose content is not what the operation takes. */
export function unsupportedFormat(
  fileName: string,
  detected: MediaType | null,
  { name, accepts }: Pick<Operation, 'name' | 'accepts'>,
): ConversionError {
  const found = detected === null ? 'not a file of a known type' : `a ${mediaTypeNames[detected]} file`;
  const taken = accepts.map((type) => mediaTypeNames[type]).join(', ');
  return new ConversionError('UNSUPPORTED_FORMAT', `"${fileName}" is ${found}; ${name} takes ${taken}`, {
    details: { detected, accepted: accepts, fileName },
  });
}
