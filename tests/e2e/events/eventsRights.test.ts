import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { openBrowser, openContext, takeScreenshot } from '../support/browser.ts';
import { companyYear } from '../support/day.ts';
import { cellOf, fillFilter, filterOf, openEvents, settled, withFilters } from '../support/events.ts';
import { emails } from '../support/people.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe('rights on the Events page (decisions 3.01)', () => {
  it('finance only reads: no checkboxes, no sync, no field opens', async () => {
    const own = await openContext(browser);
    const reader = await own.newPage();
    await openEvents(reader, emails.finance);
    expect(await reader.getByRole('button', { name: 'Sync Events' }).count()).toBe(0);
    expect(await reader.getByRole('checkbox').count()).toBe(0);
    await (await cellOf(reader, 1, 'reviewed')).dblclick();
    expect(await reader.locator('.grid-editor').count()).toBe(0);
    await reader
      .getByRole('dialog', { name: /20\d\d|TBD/ })
      .getByText('You may not edit this event.')
      .waitFor();
    await own.close();
  });

  it('decisions 6.03: an event to be invoiced says so in its cell, and its panel leads finance to a new invoice', async () => {
    const own = await openContext(browser);
    const reader = await own.newPage();
    await openEvents(reader, emails.finance);
    await reader.getByRole('link', { name: /^To be invoiced/ }).click();
    await settled(reader);
    await reader.locator('.grid-scroller').evaluate((scroller) => scroller.scrollTo(scroller.scrollWidth, 0));
    await reader
      .getByText(/^(To invoice|Invoice missing)$/)
      .first()
      .waitFor();
    // The event's date stays visible, even without checkboxes.
    const left = (await reader.locator('.grid-scroller').boundingBox())?.x ?? 0;
    const date = reader.getByRole('columnheader', { name: /^Date & Time/ });
    expect(Math.abs(((await date.boundingBox())?.x ?? -99) - left)).toBeLessThan(3);
    await (await cellOf(reader, 0, 'invoice_id')).dblclick();
    const line = reader.getByRole('dialog').getByRole('list', { name: 'What is missing' });
    await line.getByText('To be invoiced: the event took place').waitFor();
    await takeScreenshot(reader, 'story-event');
    await line.getByRole('link', { name: 'Create invoice' }).click();
    await reader.getByRole('dialog', { name: 'Create Invoice' }).waitFor();
    await own.close();
  });

  it('a salesperson edits their own events and is told why others cannot be edited', async () => {
    const own = await openContext(browser);
    const seller = await own.newPage();
    await openEvents(seller, emails.salesperson);
    const { name, foreign } = await seller.evaluate(async (year) => {
      const headersOf = { authorization: `Bearer ${localStorage.getItem('token')}` };
      const answer = await fetch(`/api/v1/events?start_date=${year}-01-01&end_date=${year}-12-31&limit=500`, { headers: headersOf });
      const { data } = (await answer.json()) as { data: { sales_person: string | null; can_edit: boolean }[] };
      // An event's lead may edit it too; this looks for a seller whose first event is the user's own.
      const firstOf = (name: string | null) => data.find((row) => row.sales_person === name);
      const own = data.find((row) => row.can_edit && firstOf(row.sales_person) === row);
      return { name: own?.sales_person, foreign: data.findIndex((row) => !row.can_edit) };
    }, companyYear());
    expect(foreign).toBeGreaterThanOrEqual(0);
    await seller.locator(`tr[data-row="${foreign}"] input`).click();
    await seller.getByText('You may not edit this event.').first().waitFor();
    await fillFilter(seller, 'Sales Person', name ?? '');
    await settled(seller);
    await expect.poll(async () => (await cellOf(seller, 0, 'sales_person')).innerText()).toBe(name);
    await (await cellOf(seller, 0, 'reviewed')).dblclick();
    await seller.locator('.grid-editor').waitFor();
    await own.close();
  });
});

describe('the Events page on a phone', () => {
  it('the summary wraps, filters fold, events are cards, one opens a full sheet, and days become a list', async () => {
    const own = await openContext(browser, { size: 'phone', dark: true });
    const phone = await own.newPage();
    await openEvents(phone, emails.vp_sales);
    const fits = () => phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
    expect(await fits()).toBe(true);
    const customer = filterOf(phone, 'Customer');
    expect(await customer.isVisible()).toBe(false);
    await withFilters(phone, () => customer.waitFor());
    expect(await customer.isVisible()).toBe(false);
    const first = phone.locator('.row-card').first();
    expect((await first.boundingBox())?.y).toBeLessThan(phone.viewportSize()?.height ?? 0);
    await takeScreenshot(phone, 'events-phone-dark');
    expect(await violations(phone)).toEqual([]);
    await first.locator('.row-card-open').click();
    const sheet = phone.getByRole('dialog');
    await sheet.getByRole('region', { name: 'Readiness' }).waitFor();
    // The sheet grows while it opens.
    await expect.poll(async () => (await sheet.boundingBox())?.width).toBe(phone.viewportSize()?.width);
    await phone.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await phone.getByRole('radiogroup', { name: 'View' }).getByText('Month').click();
    await phone.locator('.calendar-agenda .calendar-item').first().waitFor();
    expect(await fits()).toBe(true);
    expect(await violations(phone)).toEqual([]);
    await own.close();
  });
});
