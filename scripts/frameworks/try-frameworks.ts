import { cp } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../documents/free-port.ts';
import { installPacked, type PackedPackage, readManifest, runNpm } from '../packed.ts';
import { type ServedExample, startExample } from '../start-example.ts';
import { hasChromium, tryPage } from './try-page.ts';
import { trySurface } from './try-surface.ts';

const examples = fileURLToPath(new URL('../../examples/frameworks', import.meta.url));

interface Framework {
  readonly name: string;
  /** What Node is started with, once for each. */
  readonly starts: readonly (readonly string[])[];
  /** Built before it is started. */
  readonly isBuilt?: boolean;
  /** What is done with it; null where the machine has not what it takes. */
  readonly attempt?: ((served: ServedExample) => Promise<void>) | null;
}

const frameworks: readonly Framework[] = [
  { name: 'browser', starts: [['main.js']], attempt: hasChromium ? ({ url }) => tryPage(url) : null },
  { name: 'hono', starts: [['main.js']] },
  { name: 'h3', starts: [['main.js']] },
  { name: 'koa', starts: [['main.js']] },
  { name: 'nest', starts: [['main.js'], ['main.js', 'fastify']] },
  { name: 'next', starts: [['.next/standalone/server.js']], isBuilt: true },
  { name: 'sveltekit', starts: [['build/index.js']], isBuilt: true },
];

/** Tries the examples of `examples/frameworks` with packed packages, each in an empty folder. */
export async function tryFrameworks(
  folder: string,
  packed: readonly PackedPackage[],
  tell: (what: string) => void,
): Promise<void> {
  const waiting = [...frameworks];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await tryFramework(next, folder, packed, tell);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

async function tryFramework(
  { name, starts, isBuilt = false, attempt = trySurface }: Framework,
  folder: string,
  packed: readonly PackedPackage[],
  tell: (what: string) => void,
): Promise<void> {
  if (attempt === null) return tell(`examples/frameworks/${name}: skipped, for there is no Chromium`);
  const own = new Set(packed.map((each) => each.name));
  const place = join(folder, `framework-${name}`);
  await cp(join(examples, name), place, { recursive: true, filter: (path) => !path.includes('node_modules') });
  const manifest = readManifest(join(place, 'package.json'));
  const needed = Object.keys(manifest.dependencies ?? {}).filter((each) => own.has(each));
  await installPacked(place, packed, needed, manifest);
  if (isBuilt) await runNpm(['run', 'build'], place);
  for (const args of starts) {
    // What is built has to know its address beforehand.
    const port = String(await freePort());
    const settings = {
      PORT: port,
      ORIGIN: `http://localhost:${port}`,
      BODY_SIZE_LIMIT: 'Infinity',
      NEXT_MANUAL_SIG_HANDLE: '1',
    };
    const served = await startExample(place, args, settings);
    try {
      await attempt(served);
    } finally {
      await served.stop();
    }
    tell(`examples/frameworks/${name} ${args.slice(1).join(' ')}`.trim());
  }
}
