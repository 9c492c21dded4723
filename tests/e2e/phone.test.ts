import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openBrowser, openContext } from './support/browser.ts';
import { emails, signInByApi } from './support/people.ts';

const url = inject('appUrl');
let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
  page = await (await openContext(browser, { size: 'phone' })).newPage();
  await signInByApi(page, `${url}/payments`, emails.admin);
});
afterAll(() => browser.close());

/** look.md: the table is the page. */
const LIMIT_PX = 320;

it.each(['/payments', '/events', '/invoices', '/commissions', '/deals', '/pipeline', '/approvals', '/notifications'])(
  'look.md: the first row of %s is within 320 px of the top of a phone',
  async (path) => {
    await page.goto(`${url}${path}`);
    const row = page.locator('.row-card, main tbody tr').filter({ visible: true }).first();
    await row.waitFor();
    await expect.poll(async () => (await row.boundingBox())?.y ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(LIMIT_PX);
  },
);

it.each(['/payments', '/invoices', '/deals', '/events', '/approvals', '/commissions'])(
  'look.md: the panel of the first row of %s begins with its answer, within 200 px',
  async (path) => {
    await page.goto(`${url}${path}`);
    await page.locator('.row-card').first().locator('button, a').first().click();
    const dialog = page.getByRole('dialog');
    const answer = dialog.locator('.panel-answer, .approval-answer, .why-sentence').first();
    await answer.waitFor();
    const top = (await dialog.boundingBox())?.y ?? 0;
    expect(((await answer.boundingBox())?.y ?? Number.POSITIVE_INFINITY) - top).toBeLessThanOrEqual(200);
    // The story follows as a single collapsed row.
    expect(await dialog.locator('details.story-fold[open]').count()).toBe(0);
  },
);

it.each([
  '/forecast',
  '/customers/1',
  '/people/2',
  '/commissions',
  '/dashboard/team',
  '/periods',
  '/payouts',
  '/reports',
  '/admin/settings',
  '/admin/flows',
  '/admin/simulation',
])('WCAG 1.4.10: %s scrolls in one direction at 320 px', async (path) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${url}${path}`);
  await page.locator('main h1').first().waitFor();
  await expect.poll(() => page.locator('main .p-skeleton').count()).toBe(0);
  await expect.poll(() => page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth)).toBeLessThanOrEqual(0);
});

it('look.md: the staircase of a plan keeps the size of its text on a phone', async () => {
  await page.goto(`${url}/plans`);
  const drawing = page.locator('.stairs svg').first();
  await drawing.waitFor();
  // One unit of the drawing is one pixel, so nothing in it is scaled.
  await expect.poll(() => drawing.evaluate((svg) => (svg as SVGSVGElement).viewBox.baseVal.width - svg.clientWidth)).toBe(0);
});
