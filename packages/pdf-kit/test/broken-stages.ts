/** The functions that fail, by name, and on which first arguments. */
export const broken = new Map<string, (argument: unknown) => boolean>();

/** The functions of a module, for `vi.mock`: each throws a TypeError while it is `broken`. */
export function breakable<Module extends object>(module: Module): Module {
  const wrapped = Object.entries(module).map(([name, value]) => {
    if (typeof value !== 'function') return [name, value];
    const call = (...args: unknown[]) => {
      if (broken.get(name)?.(args[0]) === true) throw new TypeError(`${name} is broken`);
      return value(...args);
    };
    return [name, call];
  });
  return Object.fromEntries(wrapped);
}
