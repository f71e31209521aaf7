import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { servePlaten } from './serve-platen.ts';

const executablePath = process.env.PLATEN_CHROMIUM ?? '/usr/bin/chromium';
const isThere = existsSync(executablePath);

test.skipIf(!isThere)(
  `in Chromium a file becomes images${isThere ? '' : ` (skipped: no ${executablePath})`}`,
  { timeout: 90_000 },
  async () => {
    await using server = await servePlaten();
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL('../src/index.ts', import.meta.url))],
      bundle: true,
      format: 'iife',
      globalName: 'platen',
      platform: 'browser',
      write: false,
    });
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    onTestFinished(() => browser.close());
    const page = await browser.newPage({ bypassCSP: true });
    // Of the server's own origin, whatever it answers: another one would need its leave.
    await page.goto(new URL('/own', server.url).href);
    await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
    const outcome = await page.evaluate(
      async (settings) => {
        const { createClient } = (globalThis as unknown as { platen: typeof import('../src/index.ts') }).platen;
        const phases = new Set<string>();
        const pdf =
          '%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj ' +
          '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 90 90]>>endobj\ntrailer<</Root 1 0 R/Size 4>>\n%%EOF\n';
        const client = createClient(settings);
        const file = new File([pdf], 'one.pdf');
        const onProgress = ({ phase }: { phase: string }) => void phases.add(phase);
        const { outputs } = await client.convert('pdf/to-image', file, { dpi: 72 }, { onProgress });
        const [first] = outputs;
        return {
          name: first?.fileName,
          bytes: (await first?.bytes())?.length,
          size: first?.sizeBytes,
          phases: [...phases],
        };
      },
      { url: server.url, apiKey: server.apiKey },
    );
    expect(outcome).toEqual({
      name: 'one.png',
      bytes: outcome.size,
      size: expect.any(Number),
      phases: ['uploading', 'converting'],
    });
  },
);
