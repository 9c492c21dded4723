import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Role } from '../../contract/entities/user.ts';
import { openBrowser, openContext } from './support/browser.ts';
import { emails, sales, signInByApi } from './support/people.ts';

const url = inject('appUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Focuses the button and presses Enter, as a keyboard user does. */
const press = async (page: Page, name: string | RegExp): Promise<void> => {
  const button = page.getByRole('button', { name }).first();
  await button.focus();
  await page.keyboard.press('Enter');
};

type Case = Readonly<{ what: string; role: Role; path: string; act: (page: Page) => Promise<void> }>;
/** Actions whose own button disappears or is disabled afterwards. */
const cases: readonly Case[] = [
  {
    what: 'Reset filters on Team Dashboard',
    role: 'vp_sales',
    path: '/dashboard/team',
    act: async (page) => {
      await page.getByRole('checkbox').nth(1).check();
      await press(page, 'Reset filters');
      await page.getByRole('button', { name: 'Reset filters' }).waitFor({ state: 'detached' });
    },
  },
  {
    what: 'removing the chip of a filter',
    role: 'finance',
    path: '/commissions?status=paid',
    act: async (page) => {
      await press(page, /^Only .*: show all/);
      await sales(page).locator('.filter-chip').waitFor({ state: 'detached' });
    },
  },
  {
    what: 'Save in Settings',
    role: 'events_manager',
    path: '/settings',
    act: async (page) => {
      const chart = page.getByRole('checkbox', { name: 'Top deals' });
      await chart.setChecked(!(await chart.isChecked()));
      await press(page, 'Save');
      await expect.poll(() => page.getByRole('button', { name: 'Save' }).first().isDisabled()).toBe(true);
    },
  },
  {
    what: 'Mark as read in Notifications',
    role: 'salesperson',
    path: '/notifications',
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Mark as read/ })
        .first()
        .waitFor();
      const before = await page.getByRole('button', { name: /^Mark as read/ }).count();
      await press(page, /^Mark as read/);
      await expect.poll(() => page.getByRole('button', { name: /^Mark as read/ }).count()).toBe(before - 1);
    },
  },
];

it.each(cases)('decisions 8.02: after $what, the focus is on the page’s content, never lost', async ({ role, path, act }) => {
  const page = await (await openContext(browser)).newPage();
  await signInByApi(page, `${url}${path}`, emails[role]);
  await act(page);
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main, [role="dialog"]') !== null)).toBe(true);
  // The focus stays there.
  await page.waitForTimeout(400);
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
  await page.context().close();
});
