import { generateApiKey } from '@platen/core';
import { createPasswordSignIn } from '@platen/dashboard';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, inChromium, openPage, startBrowser } from './browser.ts';
import { type DashboardHost, hosts } from './hosts.ts';
import { quickHash } from './quick-hash.ts';
import { fixture, sampleEndpoint, startPlaten, type TestPlaten } from './start-platen.ts';

/** No page has so many places to stop at. */
const maxPresses = 150;

describe.skipIf(!hasChromium)(`by keyboard alone ${inChromium}`, { timeout: 90_000 }, () => {
  let platen: TestPlaten;
  let browser: Browser;
  let host: DashboardHost;
  let failedId = '';
  let endpointId = '';

  beforeAll(async () => {
    platen = await startPlaten();
    await platen.keys.create(generateApiKey({ id: 'some-key', name: 'billing', createdAt: Date.now() }).record);
    const harbour = { id: 'harbour-key', ownerId: 'harbour', name: 'ferries', createdAt: Date.now() };
    await platen.keys.create(generateApiKey(harbour).record);
    await platen.finished('pdf/to-excel', [fixture('report.pdf')]);
    failedId = (await platen.finished('pdf/split', [fixture('letter.pdf')], { pages: '7' })).id;
    endpointId = await sampleEndpoint(platen, 'acme', ['delivered', 'parked', 'parked', 'parked']);
    const authorize = createPasswordSignIn({
      accounts: [{ actor: 'ann', role: 'manager', passwordHash: quickHash('pass word') }],
    });
    const start = hosts['Express 5'];
    if (start === undefined) throw new Error('no host');
    host = await start({ platen, prefix: '/platen', authorize });
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await host?.close();
    await platen?.stop();
  });

  /** A page signed in, with no pointer used. */
  async function open(options?: Parameters<typeof openPage>[1]) {
    const { page, close } = await openPage(browser, options);
    await page.goto(host.url);
    await page.getByLabel('Password').waitFor();
    await tabTo(page, 'Password');
    await page.keyboard.type('pass word');
    await page.keyboard.press('Enter');
    await heading(page, 'Try a conversion');
    return { page, close };
  }

  test.each([1440, 360])('everything on every page is reached by Tab and shows its focus, at %i px', async (width) => {
    const { page, close } = await open({ viewport: { width, height: 900 } });
    for (const [place, title] of [
      ['try', 'Try a conversion'],
      ['jobs', 'Jobs'],
      [`jobs/${failedId}`, 'letter.pdf'],
      ['keys', 'Keys'],
      ['webhooks', 'Webhooks'],
      [`webhooks?endpoint=${endpointId}`, 'https://acme.example/hooks'],
      ['usage', 'Usage'],
      ['health', 'Health'],
    ] as const) {
      await page.goto(`${host.url}#/${place}`);
      await heading(page, title);
      if (place !== 'try') await page.locator('.card').first().waitFor();
      await page.getByText('Live', { exact: true }).waitFor({ state: 'attached' });
      // The page took the focus to its heading: the round begins there.
      const stops = await stopsOf(page);
      const { reached, unshown } = await tabRound(page);
      expect(stops.length, place).toBeGreaterThan(5);
      expect(
        stops.filter((stop) => !reached.has(stop)),
        `${place}: out of reach`,
      ).toEqual([]);
      expect(unshown, `${place}: no visible focus`).toEqual([]);
    }
    await close();
  });

  test('a conversion is chosen, given its file and options, run, and its result downloaded', async () => {
    const { page, close } = await open();
    await tabTo(page, 'PDF to Word');
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
    await page.locator('[value="pdf/split"]:checked').waitFor();
    const choosing = page.waitForEvent('filechooser');
    await tabTo(page, /^Drop a file here/);
    await page.keyboard.press('Enter');
    await (await choosing).setFiles(fixture('report.pdf'));
    await tabTo(page, /^Pages/);
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    await page.getByText('Completed', { exact: true }).waitFor();
    const downloading = page.waitForEvent('download');
    await tabTo(page, /^Download report/);
    await page.keyboard.press('Enter');
    expect((await downloading).suggestedFilename()).toMatch(/^report.*\.pdf$/);
    await tabTo(page, 'Details');
    await page.keyboard.press('Enter');
    await heading(page, 'report.pdf');
    await close();
  });

  test('jobs are filtered, one is opened, run again, and deleted once the question is answered', async () => {
    const { page, close } = await open();
    await tabTo(page, 'Skip to the content');
    await page.keyboard.press('Enter');
    expect(await focusedName(page)).toBe('Try a conversion');
    await tabTo(page, /^Jobs/);
    await page.keyboard.press('Enter');
    await heading(page, 'Jobs');
    await tabTo(page, /^Failed/);
    await page.keyboard.press('Space');
    await page.locator('.job-table tbody tr').nth(1).waitFor({ state: 'detached' });
    await tabTo(page, 'Operation');
    await page.keyboard.type('Split');
    await tabTo(page, 'Search');
    await page.keyboard.type('letter');
    await tabTo(page, /^letter\.pdf/);
    await page.keyboard.press('Enter');
    await heading(page, 'letter.pdf');
    await tabTo(page, 'Retry');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, 'Run it again');
    await page.keyboard.press('Enter');
    await page.getByText('Attempt 2').waitFor();
    await page.getByText('Failed', { exact: true }).waitFor();
    await tabTo(page, 'Delete');
    await page.keyboard.press('Space');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => focusedName(page), { message: 'the focus goes back to where it was' }).toBe('Delete');
    await page.keyboard.press('Space');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, 'Delete the job');
    await page.keyboard.press('Enter');
    await page.getByText('This job was removed').waitFor();
    expect(await platen.engine.get(failedId)).toBeNull();
    await close();
  });

  test('a search that was just typed keeps what is chosen after it, and calls nobody back from another page', async () => {
    const { page, close } = await open();
    await page.clock.install();
    await page.goto(`${host.url}#/jobs`);
    await page.getByLabel('Search').fill('report');
    await page.getByLabel('Operation').selectOption('pdf/to-excel');
    await page.waitForURL(/text=report/);
    expect(page.url()).toContain('operation=pdf');
    await page.getByLabel('Search').fill('other');
    // The page waits with the search, which is due before it hears of the new address.
    await page.clock.runFor(100);
    await page.evaluate(`(() => {
      for (const end = performance.now() + 500; performance.now() < end; );
      location.hash = '#/keys';
    })()`);
    await heading(page, 'Keys');
    await page.clock.runFor(1_000);
    expect(page.url()).toMatch(/#\/keys$/);
    await close();
  });

  test('a key is made, shown once, rotated and revoked', async () => {
    const { page, close } = await open();
    const answers: string[] = [];
    page.on('response', async (response) => {
      if (response.url().includes('/data/') && !response.url().endsWith('/live'))
        answers.push(await response.text().catch(() => ''));
    });
    await page.goto(`${host.url}#/keys`);
    await heading(page, 'Keys');
    await tabTo(page, 'New key');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('night batch');
    await page.keyboard.press('Enter');
    const key = (await page.locator('#new-key').textContent()) ?? '';
    expect(key).toMatch(/^platen_\w{36}$/);
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByText('night batch').waitFor();
    expect(await page.content()).not.toContain(key);
    expect(answers.filter((answer) => answer.includes(key))).toHaveLength(1);
    await tabTo(page, 'Rotate billing');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, 'Rotate the key');
    await page.keyboard.press('Enter');
    await page.locator('#new-key').waitFor();
    await page.keyboard.press('Escape');
    await tabTo(page, 'Revoke night batch');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, 'Revoke the key');
    await page.keyboard.press('Enter');
    await page.getByText(/^Revoked \d/).waitFor();
    const records = await platen.keys.list();
    expect(records.find(({ name }) => name === 'night batch')?.revokedAt).not.toBeNull();
    expect(records.find(({ id }) => id === 'some-key')?.successorId).not.toBeNull();
    await close();
  });

  test('an endpoint is made, its secret shown once and rotated, and it is removed', async () => {
    const { page, close } = await open();
    const answers: string[] = [];
    page.on('response', async (response) => {
      if (response.url().includes('/data/webhooks')) answers.push(await response.text().catch(() => ''));
    });
    await page.goto(`${host.url}#/webhooks`);
    await heading(page, 'Webhooks');
    await tabTo(page, 'New endpoint');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.getByRole('option', { name: 'harbour' }).waitFor({ state: 'attached' });
    await page.keyboard.type('harbour');
    await tabTo(page, /^URL/);
    await page.keyboard.type('http://harbour.example/hooks');
    await page.keyboard.press('Enter');
    await page.getByText('Must begin with https://.').waitFor();
    expect(await page.getByRole('textbox', { name: 'URL' }).getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('textbox', { name: 'URL' }).selectText();
    await page.keyboard.type('https://harbour.example/hooks');
    await tabTo(page, 'All events');
    await page.keyboard.press('Space');
    await tabTo(page, 'Failed');
    await page.keyboard.press('Space');
    await tabTo(page, 'Create endpoint');
    await page.keyboard.press('Enter');
    const first = (await page.locator('#new-secret').textContent()) ?? '';
    expect(first).toMatch(/^whsec_/);
    await page.keyboard.press('Escape');
    await tabTo(page, 'Test https://harbour.example/hooks of harbour');
    await page.keyboard.press('Enter');
    // The name is of a domain that nobody can have.
    await page.getByRole('dialog').getByText('The endpoint did not accept it').waitFor();
    await page.keyboard.press('Escape');
    await tabTo(page, 'Rotate https://harbour.example/hooks of harbour');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('7 days');
    await tabTo(page, 'Rotate the secret');
    await page.keyboard.press('Enter');
    const second = (await page.locator('#new-secret').textContent()) ?? '';
    await page.keyboard.press('Escape');
    await page.getByText(/old secret signs too, ends in 7 days/).waitFor();
    const [made] = await platen.webhooks.listEndpoints('harbour');
    expect(made).toMatchObject({ url: 'https://harbour.example/hooks', events: ['job.failed'] });
    expect(made?.secrets.map(({ secret }) => secret)).toEqual([second, first]);
    await page.reload();
    await page.getByText('https://harbour.example/hooks').waitFor();
    for (const secret of [first, second]) {
      expect(await page.content()).not.toContain(secret);
      expect(answers.filter((answer) => answer.includes(secret))).toHaveLength(1);
    }
    await tabTo(page, 'Remove https://harbour.example/hooks of harbour');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, 'Remove the endpoint');
    await page.keyboard.press('Enter');
    await page.getByText('https://harbour.example/hooks').waitFor({ state: 'detached' });
    expect(await platen.webhooks.listEndpoints('harbour')).toEqual([]);
    await close();
  });

  test('parked deliveries are looked at and replayed, one and then all', async () => {
    const { page, close } = await open();
    await page.goto(`${host.url}#/webhooks`);
    await tabTo(page, /^Deliveries to https:\/\/acme/);
    await page.keyboard.press('Enter');
    await heading(page, 'https://acme.example/hooks');
    await tabTo(page, 'Parked');
    await page.keyboard.press('Enter');
    await page.getByRole('row').nth(4).waitFor({ state: 'detached' });
    await tabTo(page, 'Replay the message about job-2');
    await page.keyboard.press('Enter');
    await page.getByText('Sending 1 message again').waitFor();
    await tabTo(page, 'Replay all parked');
    await page.keyboard.press('Enter');
    await page.getByText('Sending 2 messages again').waitFor();
    await page.getByText('No delivery is in this state').waitFor();
    const found = await platen.webhooks.listDeliveries({ endpointId });
    expect(found.map(({ state }) => state)).toEqual(['pending', 'pending', 'pending', 'delivered']);
    await close();
  });

  test('usage shows another range and its numbers, the theme changes, and somebody signs out', async () => {
    const { page, close } = await open({ colorScheme: 'light' });
    await page.goto(`${host.url}#/usage`);
    await heading(page, 'Usage');
    await tabTo(page, '7 days');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '7 days', pressed: true }).waitFor();
    await tabTo(page, /^Numbers by/);
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Numbers by day and operation' }).waitFor();
    await tabTo(page, 'Switch to the dark theme');
    await page.keyboard.press('Space');
    expect(await page.evaluate<string>('document.documentElement.dataset.theme')).toBe('dark');
    await tabTo(page, 'Sign out');
    await page.keyboard.press('Enter');
    await page.getByLabel('Password').waitFor();
    await close();
  });
});

async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

/** What a screen reader would say of an element, near enough. */
const nameOf = `(element) => (
  element?.getAttribute('aria-label') ?? element?.closest('label')?.innerText ?? element?.textContent ?? ''
).replace(/\\s+/g, ' ').trim()`;

function focusedName(page: Page): Promise<string> {
  return page.evaluate<string>(`(${nameOf})(document.activeElement)`);
}

/** Presses Tab until something of that name has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const isWanted = (text: string) => (typeof name === 'string' ? text === name : name.test(text));
  const seen: string[] = [];
  // What it is about to reach may still be loading: some rounds, each as long as the page.
  for (let presses = 0; presses < maxPresses; presses += 1) {
    const focused = await focusedName(page);
    if (isWanted(focused)) return;
    seen.push(focused.slice(0, 30));
    await page.keyboard.press('Tab');
  }
  throw new Error(`${name} cannot be reached by the keyboard, only ${[...new Set(seen)].join(', ')}`);
}

/** Marks what a person could use, and returns the marks: of a group of radio buttons only the chosen one is a stop. */
function stopsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(`[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    .filter((element) => !element.disabled && element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => element.type !== 'radio' || element.checked)
    .map((element, index) => {
      for (const shown of [element, element.closest('label')]) if (shown) shown.dataset.shadow = getComputedStyle(shown).boxShadow;
      return element.dataset.stop = index + ' ' + element.tagName + ' ' + (${nameOf})(element).slice(0, 40);
    })`);
}

/** Presses Tab until it comes round: what had the focus, and what of it did not show that. */
async function tabRound(page: Page): Promise<{ reached: ReadonlySet<string>; unshown: readonly string[] }> {
  const reached = new Set<string>();
  const unshown: string[] = [];
  for (let presses = 0; presses < maxPresses; presses += 1) {
    await page.keyboard.press('Tab');
    const [stop, isShown] = await page.evaluate<[string | null, boolean]>(`(() => {
      const { activeElement } = document;
      const marked = (element) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
        return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== element.dataset.shadow;
      };
      // An input that is out of sight lets the label around it show its focus.
      const shown = activeElement.closest('label') ?? activeElement;
      return [activeElement?.dataset.stop ?? null, marked(activeElement) || marked(shown)];
    })()`);
    if (stop === null) continue;
    if (reached.has(stop)) break;
    reached.add(stop);
    if (!isShown) unshown.push(stop);
  }
  return { reached, unshown };
}
