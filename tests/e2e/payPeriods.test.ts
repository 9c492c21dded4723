import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { shortMonthText } from '../../contract/rules/time/dayText.ts';
import { firstDayOfMonth, lastDayOfMonth, monthIndexOf, yearOf } from '../../contract/rules/time/period.ts';
import { openBrowser, openContext, takeScreenshot } from './support/browser.ts';
import { companyToday } from './support/day.ts';
import { emails, firstInvoice, signInByApi } from './support/people.ts';

const url = inject('appUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const today = companyToday();
const linkOf = (mode: string, start: string, end: string): string => `${url}/commissions?period=${mode}&start=${start}&end=${end}`;

const visit = async (email: string, address: string, options: Parameters<typeof openContext>[1] = {}): Promise<Page> => {
  const context = await openContext(browser, options);
  const page = await context.newPage();
  await signInByApi(page, address, email);
  return page;
};

describe('pay periods', () => {
  it('decisions 2.11: tells finance in sentences why the current month cannot be closed', async () => {
    for (const [size, dark] of [
      ['desktop', false],
      ['phone', true],
    ] as const) {
      const page = await visit(
        emails.finance,
        linkOf('month', firstDayOfMonth(yearOf(today), monthIndexOf(today)), lastDayOfMonth(yearOf(today), monthIndexOf(today))),
        {
          size,
          dark,
        },
      );
      if (size === 'phone') await page.getByRole('button', { name: 'Open menu' }).click();
      await page.getByRole('link', { name: 'Pay periods' }).click();
      const month = shortMonthText(today);
      // A table row, or a card on a phone.
      const row = page.getByRole(size === 'phone' ? 'listitem' : 'row').filter({ hasText: month });
      await row.getByText('is not over yet').waitFor();
      expect(await page.getByRole('button', { name: `Start review: ${month}` }).isVisible()).toBe(true);
      expect(await page.getByRole('button', { name: `Close month: ${month}` }).count()).toBe(0);
      await takeScreenshot(page, `periods-${size}-${dark ? 'dark' : 'light'}`);
      await page.context().close();
    }
  });

  it('decisions 3.04: are denied to a sales manager', async () => {
    const page = await visit(emails.sales_manager, `${url}/commissions`);
    await firstInvoice(page);
    expect(await page.getByRole('link', { name: 'Pay periods' }).count()).toBe(0);
    await page.goto(`${url}/periods`);
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
    await page.context().close();
  });
});
