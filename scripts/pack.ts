import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installLine, packPackages, runNpm } from './packed.ts';

// `npm run pack -- <folder>`: the packages as they would be published, for a team that installs them before they are.

const root = fileURLToPath(new URL('..', import.meta.url));
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Say where to: npm run pack -- <folder>');
  process.exitCode = 2;
} else {
  console.log('Building the packages…');
  await runNpm(['run', '--silent', 'build', '--', '--output-logs=errors-only'], root);
  const packed = await packPackages(resolve(folder));
  console.log(`${packed.length} packages are in ${resolve(folder)}. In the folder of your server:\n`);
  console.log(`  npm install ${installLine(resolve(folder))}`);
}
