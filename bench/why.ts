import { chromium, type Page } from 'playwright-core';
import type { Product } from './product.ts';
import type { Result } from './result.ts';

const RUNS = 10;
const LIMIT_MS = 50;
/** A person hovers longer than the app's 100 ms delay before pressing. */
const REST_MS = 400;

const sales = (page: Page) => page.getByRole('region', { name: 'Commissionable Sales' });
const row = (page: Page, index: number) => sales(page).getByRole('row').nth(index).getByRole('gridcell').first();

/** Milliseconds from a click to the frame in which `text` is visible at `selector`. */
const timed = async (page: Page, act: () => Promise<void>, selector: string, text = ''): Promise<number> => {
  await page.evaluate(
    (expected) => {
      const timed = window as unknown as { took: Promise<number> };
      timed.took = new Promise((resolve) => {
        const pressed = ({ timeStamp }: Event): void => {
          const look = (): void => {
            const isThere = document.querySelector(expected.selector)?.textContent?.includes(expected.text) ?? false;
            // After the frame is drawn.
            if (isThere) setTimeout(() => resolve(performance.now() - timeStamp));
            else requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        };
        document.addEventListener('click', pressed, { capture: true, once: true });
      });
    },
    { selector, text },
  );
  await act();
  return page.evaluate(() => (window as unknown as { took: Promise<number> }).took);
};

const why = '.p-dialog .why-sentence';
const close = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.mouse.move(4, 4);
  await page.waitForTimeout(200);
};
/** A press at the pointer's position without a delay. */
const press = async (page: Page): Promise<void> => {
  await page.mouse.down();
  await page.mouse.up();
};

const median = (all: readonly number[]): number => {
  const sorted = all.toSorted((a, b) => a - b);
  return ((sorted[RUNS / 2 - 1] ?? 0) + (sorted[RUNS / 2] ?? 0)) / 2;
};
const resultsOf = (label: string, all: readonly number[]): Result[] => [
  { what: `${label}, median ms`, value: median(all), limit: LIMIT_MS },
  { what: `${label}, longest ms`, value: Math.max(...all), limit: 2 * LIMIT_MS },
];

/** Time until Why is shown after the pointer rested on a row, regardless of earlier views (decisions 2.04). */
export const benchWhy = async ({ url }: Pick<Product, 'url'>): Promise<Result[]> => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US', timezoneId: 'America/Phoenix' });
    // A helper that tsx wraps around named functions.
    await context.addInitScript('globalThis.__name = (of) => of');
    const page = await context.newPage();
    await page.goto(`${url}/commissions`);
    await page.getByLabel('Email address').fill('vp@demo.test');
    await page.getByLabel('Password', { exact: true }).fill(process.env.DEMO_PASSWORD ?? 'try-quotaboard-26');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('radio', { name: 'Year' }).click();
    await row(page, 1).waitFor();
    await page.waitForTimeout(1000);
    const count = Math.max(1, (await sales(page).locator('tr[data-row]').count()) - 1);
    const figures = { rested: [] as number[], seen: [] as number[], listed: [] as number[] };
    for (let run = 0; run < RUNS; run += 1) {
      const rowIndex = 1 + (run % count);
      // Rows that were already explained are cached, so each round starts on the next page.
      if (run > 0 && rowIndex === 1) await sales(page).getByRole('button', { name: 'Next', exact: true }).click();
      await page.waitForTimeout(300);
      await row(page, rowIndex).hover();
      await page.waitForTimeout(REST_MS);
      figures.rested.push(await timed(page, () => press(page), why));
      await close(page);
      await row(page, rowIndex).hover();
      figures.seen.push(await timed(page, () => press(page), why));
      await close(page);
    }
    const first = await row(page, 1).innerText();
    for (let run = 0; run < RUNS; run += 1) {
      await sales(page).getByRole('button', { name: 'Next', exact: true }).click();
      await page.waitForTimeout(500);
      const back = sales(page).getByRole('button', { name: 'Previous', exact: true });
      await back.hover();
      figures.listed.push(await timed(page, () => press(page), '.commissions-sales tr[data-row="0"]', first));
    }
    return [
      ...resultsOf('Why after the pointer rested on the row', figures.rested),
      ...resultsOf('Why of a row seen before', figures.seen),
      ...resultsOf('page of the list seen before', figures.listed),
    ];
  } finally {
    await browser.close();
  }
};
