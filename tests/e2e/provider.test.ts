import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Provider, startProvider } from '../stand-ins/provider.ts';
import { openBrowser, openContext, pageErrorsOf, takeScreenshot } from './support/browser.ts';
import { firstInvoice, sales, signIn } from './support/people.ts';

let browser: Browser;
let provider: Provider;
beforeAll(async () => {
  browser = await openBrowser();
  provider = await startProvider(join(import.meta.dirname, '../../dist/web'));
});
afterAll(async () => {
  await browser.close();
  await provider.close();
});

describe('a provider with only section 7 (decisions 1.01)', () => {
  it('spec 7.02-7.06, 7.18, 7.20, 7.21, 7.24, 7.25, 7.30: signs in, shows menus and commissions, saves columns, signs out, and requests nothing else', async () => {
    const context = await openContext(browser);
    const page = await context.newPage();
    const pageErrors = pageErrorsOf(page);
    await signIn(page, `${provider.url}/commissions`, 'ada@other.example', 'wrong');
    // spec 8.01: a login failure without its own message.
    await page.getByText('Login failed').waitFor();
    await signIn(page, `${provider.url}/commissions`, 'ada@other.example', 'right');
    await page.waitForURL((address) => address.pathname === '/commissions');
    expect(await page.title()).toBe('Other Provider Dashboard');
    const first = await firstInvoice(page);
    await page.getByText('$3,479.50').first().waitFor();
    await sales(page).getByRole('button', { name: 'Next', exact: true }).click();
    await expect.poll(() => firstInvoice(page)).not.toBe(first);
    // spec 7.06, 7.35: the refresh response contains only an access token.
    provider.expireTokens();
    await sales(page).getByRole('button', { name: 'Previous', exact: true }).click();
    await page.getByText('Quarter', { exact: true }).click();
    await expect.poll(() => provider.calls.filter((call) => call.endsWith('/auth/refresh')).length).toBe(1);
    await firstInvoice(page);
    await sales(page).getByRole('columnheader', { name: 'Invoice #' }).focus();
    await page.keyboard.press('Control+ArrowRight');
    const firstTwo = () =>
      ((provider.preferences.table_column_orders as { commissions?: unknown[] } | undefined)?.commissions ?? []).slice(0, 2);
    await expect.poll(firstTwo).toEqual([
      { key: 'salesperson', visible: true },
      { key: 'invoice', visible: true },
    ]);
    // spec 7.21: sorted by the provider; spec 2.37: a salesperson can't act on any row.
    const adjusted = page.getByRole('region', { name: 'Commission Adjustments' });
    await adjusted.getByRole('columnheader', { name: 'Amount' }).click();
    await expect.poll(() => adjusted.getByRole('row').nth(1).innerText()).toContain('-$23.25');
    expect(await adjusted.getByRole('columnheader').allInnerTexts()).toEqual([
      'Invoice',
      'Commission',
      'Amount',
      'Reason',
      'Created By',
      'Created',
    ]);
    expect(await adjusted.getByRole('button', { name: /New Adjustment|Edit/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Notifications' }).click();
    await page.getByRole('button', { name: /Invoice paid/ }).click();
    await expect.poll(() => provider.calls.filter((call) => call === 'GET /api/v1/notifications').length).toBe(2);
    await page.keyboard.press('Escape');
    for (const item of ['My Performance', 'Pipeline', 'Deals', 'Events']) {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: item }).click();
      await page.getByRole('heading', { name: item, level: 1 }).waitFor();
    }
    await takeScreenshot(page, 'provider');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL((address) => address.pathname === '/login');
    expect(provider.unknown).toEqual([]);
    expect(pageErrors).toEqual([]);
    await context.close();
  });

  it('decisions 1.07, spec 7.35: calls the refresh once per request, and a 503 clears both tokens and leads to login', async () => {
    const context = await openContext(browser);
    const page = await context.newPage();
    await signIn(page, `${provider.url}/commissions`, 'ada@other.example', 'right');
    await firstInvoice(page);
    let refreshes = 0;
    await page.route('**/auth/refresh', (route) => {
      refreshes += 1;
      return route.fulfill({ status: 503, json: {} });
    });
    await page.evaluate(() => localStorage.setItem('token', 'expired'));
    await sales(page).getByRole('button', { name: 'Next', exact: true }).click();
    await page.waitForURL((address) => address.pathname === '/login');
    expect(refreshes).toBe(1);
    expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('refresh_token')])).toEqual([null, null]);
    await context.close();
  });

  it('spec 2.38, 7.29, 9.14: an adjustment is local there: shown, marked as unsaved, and never sent', async () => {
    const context = await openContext(browser);
    const page = await context.newPage();
    await signIn(page, `${provider.url}/commissions`, 'vp@other.example', 'right');
    await firstInvoice(page);
    const adjusted = page.getByRole('region', { name: 'Commission Adjustments' });
    await adjusted.getByRole('button', { name: 'New Adjustment' }).click();
    const dialog = page.getByRole('dialog', { name: 'New Adjustment' });
    await dialog.getByLabel('Amount').pressSequentially('--12.345x');
    expect(await dialog.getByLabel('Amount').inputValue()).toBe('-12.34');
    await dialog.getByLabel('Reason').fill('Goodwill');
    await dialog.getByRole('combobox', { name: 'Invoice' }).fill('901');
    await dialog.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await dialog.getByRole('combobox', { name: 'Invoice' }).inputValue()).toBe('9011');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await adjusted.getByText('Your changes are shown on this page only: this server does not store adjustments.').waitFor();
    expect(await adjusted.getByRole('row').nth(1).innerText()).toMatch(/9011[\s\S]*-\$12\.34[\s\S]*Goodwill[\s\S]*Not saved/);
    await takeScreenshot(page, 'provider-adjustment');
    expect(provider.calls.filter((call) => call.includes('adjustments') && !call.startsWith('GET'))).toEqual([]);
    expect(provider.unknown).toEqual([]);
    await context.close();
  });

  it('decisions 1.03, spec 2.37, 6.03: a manager adjusts the records of their reports, named by GET /users', async () => {
    const context = await openContext(browser);
    const page = await context.newPage();
    await signIn(page, `${provider.url}/commissions`, 'manager@other.example', 'right');
    await firstInvoice(page);
    const adjusted = page.getByRole('region', { name: 'Commission Adjustments' });
    await adjusted.getByRole('button', { name: 'New Adjustment' }).waitFor();
    // Two of the four adjustments are for Ben; Ada's own records don't count, because no response names her as her own manager.
    await expect.poll(() => adjusted.getByRole('button', { name: /^Edit adjustment/ }).count()).toBe(2);
    const editOf = async (salesperson: string): Promise<number> => {
      await sales(page).getByRole('row').filter({ hasText: salesperson }).first().getByRole('gridcell').first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(salesperson).first().waitFor();
      const count = await dialog.getByRole('button', { name: 'Edit Commission' }).count();
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      return count;
    };
    expect([await editOf('Ben Ortiz'), await editOf('Ada Park')]).toEqual([1, 0]);
    expect(provider.unknown).toEqual([]);
    await context.close();
  });
});
