import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { samplePdf } from '../../packages/cli/src/service/sample-pdf.ts';

const executablePath = process.env.PLATEN_CHROMIUM ?? '/usr/bin/chromium';
export const hasChromium = existsSync(executablePath);

/**
 * Drops two files, one of them damaged, on the page of `examples/frameworks/browser` in Chromium. Resolves when one has become an image, by
 * progress of both phases, and the other an error; rejects when it has not.
 */
export async function tryPage(url: string): Promise<void> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.goto(url);
    const files = Object.entries({ 'one.pdf': samplePdf('one').toString('latin1'), 'none.pdf': 'no PDF at all' });
    // Text: the types of this script are those of Node.
    const dropped = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      for (const [name, text] of ${JSON.stringify(files)}) {
        transfer.items.add(new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], name));
      }
      return transfer;
    })()`);
    await page.dispatchEvent('#drop', 'drop', { dataTransfer: dropped });
    const [one, none] = ['one.pdf', 'none.pdf'].map((hasText) => page.locator('li', { hasText }));
    if (one === undefined || none === undefined) throw new Error('there are no rows');
    await one.getByText('converting').or(one.getByText('done:')).first().waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), one.getByRole('link').click()]);
    if (download.suggestedFilename() !== 'one.png') throw new Error(`a download: ${download.suggestedFilename()}`);
    await none.locator('progress').waitFor({ state: 'detached' });
    const told = await none.innerText();
    if (!told.includes('takes PDF')) throw new Error(`a file that is none: ${told}`);
  } finally {
    await browser.close();
  }
}
