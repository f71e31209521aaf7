import { expect, test } from 'vitest';
import { essentialLine } from '../src/essential-line.ts';

test.each([
  ['', null],
  [
    'node:net:1\n    throw x;\n\nError: Access to this API has been restricted. Use --allow-net\n    at a (b:1:2) {\n  code: 1\n}\n\nNode.js v26.12.1',
    'Error: Access to this API has been restricted. Use --allow-net',
  ],
  ['TypeError [ERR_X]: it is not\n    at a', 'TypeError [ERR_X]: it is not'],
  ['/usr/bin/node: bad option: --permission', '/usr/bin/node: bad option: --permission'],
  ['prlimit: failed to execute /a/node: Exec format error', 'prlimit: failed to execute /a/node: Exec format error'],
  ['Illegal instruction', 'Illegal instruction'],
])('of %j it is %j', (output, line) => expect(essentialLine(output)).toBe(line));
