import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { median } from '@platen/cli/bench';
import { builtPackages } from '../../vitest.built-packages.ts';
import type { Benchmark, Figure } from './benchmark.ts';

const runs = 7;
const packages = ['core', 'engine', 'http', 'express', 'fastify', 'sqlite', 'standard'];

/** What it costs a host to load Platen, before any file comes. */
export const benchmark: Benchmark = {
  name: 'imports',
  description: `Milliseconds to import each built package in a fresh process, median of ${runs}, against importing Express.`,
  async run() {
    const peer = importTime('express');
    return packages.map((name): Figure => {
      const ours = importTime(`@platen/${name}`);
      return { name: `import @platen/${name}`, unit: 'ms', ours, peer, peerName: 'express' };
    });
  },
};

function importTime(specifier: string): number {
  const script = `const start = performance.now(); await import('${specifier}'); console.log(performance.now() - start);`;
  const times = Array.from({ length: runs }, () => {
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: dirname(builtPackages()),
      encoding: 'utf8',
    });
    if (stdout === '') throw new Error(stderr);
    return Number(stdout);
  });
  return median(times);
}
