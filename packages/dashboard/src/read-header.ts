import type { HttpRequest } from '@platen/http';

/** A request header by its lower-case name; null when it is absent. */
export function readHeader({ message }: HttpRequest, name: string): string | null {
  const value = message.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}
