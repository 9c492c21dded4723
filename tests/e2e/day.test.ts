import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openBrowser, openContext } from './support/browser.ts';
import { companyToday } from './support/day.ts';
import { emails, firstInvoice, signIn } from './support/people.ts';

const url = inject('appUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** What Commissions and the needs of Events say first, to someone who sits in a zone. */
const seenIn = async (timeZone: string) => {
  const context = await openContext(browser, { timeZone });
  const page = await context.newPage();
  const seen: Record<string, string> = {};
  await signIn(page, `${url}/commissions`, emails.salesperson);
  await firstInvoice(page);
  seen.period = new URL(page.url()).search;
  seen.summary = await page.locator('.summary').innerText();
  await page.goto(`${url}/events`);
  await page.getByRole('gridcell').first().waitFor();
  seen.needs = (await page.locator('.event-card-count').allInnerTexts()).join(' ');
  await page.getByRole('group', { name: 'View' }).getByText('Month').click();
  seen.marked = await page.locator('[data-today] .p-hidden-accessible').first().innerText();
  await context.close();
  return seen;
};

describe("today is the company's", () => {
  // At any instant one of the two is on another day than the company: 14 hours before UTC and 11 behind it.
  it('decisions 2.01: the same minute shows the same days, quota and needs in Kiritimati, Niue and Phoenix', async () => {
    const [home, early, late] = [await seenIn('America/Phoenix'), await seenIn('Pacific/Kiritimati'), await seenIn('Pacific/Niue')];
    const today = companyToday();
    expect(home?.period).toBe(`?period=month&start=${today.slice(0, 8)}01&end=${today}`);
    expect(early).toEqual(home);
    expect(late).toEqual(home);
  });
});
