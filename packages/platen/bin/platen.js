#!/usr/bin/env node
// The command line under the short name. Plain JavaScript, because its entry says so when Node is too old.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const manifest = createRequire(import.meta.url).resolve('@platen/cli/package.json');
await import(new URL('bin/platen.js', pathToFileURL(manifest)).href);
