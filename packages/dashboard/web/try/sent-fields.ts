/** The fields of a form that are sent: not those left blank, except among others of one name, whose places count. */
export function sentFields(form: FormData): readonly (readonly [name: string, value: string])[] {
  const fields = [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
  const filled = new Set(fields.filter(([, value]) => value !== '').map(([name]) => name));
  return fields.filter(([name]) => filled.has(name));
}
