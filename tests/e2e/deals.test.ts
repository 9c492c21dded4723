import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openBrowser, openContext, pageErrorsOf, takeScreenshot } from './support/browser.ts';
import { emails, signInByApi } from './support/people.ts';

const url = inject('appUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const column = (page: Page, stage: string) => page.getByRole('region', { name: new RegExp(`^${stage}:`) });
const card = (page: Page, stage: string, name: string) => column(page, stage).getByRole('button', { name: `Open the deal ${name}` });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

it('decisions 2.17: a deal is created, moved by keys and by mouse on the board, won, reopened and lost with a reason, and a reload shows it', async () => {
  const context = await openContext(browser);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const pageErrors = pageErrorsOf(page);
  await signInByApi(page, `${url}/deals?view=board`, emails.salesperson);
  await page.getByRole('button', { name: 'New Deal' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Deal' });
  await dialog.getByLabel('Name').fill('Board deal');
  // decisions 8.02: Back asks before it discards typed text.
  const dismissed = page.waitForEvent('dialog').then(async (question) => {
    await question.dismiss();
    return question.message();
  });
  await page.evaluate(() => window.history.back());
  expect(await dismissed).toBe('Leave without saving the deal?');
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Board deal');
  await dialog.getByLabel('Customer').fill('Board Library');
  await dialog.getByLabel('Amount').fill('1200.50');
  await dialog.getByLabel('Expected close date').fill('2030-12-15');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const panel = page.getByRole('dialog', { name: /^Board deal/ });
  await panel.waitFor();
  await panel.locator('.story-fold > summary').click();
  await panel.getByRole('list', { name: 'From deal to payout' }).getByText('No event is linked to the deal yet.').waitFor();
  // Escape closes the topmost layer: first the menu, then the panel.
  await panel.getByRole('button', { name: 'Move to another stage: Board deal' }).click();
  await page.getByRole('menuitem', { name: 'Verbal' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem', { name: 'Verbal' }).waitFor({ state: 'detached' });
  expect(await panel.isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });

  await card(page, 'Prospecting', 'Board deal').focus();
  await page.keyboard.press('Alt+ArrowRight');
  await card(page, 'Qualified', 'Board deal').waitFor();
  await expect.poll(() => focused(page)).toBe('Open the deal Board deal');
  // "Move to" by keyboard.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Verbal' }).waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await card(page, 'Verbal', 'Board deal').waitFor();
  await expect.poll(() => focused(page)).toMatch(/Board deal/);
  await column(page, 'Verbal').locator('.deal-card.is-saving').waitFor({ state: 'detached' });
  await card(page, 'Verbal', 'Board deal').dragTo(column(page, 'Proposal'));
  await card(page, 'Proposal', 'Board deal').waitFor();
  await column(page, 'Proposal').locator('.deal-card.is-saving').waitFor({ state: 'detached' });
  await takeScreenshot(page, 'deals-board');

  await page.reload();
  await card(page, 'Proposal', 'Board deal').click();
  await panel.getByRole('button', { name: 'Won', exact: true }).click();
  await panel.getByRole('button', { name: 'Reopen' }).waitFor();
  await page.reload();
  await panel.getByText('Closed on').waitFor();
  await panel.getByRole('button', { name: 'Reopen' }).click();
  await panel.getByRole('button', { name: 'Lost', exact: true }).click();
  const lost = page.getByRole('dialog', { name: 'Mark as Lost' });
  await lost.getByRole('button', { name: 'Mark as Lost' }).click();
  await lost.getByText('A reason is required').waitFor();
  await lost.getByLabel('Why it was lost').fill('Budget was cut');
  await lost.getByRole('button', { name: 'Mark as Lost' }).click();
  await panel.getByText('Budget was cut', { exact: true }).waitFor();
  await takeScreenshot(page, 'deals-lost');
  // Opening the deal was one history entry: Back closes it, and the board no longer shows it.
  await page.goBack();
  await panel.waitFor({ state: 'detached' });
  await expect.poll(() => new URL(page.url()).search).toBe('?view=board');
  await expect.poll(() => page.getByRole('button', { name: 'Open the deal Board deal' }).count()).toBe(0);
  expect(pageErrors).toEqual([]);
  await context.close();
});
