import { createPasswordSignIn } from '@platen/dashboard';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, inChromium, openPage, signIn, startBrowser } from './browser.ts';
import { hosts } from './hosts.ts';
import { quickHash } from './quick-hash.ts';
import { fixture, startPlaten, type TestPlaten } from './start-platen.ts';

/** Each operation with real files, and something of the result that its preview shows. */
const conversions: readonly (readonly [string, readonly string[], (page: Page) => Promise<void>])[] = [
  [
    'pdf/to-word',
    ['report.pdf'],
    (page) => page.frameLocator('.word-frame').getByText('Harbour Ferries').first().waitFor(),
  ],
  [
    'pdf/to-excel',
    ['report.pdf'],
    (page) =>
      page
        .getByRole('cell', { name: '212665' })
        .or(page.getByRole('cell', { name: '212,665' }))
        .waitFor(),
  ],
  [
    'pdf/compress',
    ['letter.pdf'],
    (page) =>
      page
        .locator('.output-large')
        .getByAltText(/^Page 1 of letter/)
        .waitFor(),
  ],
  [
    'pdf/merge',
    ['letter.pdf', 'report.pdf'],
    (page) =>
      page
        .locator('.output-large')
        .getByAltText(/^Page 3 of letter/)
        .waitFor(),
  ],
  [
    'pdf/split',
    ['report.pdf'],
    (page) =>
      page
        .locator('.output-large')
        .getByAltText(/^Page 1 of report/)
        .waitFor(),
  ],
  [
    'image/to-pdf',
    ['ferry.jpg', 'night.png'],
    (page) =>
      page
        .locator('.output-large')
        .getByAltText(/^Page 2 of ferry/)
        .waitFor(),
  ],
  ['pdf/to-image', ['letter.pdf'], (page) => page.locator('.output-large img').waitFor()],
  [
    'ocr',
    ['scan.jpg'],
    (page) =>
      page
        .locator('.output-large')
        .getByAltText(/^Page 1 of scan/)
        .waitFor(),
  ],
];

/** One for each way in which results are shown: enough for what differs between hosts. */
const eachPreview: readonly string[] = ['pdf/to-word', 'pdf/to-excel', 'pdf/merge', 'pdf/to-image'];
const onHosts = Object.keys(hosts).map((name, index) => ({
  name,
  chosen: index === 0 ? conversions : conversions.filter(([operation]) => eachPreview.includes(operation)),
}));

describe.skipIf(!hasChromium)(`by hand ${inChromium}`, { timeout: 110_000 }, () => {
  let platen: TestPlaten;
  let browser: Browser;

  beforeAll(async () => {
    platen = await startPlaten();
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await platen?.stop();
  });

  test.each(onHosts)(
    'files are converted and shown beside their result on $name, without a word of the policy',
    async ({ name, chosen }) => {
      const { url, close } = await start(name);
      const { page, problems, ...opened } = await openPage(browser);
      page.setDefaultTimeout(60_000);
      await signIn(page, url, 'pass word', 'ann');
      for (const [operation, files, isShown] of chosen) {
        await page.goto(`${url}#/try?operation=${operation}`);
        await page
          .getByRole('radio', { checked: true })
          .and(page.locator(`[value="${operation}"]`))
          .waitFor();
        await page.setInputFiles('input[type=file]', files.map(fixture));
        await page.getByRole('button', { name: 'Convert', exact: true }).click();
        await page.locator('.compare').waitFor();
        await isShown(page);
        // The source beside it.
        await page.locator('.compare > div').first().locator('img').first().waitFor();
      }
      await opened.close();
      await close();
      expect(problems).toEqual([]);
      // No choice is sent that nobody made, also where none is the default.
      const { jobs } = await platen.engine.list();
      const records = await Promise.all(jobs.map(({ id }) => platen.engine.get(id)));
      expect(records.filter((record) => record?.options.conformance !== undefined)).toEqual([]);
    },
  );

  test('a job is cancelled, run again and deleted, and its state is on screen as it changes', async () => {
    const { url, close } = await start('Fastify 5');
    const { page, ...opened } = await openPage(browser);
    await signIn(page, url, 'pass word', 'ann');
    await page.goto(`${url}#/jobs`);
    await page.getByText('Live', { exact: true }).waitFor();
    // Enough pages to be still at work when a slow browser has clicked twice.
    const pictures = Array.from({ length: 10 }, () => fixture('scan.jpg'));
    await using scans = await platen.engine.convert('image/to-pdf', pictures, {});
    const inputs = scans.outputs.map(({ path }) => path);
    const job = await platen.engine.submit({ operation: 'ocr', inputs, ownerId: 'shop' });
    await page.locator(`a[href="#/jobs/${job.id}"]`).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Cancel the job' }).click();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    expect((await platen.engine.get(job.id))?.state).toBe('cancelled');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('button', { name: 'Run it again' }).click();
    await page.getByText('Completed', { exact: true }).waitFor({ timeout: 90_000 });
    await page.getByText('Attempt 2').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete the job' }).click();
    await page.getByText('This job was removed').waitFor();
    expect(await platen.engine.get(job.id)).toBeNull();
    await opened.close();
    await close();
  });

  test('a viewer is offered no change', async () => {
    const { url, close } = await start('Express 4');
    const { page, ...opened } = await openPage(browser);
    const { id } = await platen.finished('pdf/compress', [fixture('letter.pdf')]);
    await signIn(page, url, 'just looking', 'eve');
    await page.goto(`${url}#/jobs/${id}`);
    await page.getByText('Completed', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /Delete|Retry|Cancel/ }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Try' }).count()).toBe(0);
    const status = await page.evaluate<number>(
      `fetch('data/jobs/${id}', { method: 'DELETE', headers: { 'X-Platen-Dashboard': '1' } }).then(({ status }) => status)`,
    );
    expect(status).toBe(403);
    await opened.close();
    await close();
  });

  async function start(name: string) {
    const host = await hosts[name]?.({
      platen,
      prefix: '/platen',
      authorize: createPasswordSignIn({
        accounts: [
          { actor: 'ann', role: 'manager', passwordHash: quickHash('pass word') },
          { actor: 'eve', role: 'viewer', passwordHash: quickHash('just looking') },
        ],
      }),
    });
    if (host === undefined) throw new Error(`no host is called ${name}`);
    return host;
  }
});
