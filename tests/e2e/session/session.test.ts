import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { openBrowser, openContext } from '../support/browser.ts';
import { emails, firstInvoice, password, sales, signIn } from '../support/people.ts';

const url = inject('appUrl');
let browser: Browser;
let context: BrowserContext;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  context = await openContext(browser);
});
afterEach(() => context.close());

const refreshes = (): string[] => {
  const seen: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/auth/refresh')) seen.push(request.url());
  });
  return seen;
};
const breakToken = (page: Page): Promise<void> => page.evaluate(() => localStorage.setItem('token', 'at_expired'));
/** Whether an access token and a refresh token are stored. */
const tokensOf = (page: Page): Promise<boolean[]> =>
  page.evaluate(() => ['token', 'refresh_token'].map((name) => localStorage.getItem(name) !== null));

describe('the session in a browser', () => {
  it('spec 7.35: a token that expires during work is refreshed once, and the work continues', async () => {
    const page = await context.newPage();
    await signIn(page, `${url}/commissions`, emails.finance);
    const before = await firstInvoice(page);
    const seen = refreshes();
    await breakToken(page);
    await sales(page).getByRole('button', { name: 'Next', exact: true }).click();
    await expect.poll(() => firstInvoice(page)).not.toBe(before);
    expect(seen).toHaveLength(1);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toMatch(/^at_/);
    expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBe('at_expired');
  });

  it('decisions 4.01: two tabs with an expired token share one refresh', async () => {
    const first = await context.newPage();
    await signIn(first, `${url}/commissions`, emails.finance);
    await firstInvoice(first);
    const second = await context.newPage();
    await second.goto(`${url}/commissions`);
    await firstInvoice(second);
    const seen = refreshes();
    await breakToken(first);
    await Promise.all([first, second].map((page) => sales(page).getByRole('button', { name: 'Next', exact: true }).click()));
    await Promise.all(
      [first, second].map((page) =>
        page
          .getByText(/^\d+–\d+ of/)
          .filter({ hasNotText: /^1–/ })
          .waitFor(),
      ),
    );
    expect(seen).toHaveLength(1);
  });

  it('look.md, Frame: a reload draws the menu before the session answers, and nothing moves', async () => {
    const page = await context.newPage();
    await signIn(page, `${url}/commissions`, emails.finance);
    await firstInvoice(page);
    const places = (frame: string) =>
      page.locator(`${frame} a`).evaluateAll((links) =>
        links.map((link) => {
          const range = document.createRange();
          range.selectNodeContents(link.querySelector('.menu-label') ?? link);
          const { x, y } = range.getBoundingClientRect();
          return [link.querySelector('.menu-label')?.textContent ?? link.textContent, Math.round(x), Math.round(y)];
        }),
      );
    const menu = await places('.side-menu');
    await page.route('**/api/v1/auth/me', () => {});
    await page.route('**/assets/**', (route) => route.abort());
    await page.goto(`${url}/commissions`);
    expect(await places('.frame-side')).toEqual(menu);
    await page.unroute('**/assets/**');
    await page.goto(`${url}/commissions`);
    await page.locator('.p-progress-spinner').first().waitFor();
    expect(await places('.frame-side')).toEqual(menu);
    // On a narrow screen the menu starts with icons only, and the frame reserves exactly their width.
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.goto(`${url}/commissions`);
    expect(await page.locator('.frame-side').evaluate((side) => side.getBoundingClientRect().width)).toBe(64);
    await page.unroute('**/api/v1/auth/me');
    await page.goto(`${url}/commissions`);
    await firstInvoice(page);
    expect(await page.locator('.side-menu').evaluate((side) => side.getBoundingClientRect().width)).toBe(64);
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${url}/login`);
    await page.getByLabel('Email address').waitFor();
    expect(await places('.frame-side')).toEqual([]);
  });

  it('signing out in one tab signs out the other', async () => {
    const first = await context.newPage();
    await signIn(first, `${url}/commissions`, emails.finance);
    await firstInvoice(first);
    const second = await context.newPage();
    await second.goto(`${url}/commissions`);
    await firstInvoice(second);
    await first.getByRole('button', { name: 'Account' }).click();
    await first.getByRole('button', { name: 'Sign Out' }).click();
    await second.waitForURL((address) => address.pathname === '/login');
  });

  it('spec 2.19: a session ended elsewhere leads to login at the next call, with a message', async () => {
    const page = await context.newPage();
    await signIn(page, `${url}/commissions`, emails.finance);
    await firstInvoice(page);
    const other = await openContext(browser);
    const otherPage = await other.newPage();
    await signIn(otherPage, `${url}/commissions`, emails.finance);
    await firstInvoice(otherPage);
    const status = await otherPage.evaluate(async () => {
      const answer = await fetch('/api/v1/auth/sessions/end-others', {
        method: 'POST',
        headers: { authorization: `Bearer ${localStorage.getItem('token')}` },
      });
      return answer.status;
    });
    expect(status).toBeLessThan(300);
    await sales(page).getByRole('button', { name: 'Next', exact: true }).click();
    await page.waitForURL((address) => address.pathname === '/login');
    await page.getByText('Your session has expired').waitFor();
    expect(await page.evaluate(() => localStorage.length === 0 || localStorage.getItem('refresh_token') === null)).toBe(true);
    await other.close();
  });

  it('decisions 1.07: a refresh answered with 503 is retried after 1 and 2 s, and the work continues', async () => {
    const page = await context.newPage();
    await signIn(page, `${url}/commissions`, emails.finance);
    const before = await firstInvoice(page);
    const seen = refreshes();
    await page.route('**/auth/refresh', (route) => (seen.length < 3 ? route.fulfill({ status: 503, json: {} }) : route.continue()));
    await breakToken(page);
    await sales(page).getByRole('button', { name: 'Next', exact: true }).click();
    await expect.poll(() => firstInvoice(page), { timeout: 15_000 }).not.toBe(before);
    expect(seen).toHaveLength(3);
  });

  it('decisions 1.07, spec 7.35: a refresh still answered with 503 after 1, 2 and 4 s clears both tokens and leads to login', async () => {
    const page = await context.newPage();
    await signIn(page, `${url}/commissions`, emails.finance);
    await firstInvoice(page);
    const seen = refreshes();
    await page.route('**/auth/refresh', (route) => route.fulfill({ status: 503, json: {} }));
    await breakToken(page);
    const startedAt = Date.now();
    await sales(page).getByRole('button', { name: 'Next', exact: true }).click();
    await page.waitForURL((address) => address.pathname === '/login');
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(7000);
    expect(seen).toHaveLength(4);
    expect(await tokensOf(page)).toEqual([false, false]);
  });

  it('decisions 1.07, spec 4.01: a user load answered with 503 twice leads to login, and a later reload recovers', async () => {
    const page = await context.newPage();
    await signIn(page, `${url}/commissions`, emails.finance);
    await firstInvoice(page);
    let loads = 0;
    await page.route('**/auth/me', (route) => {
      loads += 1;
      return route.fulfill({ status: 503, json: {} });
    });
    await page.reload();
    await page.waitForURL((address) => address.pathname === '/login');
    expect(loads).toBe(2);
    expect(await tokensOf(page)).toEqual([false, true]);
    await page.unroute('**/auth/me');
    await page.goto(`${url}/commissions`);
    await firstInvoice(page);
    expect(await tokensOf(page)).toEqual([true, true]);
  });

  it('decisions 1.07: form input survives the end of the session, and disappears with the form', async () => {
    const page = await context.newPage();
    await signIn(page, `${url}/deals`, emails.salesperson);
    const dialog = page.getByRole('dialog', { name: 'New Deal' });
    const again = async (): Promise<void> => {
      await page.evaluate(() => Object.assign(localStorage, { token: 'at_ended', refresh_token: 'rt_ended' }));
      // Another call of the page may detect the ended session before this one.
      const save = dialog.getByRole('button', { name: 'Save' }).click({ timeout: 5000 });
      await Promise.all([save.catch(() => {}), page.waitForURL((address) => address.pathname === '/login')]);
      await page.getByLabel('Email address').fill(emails.salesperson);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign In' }).click();
      await dialog.waitFor();
    };
    await page.getByRole('button', { name: 'New Deal' }).click();
    await dialog.getByLabel('Name').fill('Coding nights');
    await dialog.getByLabel('Customer').fill('Board Library');
    await dialog.getByLabel('Amount').fill('1200.50');
    await again();
    await page.getByText('Your unsaved input is restored.').waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Coding nights');
    expect(await dialog.getByLabel('Amount').inputValue()).toBe('1200.50');
    page.once('dialog', (question) => question.accept());
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'New Deal' }).click();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('');
  });
});
