import type { Operation } from '@platen/core';
import { suggest } from '@platen/core/internal';
import { loadOperation, operationNames } from '@platen/standard/load-operation';
import { UsageError } from '../usage-error.ts';

/** The operation of a name as the interface has it, or of its last part where no other ends so: `to-word` for `pdf/to-word`. */
export async function findOperation(name: string): Promise<Operation> {
  const operation = await loadOperation(fullName(name));
  if (operation !== null) return operation;
  const hint = suggest(name, [...operationNames, ...operationNames.map(shortName)]);
  if (hint === '' && looksLikeFile(name)) {
    throw new UsageError(`the operation comes before "${name}": platen convert <operation> <files…>`);
  }
  throw new UsageError(
    `there is no operation "${name}"${hint === '' ? '.' : hint} The operations are ${operationNames.join(', ')}`,
  );
}

/** Whether `findOperation` finds one of this name. */
export function isOperation(name: string): boolean {
  return operationNames.includes(fullName(name));
}

function fullName(name: string): string {
  if (operationNames.includes(name)) return name;
  const [only, ...others] = operationNames.filter((known) => shortName(known) === name);
  return only === undefined || others.length > 0 ? name : only;
}

function shortName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** An option, a path or a name with an extension; not `acme/stamp`, which is an operation of some other host. */
function looksLikeFile(name: string): boolean {
  return /^[-.~/]|\.\w+$|\\/.test(name);
}
