import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import type { Benchmark } from './benchmark.ts';
import { formatReport } from './report.ts';

// npm run bench -- <name>… [--save]: measures, prints, and with --save keeps the report in results/.

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
if (names.length === 0) {
  console.error('Say what to measure: npm run bench -- <name>, a file of benchmarks/src that exports `benchmark`.');
  process.exit(2);
}
for (const name of names) {
  const file = new URL(`./${name}.ts`, import.meta.url);
  if (!/^[a-z-]+$/.test(name) || !existsSync(file)) {
    console.error(`There is no benchmark "${name}".`);
    process.exit(2);
  }
  const { benchmark } = (await import(file.href)) as { readonly benchmark: Benchmark };
  const figures = await benchmark.run();
  const report = formatReport(benchmark, figures);
  console.log(report);
  const isBroken = figures.some(({ mustHold, ours, target }) => mustHold === true && ours > (target ?? 0));
  if (isBroken) process.exitCode = 1;
  if (process.argv.includes('--save')) {
    const results = new URL('../results/', import.meta.url);
    await mkdir(results, { recursive: true });
    await writeFile(new URL(`${name}.md`, results), report);
  }
}
