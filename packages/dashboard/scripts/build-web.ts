import { mkdir, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { thirdPartyNotice } from '../../../scripts/build/third-party-notice.ts';
import { bundleWeb, webEntries, webOptions } from './bundle-web.ts';

// Puts the pages into `dist/web`, where the built package reads them, and the licences of what is in them beside it.
const folder = new URL('../dist/web/', import.meta.url);
await mkdir(folder, { recursive: true });
for (const [name, bytes] of await bundleWeb()) await writeFile(new URL(name, folder), bytes);
await build({ ...webOptions, entryPoints: webEntries, format: 'esm', plugins: [thirdPartyNotice([])] });
