import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openBrowser, openContext, type sizes, takeScreenshot } from './support/browser.ts';
import { emails, signInByApi } from './support/people.ts';

const url = inject('appUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Requests of the page's shell; all others are held until the page has settled without them. */
const shellRequests = /\/api\/v1\/(auth|public|stream|settings|views|notifications|approvals)/;
const list = '.grid-frame, .row-cards, .events-body';

/** Elements that scroll vertically; the page itself is listed by name. */
const scrolled = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isScrollable = (element: Element): boolean => element.scrollHeight > element.clientHeight + 1;
    const scrollableElements = [...document.querySelectorAll('main *')].filter(
      (element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowY) && isScrollable(element),
    );
    return [...(isScrollable(document.documentElement) ? ['page'] : []), ...scrollableElements.map((element) => element.className)];
  });

describe.each<{ size: keyof typeof sizes }>([{ size: 'desktop' }, { size: 'phone' }])('on a $size', ({ size }) => {
  it.each(['commissions', 'payments', 'invoices', 'deals', 'events'])(
    '%s: the list does not move when its data arrives, and only one element scrolls vertically',
    async (name) => {
      const page = await (await openContext(browser, { size, touch: size === 'phone' })).newPage();
      await signInByApi(page, `${url}/profile`, emails.admin);
      const waiting: (() => void)[] = [];
      const pending = new Set<Request>();
      let holds = true;
      await page.route('**/api/v1/**', async (route) => {
        const request = route.request();
        if (!shellRequests.test(request.url())) pending.add(request);
        if (holds && pending.has(request)) await new Promise<void>((resume) => waiting.push(resume));
        await route.continue();
      });
      for (const over of ['requestfinished', 'requestfailed'] as const)
        page.on(over as 'requestfinished', (request) => pending.delete(request));
      await page.goto(`${url}/${name}`);
      await page.locator(list).first().waitFor({ state: 'attached' });
      // On a phone the card list loads late; until then, the selector may match another list further down.
      await expect.poll(() => page.locator('.row-cards-place').count()).toBe(0);
      const top = (): Promise<number> => page.evaluate((any) => document.querySelector(any)?.getBoundingClientRect().y ?? -1, list);
      // Only Commissions has them; elsewhere both values are undefined.
      const quick = (): Promise<number | undefined> =>
        page.evaluate(() => document.querySelector('.quick-actions')?.getBoundingClientRect().height);
      const before = [await top(), await quick()];
      holds = false;
      for (const resume of waiting) resume();
      await page.locator('.grid tbody tr[data-row], .row-cards .row-card').nth(3).waitFor();
      await expect.poll(() => [...pending].map((request) => request.url())).toEqual([]);
      expect([await top(), await quick()]).toEqual(before);
      // look.md: the table dominates the page.
      const first = await page.locator('.grid tbody tr[data-row], .row-cards .row-card').first().boundingBox();
      expect(first?.y).toBeLessThanOrEqual(size === 'phone' ? 420 : 320);
      expect(await scrolled(page)).toHaveLength(1);
      await page.context().close();
    },
  );
});

it.each<keyof typeof sizes>(['desktop', 'phone'])(
  'look.md: the quick actions keep their place whatever waits in other months, and none is empty: %s',
  async (size) => {
    const context = await openContext(browser, { size, touch: size === 'phone' });
    const heights = new Set<number>();
    for (const count of [0, 1, 4]) {
      const page = await context.newPage();
      const months = Array.from({ length: count }, (_, index) => ({
        start_date: `2025-0${index + 1}-01`,
        end_date: `2025-0${index + 1}-28`,
        count: 3,
      }));
      await page.route('**/adjustments/waiting', (route) => route.fulfill({ json: { count: count * 3, months } }));
      const answered = page.waitForResponse('**/adjustments/waiting');
      await signInByApi(page, `${url}/commissions`, emails.vp_sales);
      await answered;
      const quick = page.locator('.quick-actions');
      await quick.getByText('Questions').waitFor();
      await quick.getByText('Other months').waitFor();
      expect(await quick.locator('> *').evaluateAll((item) => item.filter(({ textContent }) => textContent === ''))).toEqual([]);
      heights.add((await quick.boundingBox())?.height ?? 0);
      await takeScreenshot(page, `quick-actions-${count}-${size}`);
      await page.close();
    }
    expect(heights.size).toBe(1);
    await context.close();
  },
);

it('look.md: no cell of the reports is cut off', async () => {
  const page = await (await openContext(browser)).newPage();
  await signInByApi(page, `${url}/reports`, emails.admin);
  await page.locator('.report-row-actions').first().waitFor();
  const cut = await page
    .locator('.grid :is(td, th, .grid-lines)')
    .evaluateAll((cells) =>
      cells
        .filter((cell) => cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight + 1)
        .map((cell) => cell.textContent),
    );
  expect(cut).toEqual([]);
  await page.context().close();
});

it('look.md: the arrow of a hovered row covers nothing of it', async () => {
  const page = await (await openContext(browser)).newPage();
  await signInByApi(page, `${url}/payments`, emails.admin);
  const cell = page.locator('.grid tbody tr[data-row="0"] td').first();
  await cell.locator('.grid-open').waitFor();
  const [textEnd, arrow] = await cell.evaluate((item) => {
    const range = document.createRange();
    range.selectNodeContents(item.firstChild as Node);
    const opener = item.querySelector('.grid-open');
    // The arrow is drawn at the right end of the link, which covers the cell.
    const arrow = Number.parseFloat(opener ? getComputedStyle(opener, '::before').width : '0');
    return [range.getBoundingClientRect().right, (opener?.getBoundingClientRect().right ?? 0) - arrow];
  });
  expect(textEnd).toBeLessThanOrEqual(arrow as number);
  await page.context().close();
});
