#!/usr/bin/env node
// Plain JavaScript that any Node can read: the server it makes runs TypeScript as it is, which older ones cannot.
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 18)) {
  console.error(`create-platen needs Node 22.18 or newer; this is ${process.version}.`);
  process.exitCode = 4;
} else {
  const { main } = await import('../dist/main.js');
  process.exitCode = await main(process.argv.slice(2));
}
