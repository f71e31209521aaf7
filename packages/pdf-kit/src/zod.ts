/**
 * What options are described with: the part of zod in use, imported as `z`. Built in, it is one module where zod is 94, half
 * of them messages in other languages.
 */

export type * from 'zod';
export {
  array,
  boolean,
  enum,
  int,
  literal,
  NEVER,
  number,
  object,
  preprocess,
  string,
  tuple,
  union,
} from 'zod';
