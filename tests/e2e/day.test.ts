import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { shortMonthText } from '../../contract/rules/time/dayText.ts';
import { addDays, quarterOf, quarterRange, yearOf } from '../../contract/rules/time/period.ts';
import { openBrowser, openContext } from './support/browser.ts';
import { companyToday } from './support/day.ts';
import { emails, firstInvoice, sales, signInByApi } from './support/people.ts';

const url = inject('appUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** The initial period of Commissions and the needs of Events for a browser in the given zone. */
const seenIn = async (timeZone: string) => {
  const context = await openContext(browser, { timeZone });
  const page = await context.newPage();
  const seen: Record<string, string> = {};
  await signInByApi(page, `${url}/commissions`, emails.salesperson);
  await page.locator('.summary[aria-busy="false"]').waitFor();
  seen.period = new URL(page.url()).search;
  seen.summary = await page.locator('.summary').innerText();
  await page.goto(`${url}/events`);
  await page.locator('.event-cards[aria-busy="false"]').waitFor();
  seen.needs = (await page.locator('.event-card-count').allInnerTexts()).join(' ');
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Month').click();
  await page.locator('.calendar[aria-busy="false"]').waitFor();
  seen.marked = await page.locator('[data-today] .p-hidden-accessible').first().innerText();
  await context.close();
  return seen;
};

describe("today is the company's day", () => {
  // At any instant one of the two is on a different day than the company: 14 hours ahead of UTC and 11 behind it.
  it('decisions 2.01: the same minute shows the same days, quota and needs in Kiritimati, Niue and Phoenix', async () => {
    const [home, early, late] = [await seenIn('America/Phoenix'), await seenIn('Pacific/Kiritimati'), await seenIn('Pacific/Niue')];
    const today = companyToday();
    expect(home?.period).toBe(`?period=month&start=${today.slice(0, 8)}01&end=${today}`);
    expect(early).toEqual(home);
    expect(late).toEqual(home);
  });

  it("decisions 2.01, 2.11: the company's current month is not over, and the previous one can be closed", async () => {
    const page = await (await openContext(browser)).newPage();
    await signInByApi(page, `${url}/periods`, emails.finance);
    const month = shortMonthText(companyToday());
    await page.getByRole('row').filter({ hasText: month }).getByText('is not over yet').waitFor();
    expect(await page.getByText('is not over yet').count()).toBe(1);
    expect(await page.getByRole('button', { name: `Close month: ${month}` }).count()).toBe(0);
    await page.context().close();
  });

  it("decisions 2.04: replays a record up to the company's day and no further", async () => {
    const page = await (await openContext(browser)).newPage();
    const today = companyToday();
    const start = quarterRange(yearOf(addDays(today, -91)), quarterOf(addDays(today, -91))).start_date;
    await signInByApi(page, `${url}/commissions?period=custom&start=${start}&end=${today}`, emails.salesperson);
    await firstInvoice(page);
    await sales(page).getByRole('row').nth(1).getByRole('gridcell').first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('tab', { name: 'Why?' }).click();
    await dialog.locator('.why-sentence').waitFor();
    expect(await dialog.getByLabel('As of').inputValue()).toBe(today);
    await dialog.getByLabel('As of').fill(addDays(today, 1));
    await dialog.getByText('There is nothing to show for that day.').waitFor();
    await dialog.getByLabel('As of').fill(today);
    await dialog.locator('.why-sentence').waitFor();
    await page.context().close();
  });
});
