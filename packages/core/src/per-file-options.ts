import { counted } from './counted.ts';
import type { FieldProblem } from './errors.ts';
import type { Operation } from './operation.ts';
import { readOptionFields } from './option-fields.ts';

/**
 * What is wrong with options that have an item for each file, which their JSON Schema marks by `x-per-file`: each list must
 * be as long as the list of files.
 */
export function perFileProblems(
  operation: Operation,
  options: Readonly<Record<string, unknown>>,
  fileCount: number,
): readonly FieldProblem[] {
  return Object.entries(readOptionFields(operation).schemas).flatMap(([field, schema]) => {
    const list = schema['x-per-file'] === true ? options[field] : undefined;
    if (!Array.isArray(list) || list.length === fileCount) return [];
    const problem = `has ${counted(list.length, 'item')} for ${counted(fileCount, 'file')}: give one for each file`;
    return [{ field, problem }];
  });
}
