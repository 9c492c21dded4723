import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openBrowser, openContext, pageErrorsOf, takeScreenshot } from './support/browser.ts';
import { companyYear } from './support/day.ts';
import { emails, firstInvoice, sales, signInByApi } from './support/people.ts';

const url = inject('appUrl');
let browser: Browser;
let context: BrowserContext;
let page: Page;
let pageErrors: string[];
beforeAll(async () => {
  browser = await openBrowser();
  context = await openContext(browser);
  page = await context.newPage();
  pageErrors = pageErrorsOf(page);
  await signInByApi(page, `${url}/commissions`, emails.finance);
  await firstInvoice(page);
});
afterAll(() => browser.close());

const position = () => sales(page).locator('.p-paginator-current').innerText();

describe('the Commissions page', () => {
  it('spec 2.34, 9.06: shows the month to date with as many rows as the window holds', async () => {
    await page.getByText('Track and manage commission calculations and payments').waitFor();
    // (900 − 280 − 120 − 60) / 60 = 7
    expect(await position()).toMatch(/^1–7 of [\d,]+$/);
    await takeScreenshot(page, 'commissions');
  });

  it('spec 4.05: Next and Previous step through the same pages', async () => {
    const seen = [await firstInvoice(page)];
    for (let step = 0; step < 3; step += 1) {
      await sales(page).getByRole('button', { name: 'Next', exact: true }).click();
      await expect.poll(() => firstInvoice(page)).not.toBe(seen.at(-1));
      seen.push(await firstInvoice(page));
    }
    expect(new Set(seen).size).toBe(4);
    expect(await position()).toMatch(/^22–28 of/);
    for (const expected of seen.toReversed().slice(1)) {
      await sales(page).getByRole('button', { name: 'Previous', exact: true }).click();
      await expect.poll(() => firstInvoice(page)).toBe(expected);
    }
    expect(await sales(page).getByRole('button', { name: 'Previous', exact: true }).isDisabled()).toBe(true);
  });

  it('spec 2.40, 5.04: the picker waits for a choice, and a custom range needs both days in order', async () => {
    await sales(page).getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByRole('button', { name: /^Choose period: \d{4}-\d{2}$/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect(await dialog.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Previous year' }).click();
    await dialog.getByRole('button', { name: 'Mar' }).click();
    await takeScreenshot(page, 'period-picker');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    const lastYear = companyYear() - 1;
    await page.getByRole('button', { name: `Choose period: ${lastYear}-03` }).waitFor();
    // spec 4.05: another period starts on the first page.
    await expect.poll(position).toMatch(/^1–7 of/);
    await page.getByText('Custom', { exact: true }).first().click();
    await dialog.waitFor();
    await dialog.getByLabel('Start date').fill(`${lastYear}-05-20`);
    await dialog.getByLabel('End date').fill(`${lastYear}-05-10`);
    await dialog.getByText('End date cannot be before start date').waitFor();
    expect(await dialog.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
    await dialog.getByLabel('End date').fill(`${lastYear}-06-10`);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: `Choose period: ${lastYear}-05-20 to ${lastYear}-06-10` }).waitFor();
    await expect.poll(() => page.url()).toContain(`start=${lastYear}-05-20`);
    await firstInvoice(page);
  });

  it('spec 2.35: status queries the server; search and sort work on the page', async () => {
    await page.getByLabel('Status').selectOption({ label: 'Paid' });
    await expect
      .poll(() =>
        sales(page)
          .getByRole('gridcell')
          .filter({ hasText: /^Paid$/ })
          .count(),
      )
      .toBe(7);
    const expected = await firstInvoice(page);
    await page.keyboard.press('/');
    await page.keyboard.type(expected);
    await expect.poll(() => sales(page).getByRole('grid').getByRole('row').count()).toBe(2);
    await sales(page).getByRole('searchbox').fill('no such thing');
    await page.getByText('No results').waitFor();
    await sales(page).getByRole('searchbox').fill('');
    await sales(page)
      .getByRole('columnheader', { name: /Net Revenue/ })
      .click();
    const amounts = await sales(page)
      .getByRole('grid')
      .getByRole('row')
      .evaluateAll((rows) => rows.slice(1).map((row) => Number((row.children[4]?.textContent ?? '').replace(/[$,]/g, ''))));
    expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
    await page.getByLabel('Status').selectOption({ label: 'All' });
  });

  it('look.md: the first row is within 320 px', async () => {
    const box = await sales(page).locator('[data-row="0"]').boundingBox();
    expect(box?.y).toBeLessThanOrEqual(320);
    // With the menu open, every default column is visible.
    const scroller = sales(page).locator('.grid-scroller');
    expect(await scroller.evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)).toBe(0);
  });

  it('look.md: one click opens a row beside the list, J goes to the next, a reload keeps it, and Escape returns to its row', async () => {
    await sales(page).locator('.grid[aria-busy="false"]').waitFor();
    const first = await firstInvoice(page);
    const cell = (row: number) => sales(page).getByRole('grid').getByRole('row').nth(row).getByRole('gridcell').first();
    const second = (await cell(2).innerText()).trim();
    await cell(1).click();
    const dialog = page.getByRole('dialog');
    await page.getByRole('dialog', { name: `${first} · ` }).waitFor();
    await page.keyboard.press('j');
    await page.getByRole('dialog', { name: `${second} · ` }).waitFor();
    await dialog.getByText('From deal to payout').click();
    await dialog.getByRole('list', { name: 'From deal to payout' }).waitFor();
    const box = await dialog.boundingBox();
    expect(box && [Math.round(box.x + box.width), Math.round(box.y + box.height)]).toEqual([1440, 900]);
    await takeScreenshot(page, 'commission-details');
    await page.reload();
    await page.getByRole('dialog', { name: `${second} · ` }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.url()).not.toContain('row=');
    await expect.poll(() => cell(2).evaluate((item) => item === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('spec 7.32: a column moved by keyboard stays there after a reload, and a reset moves it back', async () => {
    const headers = () => sales(page).getByRole('columnheader').allInnerTexts();
    const saved = page.waitForResponse((answer) => answer.url().includes('/preferences/table_column_widths'));
    await sales(page).getByRole('columnheader', { name: 'Invoice #' }).focus();
    await page.keyboard.press('Control+ArrowRight');
    await saved;
    await page.reload();
    await firstInvoice(page);
    expect((await headers()).slice(0, 2).map((text) => text.trim())).toEqual(['Salesperson', 'Invoice #']);
    const reset = page.waitForResponse((answer) => answer.url().includes('/preferences/table_column_widths'));
    await sales(page).getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Reset columns' }).click();
    await reset;
    await page.reload();
    await firstInvoice(page);
    expect((await headers()).slice(0, 2).map((text) => text.trim())).toEqual(['Invoice #', 'Salesperson']);
  });

  it('decisions 8.02: exports the table as CSV', async () => {
    const download = page.waitForEvent('download');
    await sales(page).getByRole('button', { name: 'Export CSV' }).click();
    const csv = readFileSync(await (await download).path(), 'utf8');
    expect(csv.split('\r\n')[0]).toBe(
      '\uFEFFInvoice #,Salesperson,Booking Date,Gross Amount,Net Revenue,Commission Amount,Rate,Status,Payment Date',
    );
    // The whole period, not only the current page.
    const total = Number(/of ([\d,]+)$/.exec(await position())?.[1]?.replace(',', ''));
    expect(total).toBeGreaterThan(7);
    expect(csv.trim().split('\r\n')).toHaveLength(total + 1);
  });

  it('spec 6.04: a salesperson requests and sees only their own', async () => {
    const own = await openContext(browser, { size: 'phone', dark: true });
    const phone = await own.newPage();
    const requests: string[] = [];
    phone.on('request', (request) => {
      if (/\/api\/v1\/commissions(\?|\/summary)/.test(request.url())) requests.push(request.url());
    });
    await signInByApi(phone, `${url}/commissions`, emails.salesperson);
    await firstInvoice(phone);
    expect(requests.every((request) => /user_id=\d+/.test(request))).toBe(true);
    // spec 2.21: on a phone the menu slides in, and only the table scrolls sideways.
    expect(await phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    const box = await sales(phone).locator('.row-card').first().boundingBox();
    expect(box?.y).toBeLessThanOrEqual(420);
    // The parts of the earned amount are visible without a tap.
    for (const part of ['Paid', 'Due', 'Not yet due', 'Overpaid']) {
      expect(await phone.locator('.summary').getByRole('button', { name: part, exact: true }).isVisible(), part).toBe(true);
    }
    await takeScreenshot(phone, 'commissions-phone-dark');
    await phone.getByRole('button', { name: 'Open menu' }).click();
    await phone.getByRole('dialog', { name: 'Main' }).getByRole('link', { name: 'Events' }).waitFor();
    await takeScreenshot(phone, 'menu-phone-dark');
    await phone.getByRole('dialog', { name: 'Main' }).getByRole('link', { name: 'Events' }).click();
    await phone.getByRole('dialog', { name: 'Main' }).waitFor({ state: 'detached' });
    await own.close();
  });

  it('spec 8.03: a failed list says so in red, keeps the page, and can be retried', async () => {
    await page.route(/\/api\/v1\/commissions\?/, (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByText('Year', { exact: true }).click();
    await page.getByRole('alert').getByText('Failed to load commissions').waitFor();
    await takeScreenshot(page, 'commissions-failed');
    await page.unroute(/\/api\/v1\/commissions\?/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Failed to load commissions').waitFor({ state: 'detached' });
    await firstInvoice(page);
  });

  it('logs nothing to the console, and the content security policy holds', () => {
    expect(pageErrors).toEqual([]);
  });
});
