import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';

const executablePath = '/usr/bin/chromium';
/** Without it the tests in a browser are skipped, and say so by their name. */
export const hasChromium = existsSync(executablePath);
export const inChromium = hasChromium ? 'in Chromium' : `in Chromium (skipped: there is no ${executablePath})`;

export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

/** A page that is watched: what its policy forbids, and what goes wrong in it. */
export interface WatchedPage {
  readonly page: Page;
  /** Refusals of the Content-Security-Policy, and errors of scripts. */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

export async function openPage(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<WatchedPage> {
  const context: BrowserContext = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(25_000);
  const problems: string[] = [];
  await page.addInitScript(
    `document.addEventListener('securitypolicyviolation', (event) => {
      console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI);
    });`,
  );
  page.on('console', (message) => {
    if (/policy/i.test(message.text())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  return { page, problems, close: () => context.close() };
}

/** What axe finds that is serious or critical, as `rule: element`. The Word preview's frame is the document's own. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  // Evaluated by the debugger: as an inline script the policy of the page would refuse it. Once for each document.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<{ violations: readonly Finding[] }>(
    `axe.run({ exclude: [['iframe']] }, { iframes: false, resultTypes: ['violations'] })`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    );
}

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** Nothing of a page reaches past the width of the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, screen] = await page.evaluate<[number, number]>('[document.documentElement.scrollWidth, innerWidth]');
  expect(content).toBeLessThanOrEqual(screen);
}

/** `actor` where the page asks for a name. */
export async function signIn(page: Page, url: string, password: string, actor?: string): Promise<void> {
  await page.goto(url);
  if (actor !== undefined) await page.getByLabel('Name').fill(actor);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation').waitFor();
}
