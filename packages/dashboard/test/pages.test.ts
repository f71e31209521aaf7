import { readFile } from 'node:fs/promises';
import { generateApiKey } from '@platen/core';
import { createPasswordSignIn } from '@platen/dashboard';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  expectNoSidewaysScroll,
  hasChromium,
  inChromium,
  openPage,
  seriousFindings,
  signIn,
  startBrowser,
} from './browser.ts';
import { hosts } from './hosts.ts';
import { quickHash } from './quick-hash.ts';
import { fixture, sampleEndpoint, startPlaten } from './start-platen.ts';

const prefixes = ['', '/internal/tools/platen'];
const places = ['try', 'jobs', 'keys', 'webhooks', 'usage', 'health'];
const screens = [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
  { width: 360, height: 740, colorScheme: 'light' },
  { width: 360, height: 740, colorScheme: 'dark' },
] as const;

/** What is wider than its place, and cannot be scrolled to with the page. */
const cutOff = `[...document.querySelectorAll('table, pre, td, dd, .card, .dialog > div')]
  .filter((each) => each.getClientRects().length > 0 && !each.closest('.unseen, .chart, .grid, thead'))
  .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.getBoundingClientRect().right > innerWidth + 1)
  .map((each) => each.tagName + ' ' + each.className + ' ' + each.scrollWidth + ' > ' + each.clientWidth)`;
/** Buttons and links that show a mere sign, without a name for screen readers and one for the pointer. */
const unlabelled = `[...document.querySelectorAll('button, a[href], input[type=checkbox]')]
  .filter((each) => each.getClientRects().length > 0 && (each.innerText ?? '').trim() === '' && each.closest('label') === null)
  .filter((each) => !each.getAttribute('aria-label') || !each.title)
  .map((each) => each.outerHTML.slice(0, 120))`;

describe.skipIf(!hasChromium)(`the pages ${inChromium}`, () => {
  let platen: Awaited<ReturnType<typeof startPlaten>>;
  let browser: Browser;
  let jobId = '';
  let endpointId = '';

  beforeAll(async () => {
    platen = await startPlaten();
    await platen.keys.create(generateApiKey({ id: 'some-key', name: 'billing', createdAt: Date.now() }).record);
    await platen.keys.create(generateApiKey({ id: 'k', ownerId: 'acme', name: 'shop', createdAt: Date.now() }).record);
    endpointId = await sampleEndpoint(platen, 'acme', ['delivered', 'pending', 'parked']);
    jobId = (await platen.finished('pdf/compress', [fixture('letter.pdf')])).id;
    await platen.finished('pdf/split', [fixture('letter.pdf')], { pages: '7' });
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await platen?.stop();
  });

  const authorize = () =>
    createPasswordSignIn({ accounts: [{ actor: 'ann', role: 'manager', passwordHash: quickHash('pass word') }] });

  /** Each page, until it has nothing more to load. */
  const titles: Readonly<Record<string, string>> = {
    try: 'Try a conversion',
    jobs: 'Jobs',
    keys: 'Keys',
    webhooks: 'Webhooks',
    usage: 'Usage',
    health: 'Health',
  };

  describe.each(Object.entries(hosts))('on %s', (_name, start) => {
    test.each(prefixes)(
      'load under "%s" with helmet’s defaults, and their policy forbids nothing they do',
      async (prefix) => {
        const host = await start({ platen, prefix, authorize: authorize() });
        const { page, problems, close } = await openPage(browser);
        // Without its slash the address leads there as well.
        await signIn(page, prefix === '' ? host.url : host.url.slice(0, -1), 'pass word');
        for (const place of places) {
          await page.goto(`${host.url}#/${place}`);
          await page.getByRole('heading', { level: 1, name: titles[place] ?? '' }).waitFor();
        }
        await page.goto(`${host.url}#/jobs/${jobId}`);
        await page.getByAltText(/^Page 1 of letter/).waitFor();
        await page.goto(`${host.url}#/webhooks?endpoint=${endpointId}`);
        await page.getByText('Parked', { exact: true }).last().waitFor();
        await close();
        await host.close();
        expect(problems).toEqual([]);
      },
    );
  });

  test.each(screens)(
    'fit the screen without a serious finding of axe at $width px, $colorScheme',
    async ({ width, height, colorScheme }) => {
      const host = await hosts['Express 5']?.({ platen, prefix: '/platen', authorize: authorize() });
      if (host === undefined) throw new Error('no host');
      const { page, problems, close } = await openPage(browser, { viewport: { width, height }, colorScheme });
      await page.goto(host.url);
      await page.getByLabel('Password').waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await signIn(page, host.url, 'pass word');
      for (const place of [...places, `jobs/${jobId}`]) {
        await page.goto(`${host.url}#/${place}`);
        await page.getByRole('heading', { level: 1, name: titles[place] ?? 'letter.pdf' }).waitFor();
        if (place.startsWith('jobs/')) await page.getByAltText(/^Page 1 of letter/).waitFor();
        else if (place !== 'try') await page.locator('.card').first().waitFor();
        expect(await seriousFindings(page), place).toEqual([]);
        await expectNoSidewaysScroll(page);
      }
      await page.goto(`${host.url}#/webhooks?endpoint=${endpointId}`);
      await page.getByRole('button', { name: /^Replay the message/ }).waitFor();
      expect(await seriousFindings(page), 'deliveries').toEqual([]);
      await expectNoSidewaysScroll(page);
      await page.goto(`${host.url}#/webhooks`);
      await page.getByRole('button', { name: 'New endpoint' }).click();
      await page.getByRole('textbox', { name: 'URL' }).fill('https://127.0.0.1/');
      await page.getByLabel('Owner').last().selectOption('acme');
      await page.getByRole('button', { name: 'Create endpoint' }).click();
      await page.getByText('Leads to an address to which webhooks are not allowed.').waitFor();
      expect(await seriousFindings(page), 'the form of a new endpoint').toEqual([]);
      await expectNoSidewaysScroll(page);
      await page.keyboard.press('Escape');
      await page.goto(`${host.url}#/keys`);
      await page.getByRole('button', { name: 'New key' }).click();
      expect(await seriousFindings(page), 'the form of a new key').toEqual([]);
      await close();
      await host.close();
      expect(problems).toEqual([]);
    },
  );

  test('a name that is written from right to left turns nothing around it', async () => {
    const host = await hosts['Express 5']?.({ platen, prefix: '', authorize: authorize() });
    if (host === undefined) throw new Error('no host');
    const data = await readFile(fixture('letter.pdf'));
    const inputs = ['\u202etwisted.pdf', 'b.pdf'].map((fileName) => ({ fileName, data: new Uint8Array(data) }));
    await platen.engine.submit({ operation: 'pdf/merge', inputs });
    const { page, close } = await openPage(browser);
    await signIn(page, host.url, 'pass word');
    await page.goto(`${host.url}#/jobs?text=twisted`);
    await page.locator('bdi', { hasText: 'twisted' }).waitFor();
    // "and 1 more file" comes after it, and reads in its own direction.
    const [nameEnd = 0, first = 0, last = 0] = await page.evaluate<readonly number[]>(`(() => {
      const name = document.querySelector('bdi');
      const rest = name.nextSibling;
      const leftOf = (offset) => {
        const range = document.createRange();
        range.setStart(rest, offset);
        range.setEnd(rest, offset + 1);
        return range.getBoundingClientRect().left;
      };
      return [name.getBoundingClientRect().right, leftOf(1), leftOf(rest.length - 1)];
    })()`);
    expect(first).toBeGreaterThan(nameEnd - 1);
    expect(last).toBeGreaterThan(first);
    await close();
    await host.close();
  });

  test.each([400, 800, 1280])('nothing is cut off and every button says what it does, at %i px', async (width) => {
    const host = await hosts['Express 5']?.({ platen, prefix: '', authorize: authorize(), docsUrl: '/docs' });
    if (host === undefined) throw new Error('no host');
    const { page, close } = await openPage(browser, { viewport: { width, height: 800 } });
    await signIn(page, host.url, 'pass word');
    await page.getByRole('link', { name: 'Documentation of the API' }).waitFor();
    for (const place of [...places, `jobs/${jobId}`, `webhooks?endpoint=${endpointId}`]) {
      await page.goto(`${host.url}#/${place}`);
      await page
        .locator(place === 'try' ? '.operations' : '.card')
        .first()
        .waitFor();
      if (place.startsWith('jobs/')) await page.getByText('The same by the API').click();
      expect(await page.evaluate<readonly string[]>(cutOff), place).toEqual([]);
      expect(await page.evaluate<readonly string[]>(unlabelled), place).toEqual([]);
    }
    await page.goto(`${host.url}#/keys`);
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name', { exact: true }).fill(`a key of width ${width}`);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Sent with every request').waitFor();
    expect(await page.evaluate<readonly string[]>(cutOff), 'a new key').toEqual([]);
    expect(await page.evaluate<readonly string[]>(unlabelled), 'a new key').toEqual([]);
    await close();
    await host.close();
  });

  test('take 60 KB gzipped at first load at most', async () => {
    const host = await hosts['Express 5']?.({ platen, prefix: '', authorize: authorize() });
    if (host === undefined) throw new Error('no host');
    const { page, close } = await openPage(browser);
    const sizes: Promise<number>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'eventsource') {
        sizes.push(
          response
            .request()
            .sizes()
            .then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize),
        );
      }
    });
    await signIn(page, host.url, 'pass word');
    await page.waitForLoadState('networkidle');
    const total = (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
    await close();
    await host.close();
    expect(total).toBeLessThan(60_000);
    expect(total).toBeGreaterThan(10_000);
  });
});
