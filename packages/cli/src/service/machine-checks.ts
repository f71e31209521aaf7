import { availableParallelism, totalmem } from 'node:os';
import type { Check } from '@platen/cluster';
import { describeConfinement, findConfinement } from '@platen/engine/confinement';
import { missingScripts, readHostFonts } from '@platen/pdf-kit/render';
import { standardOperations } from '@platen/standard';

const gigabyte = 1024 ** 3;

/** What the machine has to offer, found without converting anything: cheap enough for a running server. */
export const machineChecks: readonly Check[] = [
  { name: 'Node', run: async () => `${process.version} on ${process.platform} ${process.arch}` },
  {
    name: 'processors and memory',
    run: async () => `${availableParallelism()} processors, ${(totalmem() / gigabyte).toFixed(1)} GB`,
  },
  { name: 'SQLite', run: async () => `node:sqlite, SQLite ${process.versions.sqlite ?? 'unknown'}` },
  { name: 'fonts', run: describeFonts },
  { name: 'confinement', run: checkConfinement },
  ...languageChecks(),
  { name: 'second reader', run: describeModels },
];

async function describeFonts(): Promise<string> {
  const fonts = readHostFonts();
  const missing = missingScripts(fonts);
  const found = `${fonts.faces.length} faces`;
  return missing.length === 0 ? found : `${found}; text whose font is not in its file will lack ${missing.join(', ')}`;
}

async function checkConfinement(): Promise<string> {
  const { held, missing } = describeConfinement(await findConfinement());
  return missing.length === 0 ? held.join(', ') : `${held.join(', ')}; without ${missing.join('; without ')}`;
}

function languageChecks(): readonly Check[] {
  return standardOperations.flatMap(({ name, languages }) =>
    languages === undefined
      ? []
      : [
          {
            name: `${name} languages`,
            async run() {
              const installed = await languages();
              if (installed.length === 0) throw new Error('no language data is installed');
              return installed.join(', ');
            },
          },
        ],
  );
}

async function describeModels(): Promise<string> {
  const models = [
    ...new Set((await Promise.all(standardOperations.map((operation) => operation.models?.() ?? []))).flat()),
  ];
  return models.length === 0
    ? 'no models: scans are read by Tesseract alone (platen models --help)'
    : models.join(', ');
}
