import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { openBrowser, openContext, pageErrorsOf, takeScreenshot } from '../support/browser.ts';
import { companyYear } from '../support/day.ts';
import { filterOf, openEvents } from '../support/events.ts';
import { emails } from '../support/people.ts';

const year = companyYear();
/** A year of events fills several pages. */
const wholeYear = `/events?period=year&start=${year}-01-01&end=${year}-12-31`;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let pageErrors: string[];

beforeAll(async () => {
  browser = await openBrowser();
  context = await openContext(browser);
  page = await context.newPage();
  pageErrors = pageErrorsOf(page);
  await openEvents(page, emails.events_manager);
});
afterAll(() => browser.close());

describe('the calendar of events, and links to it', () => {
  it('the calendar shows the same filtered events by month and week, and opens them', async () => {
    const views = page.getByRole('radiogroup', { name: 'View' });
    await views.getByText('Month').click();
    const calendar = page.getByRole('table');
    await calendar.locator('.calendar-item').first().waitFor();
    await page
      .getByRole('button', { name: /^\d+ more/ })
      .first()
      .click();
    await page.getByRole('dialog').locator('.calendar-item').first().waitFor();
    await page.keyboard.press('Escape');
    await takeScreenshot(page, 'events-month');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Next month' }).focus();
    await page.keyboard.press('Enter');
    await calendar.locator('.calendar-item').first().waitFor();
    await views.getByText('Week').click();
    await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(2);
    await expect.poll(() => page.url()).toContain('view=week');
    await page.getByRole('button', { name: 'Today' }).click();
    await views.getByText('Month').click();
    await calendar.locator('.calendar-item').first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: /20\d\d|TBD/ }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('calendar-item');
    await views.getByText('Table').click();
  });

  it('following a link here changes period, filters and view at once, and Back returns', async () => {
    await page.evaluate((link) => window.history.pushState(null, '', link), `${wholeYear}&reviewed=No&customer=library&view=week`);
    await page.locator('.calendar-item, .calendar [role="status"]').first().waitFor();
    await expect.poll(() => filterOf(page, 'Customer').inputValue()).toBe('library');
    await expect.poll(() => page.url()).toContain('view=week');
    await page.goBack();
    await page.getByRole('gridcell').nth(30).waitFor();
    expect(await filterOf(page, 'Customer').inputValue()).toBe('');
  });

  it('logs nothing to the console, and the content security policy holds', () => expect(pageErrors).toEqual([]));
});
