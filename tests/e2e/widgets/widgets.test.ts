import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { openBrowser, openContext, pageErrorsOf } from '../support/browser.ts';
import { emails, signInByApi } from '../support/people.ts';

const url = inject('appUrl');
let browser: Browser;
let page: Page;
let pageErrors: string[];
beforeAll(async () => {
  browser = await openBrowser();
  page = await (await openContext(browser)).newPage();
  pageErrors = pageErrorsOf(page);
  await signInByApi(page, `${url}/admin/users`, emails.admin);
  await page.getByRole('gridcell').nth(9).waitFor();
});
afterAll(() => browser.close());

const focused = (): Locator => page.locator(':focus');
const press = (key: string): Promise<void> => page.keyboard.press(key);
/** The active option of a list. */
const current = async (list: Locator): Promise<string | null> => {
  const id = await list.getAttribute('aria-activedescendant');
  return id === null ? null : await page.locator(`[id="${id}"]`).getAttribute('aria-label');
};

describe('additions of src/ui to PrimeReact (ADR 3)', () => {
  it('a menu has a name, its arrows skip disabled items, and Escape and Tab return the focus', async () => {
    const button = page.getByRole('button', { name: /^Actions for/ }).first();
    const menu = page.getByRole('menu', { name: /^Actions for/ });
    await button.focus();
    await press('Enter');
    await menu.waitFor();
    expect(await button.getAttribute('aria-expanded')).toBe('true');
    expect(await button.getAttribute('aria-controls')).toBe(await menu.getAttribute('id'));
    await expect.poll(() => current(menu)).toBe('Edit User');
    await press('End');
    await expect.poll(() => current(menu)).not.toBe('Edit User');
    await press('Home');
    await expect.poll(() => current(menu)).toBe('Edit User');
    expect(await violations(page)).toEqual([]);
    await press('Escape');
    await menu.waitFor({ state: 'detached' });
    expect(await button.evaluate((own) => own === document.activeElement)).toBe(true);
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    await press('Enter');
    await menu.waitFor();
    await press('Tab');
    await menu.waitFor({ state: 'detached' });
    expect(await focused().count()).toBe(1);
  });

  it('content opened by a menu takes the focus, and Escape returns to its button', async () => {
    const button = page.getByRole('button', { name: /^Actions for/ }).first();
    await button.click();
    await page.getByRole('menuitem', { name: 'Edit User' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await expect.poll(() => focused().evaluate((own) => own.closest('[role="dialog"]') !== null)).toBe(true);
    await press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => button.evaluate((own) => own === document.activeElement)).toBe(true);
  });

  it('a menu on a grid header returns the focus to the header', async () => {
    await page.goto(`${url}/events`);
    await page.getByRole('gridcell').nth(9).waitFor();
    await page
      .getByRole('button', { name: /^Column menu/ })
      .first()
      .click();
    const menu = page.getByRole('menu', { name: /^Column menu/ });
    await menu.waitFor();
    expect(await violations(page)).toEqual([]);
    await press('Escape');
    await menu.waitFor({ state: 'detached' });
    await expect.poll(() => focused().evaluate((own) => own.tagName)).toBe('TH');
  });

  it('a single choice is a group of radio buttons: one stop in the Tab order, and arrows choose', async () => {
    await page.goto(`${url}/commissions`);
    await page.getByRole('gridcell').nth(9).waitFor();
    const group = page.getByRole('radiogroup').first();
    const radio = (name: string): Locator => group.getByRole('radio', { name });
    expect(await group.getByRole('radio').evaluateAll((all) => all.map((item) => (item as HTMLElement).tabIndex))).toEqual([0, -1, -1, -1]);
    await radio('Month').focus();
    await press('ArrowRight');
    await expect.poll(() => radio('Quarter').getAttribute('aria-checked')).toBe('true');
    await expect.poll(() => radio('Quarter').evaluate((own) => own === document.activeElement)).toBe(true);
    await press('ArrowLeft');
    await expect.poll(() => radio('Month').getAttribute('aria-checked')).toBe('true');
  });

  it('tabs have a name, and arrows choose', async () => {
    await page.goto(`${url}/settings`);
    const tabs = page.getByRole('tablist', { name: /./ });
    await tabs.waitFor();
    await tabs.getByRole('tab').first().focus();
    await press('ArrowRight');
    await expect.poll(() => tabs.getByRole('tab').nth(1).getAttribute('aria-selected')).toBe('true');
    expect(await page.getByRole('tabpanel').getAttribute('aria-labelledby')).toBe(await tabs.getByRole('tab').nth(1).getAttribute('id'));
    await press('Home');
    await expect.poll(() => tabs.getByRole('tab').first().getAttribute('aria-selected')).toBe('true');
    expect(await violations(page)).toEqual([]);
  });

  it('a checkbox is native with its label, and Space ticks it', async () => {
    const box = page.getByRole('checkbox', { name: 'Sales performance' });
    const before = await box.isChecked();
    await box.focus();
    await press('Space');
    expect(await box.isChecked()).toBe(!before);
    await page.getByText('Sales performance', { exact: true }).click();
    expect(await box.isChecked()).toBe(before);
  });

  it('a toast is announced politely by its frame, stays while the keyboard is on it, and closes with its button', async () => {
    await page.goto(`${url}/profile`);
    // The frame exists before the first toast.
    const frame = page.locator('.toasts');
    await frame.waitFor({ state: 'attached' });
    expect([await frame.getAttribute('role'), await frame.getAttribute('aria-live')]).toEqual(['status', 'polite']);
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    const name = page.getByLabel('First Name');
    const before = await name.inputValue();
    await name.fill(`${before}a`);
    await press('Enter');
    await frame.getByText('Profile updated successfully!').waitFor();
    const dismiss = frame.getByRole('button', { name: 'Dismiss' });
    await dismiss.focus();
    expect(await frame.getByRole('alert').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    // Longer than a toast's four seconds.
    await page.waitForTimeout(4500);
    expect(await dismiss.count()).toBe(1);
    await press('Enter');
    await dismiss.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await name.fill(before);
    await press('Enter');
    await frame.getByText('Profile updated successfully!').waitFor();
  });

  it('a person picker is a combobox; arrows choose, and Escape closes only the list and returns the focus', async () => {
    await page.goto(`${url}/commissions`);
    await page.getByRole('gridcell').nth(9).waitFor();
    // An empty value can be selected too.
    await expect.poll(() => page.getByRole('combobox', { name: 'Shown for' }).inputValue()).toBe('Company');
    await page.getByRole('button', { name: 'Generate Commission Statement' }).click();
    const dialog = page.getByRole('dialog', { name: 'Generate Commission Statement' });
    await dialog.waitFor();
    const field = dialog.getByRole('combobox', { name: 'Person' });
    await expect.poll(() => field.evaluate((own) => own.tagName)).toBe('INPUT');
    expect(await violations(page)).toEqual([]);
    const before = await field.inputValue();
    await field.focus();
    await press('ArrowDown');
    await page.getByRole('listbox', { name: 'Person' }).waitFor();
    await expect.poll(() => field.getAttribute('aria-expanded')).toBe('true');
    expect(await field.getAttribute('aria-controls')).toBe(await page.getByRole('listbox', { name: 'Person' }).getAttribute('id'));
    expect(await violations(page)).toEqual([]);
    await press('ArrowDown');
    await press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    expect(await dialog.isVisible()).toBe(true);
    await expect.poll(() => field.evaluate((own) => own === document.activeElement)).toBe(true);
    await press('ArrowDown');
    await page.getByRole('listbox').waitFor();
    await press('ArrowDown');
    await press('ArrowDown');
    await press('Enter');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await expect.poll(() => field.inputValue()).not.toBe(before);
    await press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('a chart works by keyboard: points and bars have one stop each, and Enter opens the rows behind them (look.md)', async () => {
    await page.goto(`${url}/dashboard/team`);
    const trend = page.getByRole('figure', { name: 'Sales by month' });
    const points = trend.locator('a.chart-point');
    await points.first().waitFor();
    // A single tab stop, initially on the newest month.
    expect(await trend.locator('a.chart-point[tabindex="0"]').count()).toBe(1);
    await trend.locator('a.chart-point[tabindex="0"]').focus();
    const newest = await focused().getAttribute('href');
    await press('ArrowLeft');
    await expect.poll(() => focused().getAttribute('href')).not.toBe(newest);
    await press('Home');
    const first = await points.first().getAttribute('href');
    await expect.poll(() => focused().getAttribute('href')).toBe(first);
    await press('Enter');
    await page.waitForURL(`**${first}`);
    await page.goto(`${url}/pipeline`);
    const bars = page.getByRole('figure', { name: 'Deals that reached each stage' }).getByRole('link');
    await bars.first().focus();
    await press('ArrowDown');
    await expect.poll(() => focused().textContent()).toBe(await bars.nth(1).textContent());
    await press('End');
    await expect.poll(() => focused().getAttribute('href')).toBe('/deals?state=won');
    await press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await keys.getByRole('table', { name: 'On this page' }).getByText('From point to point of a chart').waitFor();
    await press('Escape');
    await keys.waitFor({ state: 'detached' });
  });

  it('every style added by a widget carries the nonce, and nothing is logged', async () => {
    const without = await page.locator('style').evaluateAll((all) => all.filter((item) => !(item as HTMLStyleElement).nonce).length);
    expect(without).toBe(0);
    expect(pageErrors).toEqual([]);
  });
});
