import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { shortMonthText } from '../../contract/rules/time/dayText.ts';
import { addDays } from '../../contract/rules/time/period.ts';
import { openBrowser, openContext } from './support/browser.ts';
import { companyToday } from './support/day.ts';
import { emails, firstInvoice, signInByApi } from './support/people.ts';

const url = inject('appUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** The only browser test that uses the real date; it must pass on any day at any hour. */
it('decisions 2.01: the demo company opens on the real day, with invoices and an open month', async () => {
  const page = await (await openContext(browser)).newPage();
  await signInByApi(page, `${url}/commissions`, emails.finance);
  await page.locator('.summary[aria-busy="false"]').waitFor();
  const today = companyToday();
  expect(new URL(page.url()).search).toBe(`?period=month&start=${today.slice(0, 8)}01&end=${today}`);
  // A month that began on a weekend may have no invoices yet.
  await page.goto(`${url}/commissions?period=custom&start=${addDays(today, -60)}&end=${today}`);
  await firstInvoice(page);
  await page.goto(`${url}/periods`);
  await page
    .getByRole('row')
    .filter({ hasText: shortMonthText(today) })
    .getByText('is not over yet')
    .waitFor();
});
