import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { violations } from './support/axe.ts';
import { openBrowser, openContext, takeScreenshot } from './support/browser.ts';
import { emails, firstInvoice, signInByApi } from './support/people.ts';

const url = inject('appUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const visit = async (path: string, email: string, dark = false): Promise<Page> => {
  const context = await openContext(browser, { dark });
  const page = await context.newPage();
  await signInByApi(page, `${url}${path}`, email);
  return page;
};
/** Delays the server's responses until the test calls the returned function. */
const hold = async (page: Page): Promise<() => void> => {
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/api\/v1\/(commissions|adjustments|events|users|periods)/, async (route) => {
    await answered;
    await route.continue();
  });
  return answer;
};
/** All visible texts and figures in the next frame after a press. */
const seenAfter = (page: Page, name: string, places: string): Promise<string[]> =>
  page.evaluate(
    async ([label, selector]) => {
      document.querySelector<HTMLElement>(`[aria-label="${label}"]`)?.click();
      await new Promise(requestAnimationFrame);
      const all = [...document.querySelectorAll<HTMLElement>(selector)];
      return all
        .filter((hTMLElement) => hTMLElement.checkVisibility({ visibilityProperty: true }))
        .map((hTMLElement) => hTMLElement.innerText.trim());
    },
    [name, places] as const,
  );

describe('old figures never appear under a new label', () => {
  it('decisions 8.02: changing the period removes summary and rows of Commissions at once, until the new answer arrives', async () => {
    const page = await visit('/commissions', emails.admin);
    await firstInvoice(page);
    const before = await page.locator('.summary dd').allInnerTexts();
    expect(before[0]).toMatch(/^\$/);
    const answer = await hold(page);
    const seen = await seenAfter(page, 'Previous period', '.summary dd, [data-row] > td, .tips li:first-child');
    expect(seen.join('').replace('/', '').trim()).toBe('');
    // Figures disappear in the next frame; skeletons appear with a deferred render.
    await expect.poll(() => page.locator('.summary').getAttribute('aria-busy')).toBe('true');
    await expect.poll(() => page.getByRole('grid').first().getAttribute('aria-busy')).toBe('true');
    await page.waitForTimeout(400);
    await takeScreenshot(page, 'stale-commissions');
    expect(await violations(page)).toEqual([]);
    answer();
    await expect.poll(() => page.locator('.summary').getAttribute('aria-busy')).toBe('false');
    expect(await page.locator('.summary dd').allInnerTexts()).not.toEqual(before);
    await page.context().close();
  });

  it('decisions 8.02: changing the period removes need cards and rows of Events at once', async () => {
    const page = await visit('/events', emails.events_manager);
    await page.getByRole('gridcell').first().waitFor();
    const answer = await hold(page);
    const seen = await seenAfter(page, 'Previous period', '.event-card-count, [data-row] > td');
    expect(seen.join('')).toBe('');
    await expect.poll(() => page.locator('.event-cards').getAttribute('aria-busy')).toBe('true');
    await page.waitForTimeout(400);
    expect(await violations(page)).toEqual([]);
    answer();
    await expect.poll(() => page.locator('.event-cards').getAttribute('aria-busy')).toBe('false');
    await page.context().close();
  });

  for (const dark of [false, true]) {
    it(`decisions 8.03: no screen has a serious violation while loading or reloading: ${dark ? 'dark' : 'light'}`, async () => {
      const page = await visit('/commissions', emails.admin, dark);
      await firstInvoice(page);
      const paged = async (): Promise<void> => page.locator('.p-paginator-next').first().click();
      for (const [path, act] of [
        ['/commissions', paged],
        ['/events', null],
        ['/admin/users', null],
        ['/periods', null],
      ] as const) {
        const answer = await hold(page);
        await page.goto(`${url}${path}`);
        await page.getByRole('grid').first().waitFor();
        // Skeletons before the first response.
        expect(await violations(page), path).toEqual([]);
        answer();
        await page.locator('[data-row]').first().waitFor();
        if (act === null) continue;
        // The previous page is dimmed until the next one is loaded.
        const next = await hold(page);
        await act();
        await page.waitForTimeout(500);
        await expect.poll(() => page.getByRole('grid').first().getAttribute('aria-busy'), { message: path }).toBe('true');
        expect(await violations(page), `${path} again`).toEqual([]);
        next();
      }
      await page.context().close();
    }, 180_000);
  }
});
