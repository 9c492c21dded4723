import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openBrowser, openContext, pageErrorsOf, takeScreenshot } from './support/browser.ts';
import { cellOf, openEvents } from './support/events.ts';
import { emails, signInByApi } from './support/people.ts';

/** decisions 6.05: other people's changes appear within five seconds. */
const SEEN_MS = 5000;
const field = 'sling_shift_time';
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
});
const openPage = async (options: Parameters<typeof openContext>[1] = {}): Promise<Page> => {
  const context = await openContext(browser, options);
  return context.newPage();
};
const write = async (page: Page, row: number, word: string): Promise<void> => {
  await (await cellOf(page, row, field)).click();
  await page.keyboard.type(word);
  await page.keyboard.press('Enter');
};
const shows = (page: Page, row: number, key: string, word: string) =>
  expect.poll(async () => (await cellOf(page, row, key)).innerText(), { timeout: SEEN_MS }).toContain(word);
const waitForStream = (page: Page) => page.waitForResponse((answer) => answer.url().includes('/api/v1/stream') && answer.status() === 200);

describe('two people in one table', () => {
  it('decisions 6.05: another’s edit appears in place with its author; scroll position, selection and an open field stay', async () => {
    const [mine, theirs] = [await openPage(), await openPage()];
    const pageErrors = pageErrorsOf(mine);
    const streaming = waitForStream(mine);
    await openEvents(mine, emails.events_manager);
    await openEvents(theirs, emails.vp_sales);
    await streaming;
    const scroller = mine.locator('.grid-scroller');
    await mine.locator('tr[data-row="6"] .grid-check').click();
    const cell = await cellOf(mine, 4, 'internal_notes');
    await cell.click();
    await mine.keyboard.type('half a wo');
    const place = await scroller.evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);

    const word = `from them ${Date.now()}`;
    await write(theirs, 3, word);
    await mine.getByText(/ changed Sling Shift Time of /).waitFor();
    expect(await scroller.evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop])).toEqual(place);
    expect(await mine.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('half a wo');
    expect(await mine.locator('tr[data-row="6"]').getAttribute('aria-selected')).toBe('true');
    // Locating the cell scrolls to its column.
    await shows(mine, 3, field, word);
    const changed = await cellOf(mine, 3, field);
    expect(await changed.getAttribute('data-mark')).toBe('theirs');
    await mine.keyboard.press('Escape');
    await (await cellOf(mine, 3, field)).hover();
    await mine.getByText(/Changed by .+ since you loaded this list/).waitFor();
    await takeScreenshot(mine, 'live-others-edit');
    expect(pageErrors).toEqual([]);
  });

  it('decisions 6.05: a field being edited is not overwritten, and both values are shown', async () => {
    const [mine, theirs] = [await openPage(), await openPage()];
    const streaming = waitForStream(mine);
    await openEvents(mine, emails.events_manager);
    await openEvents(theirs, emails.vp_sales);
    await streaming;
    await (await cellOf(mine, 5, field)).click();
    await mine.keyboard.type('mine');
    const word = `theirs ${Date.now()}`;
    await write(theirs, 5, word);
    await mine.getByText(/ changed Sling Shift Time of /).waitFor({ timeout: SEEN_MS });
    expect(await mine.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('mine');
    await mine.keyboard.press('Enter');
    const cell = await cellOf(mine, 5, field);
    await expect.poll(() => cell.getAttribute('data-mark')).toBe('conflicted');
    expect(await cell.innerText()).toContain(word);
  });

  it('decisions 6.05: the app polls if a proxy holds streams back', async () => {
    const [mine, theirs] = [await openPage(), await openPage()];
    await mine.route('**/api/v1/stream*', () => {});
    const asking = mine.waitForResponse((answer) => answer.url().includes('/api/v1/changes'), { timeout: 20_000 });
    await openEvents(mine, emails.events_manager);
    await openEvents(theirs, emails.vp_sales);
    await asking;
    const word = `polled ${Date.now()}`;
    await write(theirs, 2, word);
    await shows(mine, 2, field, word);
  });

  it('decisions 6.05: on a phone, the card shows the edit', async () => {
    for (const dark of [false, true]) {
      const [mine, theirs] = [await openPage({ size: 'phone', dark }), await openPage()];
      const streaming = waitForStream(mine);
      await openEvents(mine, emails.events_manager);
      await openEvents(theirs, emails.vp_sales);
      await streaming;
      const person = `Zoe ${Date.now()}`;
      await (await cellOf(theirs, 1, 'sales_person')).click();
      await theirs.keyboard.type(person);
      await theirs.keyboard.press('Enter');
      const card = mine.locator('.row-card', { hasText: person });
      await card.waitFor({ timeout: SEEN_MS });
      await card.getByText(/^Changed by .+ since you loaded this list$/).waitFor();
      await takeScreenshot(mine, `live-phone-${dark ? 'dark' : 'light'}`);
      await Promise.all([mine.context().close(), theirs.context().close()]);
    }
  });
});

describe('two approvers', () => {
  it('decisions 2.10, 6.05: a decision leaves the other’s list and count, and returns with Undo; the second approver sees who was first', async () => {
    const [mine, theirs] = [await openPage(), await openPage()];
    const pageErrors = pageErrorsOf(mine);
    for (const [page, email] of [
      [mine, emails.admin],
      [theirs, emails.vp_sales],
    ] as const) {
      const streaming = waitForStream(page);
      await signInByApi(page, `${inject('appUrl')}/approvals`, email);
      await page.locator('tr[data-row="0"]').waitFor();
      await streaming;
    }
    const badge = async (page: Page): Promise<number> =>
      Number(/\d+/.exec(await page.getByRole('link', { name: /^Approvals/ }).innerText())?.[0] ?? 0);
    const before = [await badge(mine), await badge(theirs)] as const;
    // People can't decide on their own adjustments, so the lists may differ: the first row of the VP's list is in both.
    const decision = (await theirs.locator('tr[data-row="0"]').getByRole('button', { name: 'Approve' }).getAttribute('aria-label')) ?? '';
    const approveOn = (page: Page) => page.getByRole('button', { name: decision, exact: true });
    const rows = await approveOn(mine).count();
    await mine
      .getByRole('button', { name: decision.replace('Approve', 'Reject'), exact: true })
      .first()
      .click();
    const dialog = mine.getByRole('dialog', { name: /^Reject Adjustment of / });
    await dialog.getByLabel('Reason').fill('It is counted twice');

    await approveOn(theirs).first().click();
    await expect.poll(() => badge(theirs), { timeout: SEEN_MS }).toBe(before[1] - 1);
    await expect.poll(() => badge(mine), { timeout: SEEN_MS }).toBe(before[0] - 1);
    // The open dialog stays, and its response says who was first.
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await mine.getByText(/^Adjustment of .+: .+ approved this first\.$/).waitFor();
    await takeScreenshot(mine, 'live-approved-by-another');

    await theirs.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => badge(mine), { timeout: SEEN_MS }).toBe(before[0]);
    await expect.poll(() => approveOn(mine).count(), { timeout: SEEN_MS }).toBe(rows);
    expect(pageErrors).toEqual([]);
  });
});
