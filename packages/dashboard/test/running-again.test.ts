import { fileURLToPath } from 'node:url';
import { generateApiKey } from '@platen/core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { hasChromium, inChromium, openPage, startBrowser } from './browser.ts';
import { hosts } from './hosts.ts';
import { fixture, startPlaten, type TestPlaten } from './start-platen.ts';

const encrypted = (bits: 128 | 256) =>
  fileURLToPath(new URL(`../../pdf-kit/test/fixtures/encrypted-aes${bits}.pdf`, import.meta.url));

describe.skipIf(!hasChromium)(`running a job again ${inChromium}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  /** The pages over an engine, for a manager. */
  async function open(platen: TestPlaten, viewport = { width: 1280, height: 800 }) {
    const start = hosts['Express 5'];
    if (start === undefined) throw new Error('no host');
    const host = await start({ platen, prefix: '', authorize: () => ({ actor: 'ann', role: 'manager' }) });
    const { page, close } = await openPage(browser, { viewport });
    onTestFinished(async () => {
      await close();
      await host.close();
      await platen.stop();
    });
    return { page, url: host.url };
  }

  test('a job whose file needs a password asks for it, and runs with it', async () => {
    const platen = await startPlaten();
    const { page, url } = await open(platen);
    const { id } = await platen.finished('pdf/split', [encrypted(256)]);
    await page.goto(`${url}#/jobs/${id}`);
    await page.getByText('Retry asks for it.').waitFor();
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Run it again' }).click();
    await page.getByText('That is not its password').waitFor();
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByLabel('Password').fill('open');
    await page.getByRole('button', { name: 'Run it again' }).click();
    await page.getByText('Completed', { exact: true }).waitFor();
  });

  test('where the files are gone nothing is offered, and the page says what to do instead', async () => {
    const platen = await startPlaten({ keepFailedInputs: false });
    const { page, url } = await open(platen);
    const { id } = await platen.finished('pdf/split', [encrypted(256)]);
    await page.goto(`${url}#/jobs/${id}`);
    await page.getByText('The files were removed when the job ended: send them again with it.').waitFor();
    expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0);
    expect(await platen.engine.canRetry(id)).toBe(false);
    expect(await platen.engine.canRetry('nobody')).toBe(false);
  });

  test('each file of a merge has its own password, in the form and in a retry', async () => {
    const platen = await startPlaten();
    const { page, url } = await open(platen);
    await page.goto(`${url}#/try?operation=pdf/merge`);
    await page.locator('[value="pdf/merge"]:checked').waitFor();
    await page.setInputFiles('input[type=file]', [fixture('letter.pdf'), encrypted(128), encrypted(256)]);
    await page.getByText('More options').click();
    expect(await page.getByLabel(/^Password of /).count()).toBe(3);
    await page.getByLabel('Password of encrypted-aes128.pdf').fill('geheim');
    await page.getByLabel('Password of encrypted-aes256.pdf').fill('open');
    await page.getByRole('button', { name: 'Convert', exact: true }).click();
    await page.locator('.compare').waitFor();
    // The code of the request says that there was one, and none of what it was.
    await page.getByText('The same by the API').click();
    expect(await page.locator('.request-code pre').textContent()).toContain('--form-string "password=$PDF_PASSWORD"');

    const { id } = await platen.finished('pdf/merge', [encrypted(128), encrypted(256)]);
    await page.goto(`${url}#/jobs/${id}`);
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByLabel('Password of encrypted-aes128.pdf').fill('geheim');
    await page.getByLabel('Password of encrypted-aes256.pdf').fill('open');
    await page.getByRole('button', { name: 'Run it again' }).click();
    await page.getByText('Completed', { exact: true }).waitFor();
  });

  test('a result is on the screen when it is there, however low the screen', async () => {
    const platen = await startPlaten();
    const { page, url } = await open(platen);
    await page.goto(`${url}#/try?operation=pdf/to-word`);
    await page.locator('[value="pdf/to-word"]:checked').waitFor();
    await page.setInputFiles('input[type=file]', [fixture('letter.pdf')]);
    await page.getByRole('button', { name: 'Convert', exact: true }).click();
    await page.locator('.compare').waitFor();
    const top = () =>
      page
        .getByRole('heading', { name: 'Result' })
        .first()
        .evaluate((head) => head.getBoundingClientRect().top);
    await expect.poll(top).toBeLessThan(200);
    expect(await top()).toBeGreaterThanOrEqual(0);
  });

  test('on a narrow screen the result comes before its source, and no state to filter by is cut off', async () => {
    const platen = await startPlaten();
    const { page, url } = await open(platen, { width: 400, height: 800 });
    await page.goto(`${url}#/try?operation=pdf/compress`);
    await page.locator('[value="pdf/compress"]:checked').waitFor();
    await page.setInputFiles('input[type=file]', [fixture('letter.pdf')]);
    await page.getByRole('button', { name: 'Convert', exact: true }).click();
    await page.locator('.compare').waitFor();
    const top = (name: string) =>
      page
        .locator('.compare')
        .getByRole('heading', { name })
        .evaluate((head) => head.getBoundingClientRect().top);
    expect(await top('Result')).toBeLessThan(await top('Source'));
    await page.goto(`${url}#/jobs`);
    const right = await page
      .getByRole('button', { name: 'Cancelled' })
      .evaluate((chip) => chip.getBoundingClientRect().right);
    expect(right).toBeLessThanOrEqual(400);
  });

  test('a job says the name of its key and the duration of the API, and its request as code', async () => {
    const platen = await startPlaten();
    const { page, url } = await open(platen);
    const { record } = generateApiKey({
      id: crypto.randomUUID(),
      ownerId: 'acme',
      name: 'Acme invoices',
      createdAt: 1,
    });
    await platen.keys.create(record);
    const owner = { ownerId: 'acme', keyId: record.id };
    const { id, durationMs } = await platen.finished('pdf/split', [fixture('report.pdf')], { pages: '1' }, owner);
    await page.goto(`${url}#/jobs/${id}`);
    await page.getByText('Acme invoices').waitFor();
    expect(await page.locator('body').innerText()).not.toContain(record.id);
    await page.getByTitle(`durationMs: ${durationMs}`).waitFor();
    await page.getByText('The same by the API').click();
    expect(await page.locator('.request-code pre').textContent()).toBe(
      [
        `curl '${url}api/v1/pdf/split' \\`,
        '  -H "X-API-Key: $PLATEN_KEY" \\',
        "  --form-string 'pages=1' \\",
        `  -F 'file=@"report.pdf"'`,
      ].join('\n'),
    );
    await page.getByRole('button', { name: 'Python' }).click();
    expect(await page.locator('.request-code pre').textContent()).toContain('data = [("pages", "1")]');
  });

  test('several jobs are run again or deleted at once, and the page says what could not be', async () => {
    const platen = await startPlaten();
    const { page, url } = await open(platen);
    const wrong = () => platen.finished('pdf/split', [fixture('letter.pdf')], { pages: '7' });
    const jobs = [await wrong(), await wrong(), await platen.finished('pdf/split', [fixture('letter.pdf')])];
    await page.goto(`${url}#/jobs`);
    await page.getByLabel('Select all 3').check();
    await page.getByRole('button', { name: 'Retry 2' }).click();
    await page.getByRole('button', { name: 'Run them again' }).click();
    await page.getByText('2 jobs queued again.').waitFor();
    const attempts = async () =>
      (await Promise.all(jobs.map(({ id }) => platen.engine.get(id)))).map((job) => job?.runs.length);
    await expect.poll(attempts).toEqual([2, 2, 1]);
    await page.getByLabel('Select letter.pdf').first().check();
    await page.getByLabel('Select letter.pdf').last().check();
    await page.getByRole('button', { name: 'Delete 2' }).click();
    await page.getByRole('button', { name: 'Delete them' }).click();
    await page.getByText('2 jobs deleted.').waitFor();
    expect((await platen.engine.list()).jobs).toHaveLength(1);
  });
});
