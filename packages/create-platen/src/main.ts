import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createHost } from './create-host.ts';
import { type Framework, frameworks, isFramework } from './host-manifest.ts';

const help = `npm create platen [folder] [-- options]

  folder                        Where to: platen-host; must be empty or not there
  --framework express|fastify   express
  --packages <folder>           Install Platen from the tarballs in a folder, as "npm run pack" writes them
  --no-install                  Install nothing`;

/** Makes a host as the arguments ask for, and resolves to the exit code: 0, 1 when it fails, 2 for wrong arguments. */
export async function main(args: readonly string[]): Promise<number> {
  const settings = readArguments(args);
  if (typeof settings === 'string') {
    console.error(`create-platen: ${settings}\n\n${help}`);
    return 2;
  }
  if (settings.help) {
    console.log(help);
    return 0;
  }
  const folder = resolve(settings.folder);
  try {
    await createHost(folder, settings.framework, settings.packages);
  } catch (error) {
    console.error(`create-platen: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
  if (settings.installs && !install(folder)) return 1;
  const steps = [`cd ${settings.folder}`, ...(settings.installs ? [] : ['npm install']), 'npm start'];
  console.log(`\nMade in ${folder}. Next:\n\n${steps.map((step) => `  ${step}`).join('\n')}`);
  return 0;
}

interface Settings {
  readonly folder: string;
  readonly framework: Framework;
  /** A folder of tarballs; null for the registry of npm. */
  readonly packages: string | null;
  readonly installs: boolean;
  readonly help: boolean;
}

/** The settings, or what is wrong with the arguments. */
function readArguments(args: readonly string[]): Settings | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      allowNegative: true,
      options: {
        framework: { type: 'string', default: 'express' },
        packages: { type: 'string' },
        install: { type: 'boolean', default: true },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const [folder = 'platen-host', ...others] = positionals;
    if (others.length > 0) return `one folder, not ${positionals.length}`;
    const { framework, packages = null, install: installs, help } = values;
    if (!isFramework(framework)) return `--framework is ${frameworks.join(' or ')}, not "${framework}"`;
    return { folder, framework, packages, installs, help };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function install(folder: string): boolean {
  // On Windows npm is a script, which only a shell starts.
  const { status } = spawnSync('npm install', { cwd: folder, stdio: 'inherit', shell: true });
  if (status !== 0) console.error('create-platen: npm install failed; the files are there, so it can be run again');
  return status === 0;
}
