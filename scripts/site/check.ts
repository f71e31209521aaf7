import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { hasChromium, openPage, seriousFindings, startBrowser } from '../../packages/dashboard/test/browser.ts';
import { findDeadLinks } from './dead-links.ts';
import { serveSite } from './serve-site.ts';

// Looks at the site that `npm run docs` built: links, and in Chromium each page as axe sees it, on a narrow screen, and what it
// asks of other servers; of the first page also what it weighs. `--screenshots <folder>` takes pictures to look at; `--sample`
// looks at the first page of each folder alone, as axe takes seconds for a page.

const maxBytes = 150_000;
const widths = [320, 768, 1280, 1920];

const site = join(fileURLToPath(new URL('../..', import.meta.url)), 'build', 'docs');
const { values } = parseArgs({
  options: {
    screenshots: { type: 'string' },
    only: { type: 'string' },
    sample: { type: 'boolean' },
  },
});
const problems = [...findDeadLinks(site, '/')];
const paths = globSync('**/*.html', { cwd: site }).toSorted();
if (hasChromium) await lookAtPages();
else console.log('There is no Chromium: only links were checked.');
for (const problem of problems) console.error(problem);
console.log(`${paths.length} pages, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

async function lookAtPages(): Promise<void> {
  const { url, close } = await serveSite(site);
  const browser = await startBrowser();
  try {
    const { page, problems: thrown } = await openPage(browser);
    page.on('request', (request) => {
      if (!request.url().startsWith(url) && !request.url().startsWith('data:'))
        problems.push(`asks another server: ${request.url()}`);
    });
    const transferred = await weigh(page, url);
    console.log(
      `The first page takes ${transferred.bytes} bytes; first paint after ${Math.round(transferred.paintMs)} ms`,
    );
    if (transferred.bytes > maxBytes) problems.push(`index.html: ${transferred.bytes} bytes, more than ${maxBytes}`);
    for (const path of paths.filter(isLookedAt)) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(`${url}/${path}`);
      problems.push(...(await seriousFindings(page)).map((finding) => `${path}: ${finding}`));
      await page.setViewportSize({ width: 320, height: 800 });
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
      if (wide > 320) problems.push(`${path}: ${wide} pixels wide on a screen of 320`);
      if (values.screenshots !== undefined) await takePictures(path, values.screenshots);
    }
    problems.push(...thrown);

    async function takePictures(path: string, folder: string): Promise<void> {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        const file = `${path.replaceAll(/[/.]/g, '-')}-${width}.png`;
        await page.screenshot({ path: join(folder, file) });
      }
    }
  } finally {
    await browser.close();
    close();
  }
}

/** The first page of each folder. */
function isSampled(path: string): boolean {
  return paths.find((other) => dirname(other) === dirname(path)) === path;
}

/** Pages of the TypeScript reference are alike, and long: axe takes minutes for all of them. One is looked at. */
function isLookedAt(path: string): boolean {
  const isAlike = path.startsWith('reference/typescript/') && !path.endsWith('/sqlite.html');
  if (values.sample === true && !isSampled(path) && !path.endsWith('index.html')) return false;
  return path.includes(values.only ?? '') && !isAlike;
}

/** What the first page fetches, compressed, and when something is first drawn. */
async function weigh(page: Awaited<ReturnType<typeof openPage>>['page'], url: string) {
  await page.goto(`${url}/`, { waitUntil: 'networkidle' });
  return page.evaluate<{ bytes: number; paintMs: number }>(`({
    bytes: performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'))
      .reduce((sum, { transferSize }) => sum + transferSize, 0),
    paintMs: performance.getEntriesByName('first-contentful-paint')[0].startTime,
  })`);
}
