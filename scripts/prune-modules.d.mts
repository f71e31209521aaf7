export function isUnused(name: string, path: string): boolean;
export function pruneModules(modules: string): void;
export function restoreModules(modules: string): void;
