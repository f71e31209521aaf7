import { readFile } from 'node:fs/promises';

/** Runs the first TypeScript block of a README with the modules it imports, which a test may replace. */
export async function runReadme(readme: URL, modules: Readonly<Record<string, object>>): Promise<void> {
  const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(await readFile(readme, 'utf8')) ?? [];
  const code = example
    .replaceAll(/^import (\{.+\}) from ('.+');$/gm, 'const $1 = load($2);')
    .replaceAll(/^import (\w+) from ('.+');$/gm, 'const { default: $1 } = load($2);');
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  await AsyncFunction(
    'load',
    code,
  )((name: string) => {
    const found = modules[name];
    if (found === undefined) throw new Error(`the README imports ${name}, which the test does not know`);
    return found;
  });
}
