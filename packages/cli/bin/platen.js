#!/usr/bin/env node
// Plain JavaScript that any Node can read: it has to say so when Node is too old for the rest.
import { existsSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';

const [major, minor] = process.versions.node.split('.').map(Number);
const entry = new URL('../dist/main.js', import.meta.url);

if (major < 22 || (major === 22 && minor < 13)) {
  console.error(
    `platen needs Node 22.13 or newer; this is ${process.version}. Inside the repository, "npm start" uses the right one.`,
  );
  process.exitCode = 4;
} else if (!existsSync(entry)) {
  console.error('platen is not built yet: run "npm run build" first, or "npm start", which does both.');
  process.exitCode = 4;
} else {
  // Before anything is loaded, for what has grown stays: with its space for young objects kept small, V8 collects the
  // buffers of an upload sooner, and one of 1 GB takes some 35 MB of a server, not 85. Same as --max-semi-space-size=1,
  // which V8 heeds on the command line only.
  if (process.argv[2] === 'serve') setFlagsFromString('--semi-space-growth-factor=1');
  const { main } = await import(entry.href);
  process.exitCode = await main(process.argv.slice(2));
}
