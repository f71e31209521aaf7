import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median } from '@platen/cli/bench';
import { samplePdf } from '../../packages/cli/src/service/sample-pdf.ts';
import { installPacked, type PackedPackage, packPackages, readManifest } from '../../scripts/packed.ts';
import type { Benchmark, Figure } from './benchmark.ts';
import { type ClosureSize, npmClosure, pipClosure } from './closure-size.ts';
import { stopProcess, untilPrinted } from './until-printed.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const runs = 5;

/** What a first contact costs: what is installed, and how long until something is served or converted. */
export const benchmark: Benchmark = {
  name: 'install',
  description: `What the packed packages and all they need take on the disk, and starts: median of ${runs} processes. Needs a build.`,
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'platen-install-'));
    try {
      const packed = await packPackages(join(folder, 'tarballs'));
      return [
        ...(await closures(folder, packed)),
        ...(await coldProcesses(join(folder, 'cli'))),
        await firstAccepted(folder, packed),
        await secondStart(folder),
      ];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function closures(folder: string, packed: readonly PackedPackage[]): Promise<readonly Figure[]> {
  const [cli, three] = [join(folder, 'cli'), join(folder, 'three')];
  await installPacked(cli, packed, ['@platen/cli']);
  const operations = ['merge', 'split', 'compress'].map((name) => `@platen/pdf-${name}`);
  await installPacked(three, packed, ['@platen/engine', ...operations]);
  return [
    ...closureFigures('@platen/cli', npmClosure(cli), { megabytes: 180, packages: 150 }),
    ...closureFigures('engine, merge, split and compress', npmClosure(three), { megabytes: 90 }),
    ...closureFigures('peer: pdf2docx by pip', await pipClosure(join(folder, 'pdf2docx'), 'pdf2docx')),
    ...closureFigures(
      'peer: OCRmyPDF by pip, without the Tesseract and Ghostscript it needs',
      await pipClosure(join(folder, 'ocrmypdf'), 'ocrmypdf'),
    ),
  ];
}

interface ClosureTargets {
  readonly megabytes?: number;
  readonly packages?: number;
}

function closureFigures(name: string, size: ClosureSize | null, targets: ClosureTargets = {}): readonly Figure[] {
  if (size === null) return [];
  const { megabytes, packages } = targets;
  const bound = (target: number | undefined) => (target === undefined ? {} : { target });
  return [
    { name: `${name}: disk`, unit: 'MB', ours: size.bytes / 1e6, peer: null, ...bound(megabytes) },
    { name: `${name}: packages`, unit: '', ours: size.packages, peer: null, ...bound(packages) },
  ];
}

/** Processor time of a fresh process until the worker of an operation is loaded, by the packed packages. */
async function coldProcesses(cwd: string): Promise<readonly Figure[]> {
  const name = 'processor time of a cold process';
  const figures: Figure[] = [
    { name: `${name}, nothing loaded`, unit: 's', ours: await processorSeconds(cwd, ''), peer: null },
  ];
  for (const operation of ['pdf-merge', 'pdf-compress', 'pdf-to-image', 'pdf-to-excel', 'pdf-to-word', 'ocr']) {
    const ours = await processorSeconds(cwd, `await import('@platen/${operation}/worker');`);
    figures.push({ name: `${name} with the worker of ${operation}`, unit: 's', ours, peer: null, target: 0.25 });
  }
  return figures;
}

async function processorSeconds(cwd: string, script: string): Promise<number> {
  const code = `${script} const { user, system } = process.cpuUsage(); console.log((user + system) / 1e6);`;
  const times: number[] = [];
  for (let index = 0; index < runs; index += 1) {
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], { cwd });
    times.push(Number(stdout));
  }
  return median(times);
}

/** From an empty folder to the first accepted job of a host that `create-platen` made. */
async function firstAccepted(folder: string, packed: readonly PackedPackage[]): Promise<Figure> {
  const [tools, host] = [join(folder, 'tools'), join(folder, 'host')];
  const start = performance.now();
  await installPacked(tools, packed, ['create-platen']);
  await run(process.execPath, [join(tools, 'node_modules/create-platen/bin/create-platen.js'), host, '--no-install']);
  const manifest = readManifest(join(host, 'package.json'));
  const own = Object.keys(manifest.dependencies ?? {}).filter((name) => packed.some((each) => each.name === name));
  await installPacked(host, packed, own, manifest);
  const port = '18923';
  const child = spawn(process.execPath, ['src/server.ts'], { cwd: host, env: { ...process.env, PORT: port } });
  try {
    const [key = ''] = /platen_\w+/.exec(await untilPrinted(child, /http:/)) ?? [];
    const body = new FormData();
    for (const name of ['a.pdf', 'b.pdf']) body.append('files', new Blob([Uint8Array.from(samplePdf('one'))]), name);
    const url = `http://localhost:${port}/api/v1/pdf/merge`;
    const { status } = await fetch(url, { method: 'POST', headers: { 'X-API-Key': key }, body });
    if (status !== 202) throw new Error(`the new host answered ${status}`);
    const ours = (performance.now() - start) / 1000;
    return { name: 'npm create platen: from an empty folder to a 202', unit: 's', ours, peer: null, target: 60 };
  } finally {
    await stopProcess(child);
  }
}

/** `npm start` once more: the sources, with what the first start left in the cache. */
async function secondStart(folder: string): Promise<Figure> {
  const times: number[] = [];
  for (let index = 0; index <= runs; index += 1) {
    const start = performance.now();
    const child = spawn('npm', ['start', '--', '--port', '0', '--data', join(folder, `data-${index}`)], { cwd: root });
    try {
      await untilPrinted(child, /Platen serves/);
      times.push((performance.now() - start) / 1000);
    } finally {
      await stopProcess(child);
    }
  }
  // The first one fills the cache.
  return {
    name: 'second npm start, until it serves',
    unit: 's',
    ours: median(times.slice(1)),
    peer: null,
    target: 1.5,
  };
}
