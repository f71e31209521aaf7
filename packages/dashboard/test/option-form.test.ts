import { createMemoryJobStore, createMemoryWebhookStore } from '@platen/core/memory';
import { describeSurface } from '@platen/http';
import { standardOperations } from '@platen/standard';
import { createWebhooks } from '@platen/webhooks';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, inChromium, openPage, startBrowser, type WatchedPage } from './browser.ts';
import { type DashboardHost, hosts } from './hosts.ts';
import { fixture, startPlaten, type TestPlaten } from './start-platen.ts';

/** Fields of every route that the page sets from the chosen files. */
const ofFiles = ['file', 'files'];

/** A route that takes a form, as far as it is read here. */
interface Described {
  readonly post?: {
    readonly requestBody?: {
      readonly content: Readonly<Record<string, { readonly schema: { readonly properties?: object } }>>;
    };
  };
}

/** A wrong value for each kind of option, and what is shown at its field. */
const wrong: readonly (readonly [operation: string, field: string, value: string, shown: string])[] = [
  ['pdf/compress', 'quality', '500', 'Must be a whole number from 1 to 100, not "500".'],
  ['pdf/compress', 'quality', 'good', 'Must be a whole number from 1 to 100, not "good".'],
  ['pdf/compress', 'maxSize', 'huge', 'Must be a size such as 500KB or 10MB, or a number of bytes, not "huge".'],
  ['image/to-pdf', 'margin', '201', 'Must be a number from 0 to 200, not "201".'],
  ['image/to-pdf', 'language', 'e_', '"e_" is not a language tag such as en or de-AT.'],
  ['pdf/split', 'pages', '0', '"0" names page 0: pages are counted from 1.'],
  ['pdf/split', 'bookmarks', '9', 'Must be true, false or a level from 1 to 3, not "9".'],
  ['pdf/to-word', 'language', 'xx', 'No language data is installed for "xx" (installed: eng).'],
  ['pdf/to-word', 'password', 'x'.repeat(128), 'Is longer than 127 characters.'],
  ['pdf/to-word', 'webhookUrl', 'http://acme.example/', 'Must begin with https://.'],
];

describe.skipIf(!hasChromium)(`the form of options ${inChromium}`, { timeout: 110_000 }, () => {
  const jobs = createMemoryJobStore();
  let platen: TestPlaten;
  let browser: Browser;
  let host: DashboardHost;
  let opened: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    const { outbox } = jobs;
    const { messagesFor, forJobs } = createWebhooks({ store: createMemoryWebhookStore(), outbox, jobUrls: true });
    platen = await startPlaten({ jobs, messagesFor, jobWebhooks: forJobs });
    browser = await startBrowser();
    const start = hosts['Express 5'];
    if (start === undefined) throw new Error('no such host');
    host = await start({ platen, prefix: '', authorize: () => ({ actor: 'ann', role: 'manager' }) });
    opened = await openPage(browser);
    page = opened.page;
  });
  afterAll(async () => {
    await opened?.close();
    await browser?.close();
    await host?.close();
    await platen?.stop();
  });

  test('every field of every operation in the OpenAPI document has a field there', async () => {
    const { paths } = describeSurface(standardOperations, { webhookUrls: true });
    for (const { name } of standardOperations) {
      const { requestBody } = (paths as Readonly<Record<string, Described>>)[`/api/v1/${name}`]?.post ?? {};
      const described = Object.keys(requestBody?.content['multipart/form-data']?.schema.properties ?? {});
      await open(name);
      const names = await page.$$eval('form.try [name]', (fields) => fields.map((field) => field.getAttribute('name')));
      const expected = described.filter((field) => !ofFiles.includes(field));
      expect(expected.length, name).toBeGreaterThan(2);
      expect(new Set(names), name).toEqual(new Set(expected));
    }
  });

  test.each(wrong)('%s: a wrong %s is shown at its field', async (operation, field, value, shown) => {
    await open(operation);
    await choose(operation === 'image/to-pdf' ? 'night.png' : 'letter.pdf');
    const input = page.locator(`form.try input[name=${field}]`);
    await input.fill(value);
    // What is wrong with a field that was closed again opens it.
    await page.$eval('details.further', (details) => details.removeAttribute('open'));
    await page.getByRole('button', { name: 'Convert', exact: true }).click();
    const label = page.locator(`label.field:has(input[name=${field}])`);
    await label.getByText(shown).waitFor();
    expect(await input.getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('form.try [aria-invalid=true]').count()).toBe(1);
  });

  test('each file has a field for its pages, and one that is left blank means all', async () => {
    await open('pdf/merge');
    await choose('letter.pdf', 'report.pdf');
    await page.getByLabel('Pages of report.pdf').fill('0');
    await page.getByRole('button', { name: 'Convert', exact: true }).click();
    await page.locator('fieldset').getByText('"0" names page 0: pages are counted from 1.').waitFor();
    await page.getByLabel('Pages of report.pdf').fill('1');
    await page.getByRole('button', { name: 'Convert', exact: true }).click();
    await page.locator('.compare').waitFor();
    const { jobs } = await platen.engine.list();
    expect(jobs[0]?.state).toBe('completed');
    expect((await platen.engine.get(jobs[0]?.id ?? ''))?.options.pages).toEqual([null, '1']);
  });

  test('a job gets the URL of its webhook, and neither the sample requests nor the job show it', async () => {
    await open('pdf/compress');
    await choose('letter.pdf');
    await page.getByLabel('Webhook URL').fill('https://acme.example/hooks/secret-7');
    await page.getByRole('button', { name: 'Convert', exact: true }).click();
    await page.locator('.compare').waitFor();
    const messages = await jobs.outbox.take({ limit: 100, holdMs: 0 });
    const urls = messages.flatMap(({ webhookUrl }) => webhookUrl ?? []);
    expect(urls).toEqual(['https://acme.example/hooks/secret-7']);
    await page.getByText('The same by the API').click();
    await page.getByText('webhookUrl=$PDF_WEBHOOK_URL').waitFor();
    expect(await page.locator('main').innerText()).not.toContain('secret-7');
  });

  async function open(operation: string): Promise<void> {
    await page.goto(`${host.url}#/try?operation=${operation}`);
    await page.reload();
    await page.locator(`[value="${operation}"]:checked`).waitFor();
    await page.getByText('More options').click();
  }

  async function choose(...files: readonly string[]): Promise<void> {
    await page.setInputFiles('input[type=file]', files.map(fixture));
  }
});
