import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { openPage, startBrowser } from '../test/browser.ts';
import { type DashboardHost, hosts } from '../test/hosts.ts';
import { fixture } from '../test/start-platen.ts';
import { type SampleWork, sampleWork } from './sample-work.ts';

// `npm run screenshots` takes the pictures of the docs, from conversions that really ran.
// `npm run screenshots -- --all <folder>` takes every page, in both themes and three widths, to look at.

/** How a page gets to what its picture shows. */
interface Shot {
  readonly name: string;
  readonly show: (page: Page, url: string) => Promise<void>;
}
interface Look {
  readonly width: number;
  readonly height: number;
  readonly colorScheme: 'light' | 'dark';
}

const { values } = parseArgs({ options: { all: { type: 'string' } } });
const work = await sampleWork();
const host = await startHost(work);
const browser = await startBrowser();
try {
  if (values.all === undefined) await takeForDocs(browser, host.url, work);
  else await takeAll(browser, host.url, work, values.all);
} finally {
  await browser.close();
  await host.close();
  await work.platen.stop();
}

async function takeForDocs(browser: Browser, url: string, work: SampleWork): Promise<void> {
  const folder = fileURLToPath(new URL('../../../docs/images/', import.meta.url));
  await mkdir(folder, { recursive: true });
  const shots = new Map(shotsOf(work).map((shot) => [shot.name, shot]));
  const [light, dark] = [
    { width: 1280, height: 800, colorScheme: 'light' },
    { width: 1280, height: 800, colorScheme: 'dark' },
  ] as const;
  for (const [name, look] of [
    ['try-excel', light],
    ['jobs', light],
    ['job-failed', dark],
    ['usage', light],
  ] as const) {
    const shot = shots.get(name);
    if (shot !== undefined)
      await writeFile(
        `${folder}dashboard-${name}.webp`,
        await asWebp(browser, await take(browser, url, shot, look, false)),
      );
  }
}

async function takeAll(browser: Browser, url: string, work: SampleWork, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const width of [1280, 800, 400]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const look = { width, height: 800, colorScheme };
      for (const shot of shotsOf(work)) {
        await writeFile(
          `${folder}/${shot.name}-${width}-${colorScheme}.png`,
          await take(browser, url, shot, look, true),
        );
      }
    }
  }
}

function shotsOf({ completedId, failedId, endpointId }: SampleWork): readonly Shot[] {
  const place = (name: string, path: string, isReady: string, change?: (page: Page) => Promise<void>): Shot => ({
    name,
    async show(page, url) {
      await page.goto(`${url}#/${path}`);
      await page.locator(isReady).first().waitFor();
      await change?.(page);
    },
  });
  const dialog = (name: string, path: string, button: string | RegExp): Shot => ({
    name,
    async show(page, url) {
      await page.goto(`${url}#/${path}`);
      await page.getByRole('button', { name: button }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  });
  const attempt = (name: string, operation: string, file: string, isReady: (page: Page) => Promise<void>): Shot => ({
    name,
    async show(page, url) {
      await page.goto(`${url}#/try?operation=${operation}`);
      await page.locator(`[value="${operation}"]:checked`).waitFor();
      await page.setInputFiles('input[type=file]', [fixture(file)]);
      await page.getByRole('button', { name: 'Convert', exact: true }).click();
      await isReady(page);
      await page.locator('.compare img.sheet').first().waitFor();
      await page.locator('.sheet-waiting').waitFor({ state: 'detached' });
    },
  });
  return [
    place('try', 'try', '.operations'),
    attempt('try-excel', 'pdf/to-excel', 'report.pdf', (page) => page.locator('.grid td').first().waitFor()),
    attempt('try-word', 'pdf/to-word', 'report.pdf', (page) =>
      page.frameLocator('.word-frame').getByText('Harbour Ferries').first().waitFor(),
    ),
    attempt('try-images', 'pdf/to-image', 'report.pdf', (page) => page.locator('.output-large img').waitFor()),
    place('jobs', 'jobs', '.table td'),
    place('jobs-none', 'jobs?text=nothing-is-called-so', '.empty'),
    place('job-completed', `jobs/${completedId}`, '.grid td'),
    place('job-failed', `jobs/${failedId}`, '.notice'),
    place('keys', 'keys', '.table td'),
    dialog('job-retry', `jobs/${failedId}`, 'Retry'),
    place('job-request', `jobs/${completedId}`, '.grid td', (page) => page.getByText('The same by the API').click()),
    place('jobs-chosen', 'jobs', '.table td', async (page) => {
      for (const box of (await page.getByRole('checkbox').all()).slice(1, 4)) await box.check();
    }),
    place('try-merge', 'try?operation=pdf/merge', '[value="pdf/merge"]:checked', async (page) => {
      await page.setInputFiles('input[type=file]', ['letter.pdf', 'report.pdf'].map(fixture));
      await page.getByText('More options').click();
    }),
    dialog('new-key', 'keys', 'New key'),
    place('webhooks', 'webhooks', '.table td'),
    place('deliveries', `webhooks?endpoint=${endpointId}`, '.table td'),
    dialog('new-endpoint', 'webhooks', 'New endpoint'),
    dialog('test-endpoint', 'webhooks', /test/i),
    place('usage', 'usage', '.chart svg'),
    place('health', 'health', '.nodes'),
  ];
}

async function take(browser: Browser, url: string, shot: Shot, look: Look, fullPage: boolean): Promise<Buffer> {
  const { width, height, colorScheme } = look;
  const { page, problems, close } = await openPage(browser, { viewport: { width, height }, colorScheme });
  await page.goto(url);
  await shot.show(page, url);
  await page.locator('.line[data-live="true"]').waitFor();
  await page.evaluate('Promise.allSettled([...document.images].map((image) => image.decode()))');
  if (fullPage) {
    // A window as high as the page: what is below the fold of a smaller one is not painted in frames.
    const whole = await page.evaluate<number>('document.documentElement.scrollHeight');
    await page.setViewportSize({ width, height: Math.max(height, whole) });
  }
  await page.evaluate('new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))');
  const picture = await page.screenshot();
  await close();
  if (problems.length > 0) throw new Error(`${shot.name}: ${problems.join('; ')}`);
  return picture;
}

/** Drawn by the browser, which can write WebP. */
async function asWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage();
  const webp = await page.evaluate<string>(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${png.toString('base64')}';
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext('2d').drawImage(image, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 });
    return (await blob.bytes()).toBase64();
  })()`);
  await page.close();
  return Buffer.from(webp, 'base64');
}

function startHost({ platen }: SampleWork): Promise<DashboardHost> {
  const start = hosts['Express 5'];
  if (start === undefined) throw new Error('no host');
  return start({ platen, prefix: '/platen', authorize: () => ({ actor: 'ann', role: 'manager' }) });
}
