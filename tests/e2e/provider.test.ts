import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Provider, startProvider } from '../stand-ins/provider.ts';
import { complaintsOf, openBrowser, openContext, shoot } from './support/browser.ts';
import { firstInvoice, signIn } from './support/people.ts';

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

describe('against a provider that answers only section 7 (decisions 1)', () => {
  it('spec 7.02-7.06, 7.18, 7.20, 7.24, 7.25: signs in, shows menus and commissions, saves columns, signs out, and asks for nothing else', async () => {
    const context = await openContext(browser);
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await signIn(page, `${provider.url}/commissions`, 'ada@other.example', 'wrong');
    // spec 8.01: no message of its own.
    await page.getByText('Login failed').waitFor();
    await signIn(page, `${provider.url}/commissions`, 'ada@other.example', 'right');
    await page.waitForURL((at) => at.pathname === '/commissions');
    expect(await page.title()).toBe('Other Provider Dashboard');
    const first = await firstInvoice(page);
    await page.getByText('$3,479.50').first().waitFor();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect.poll(() => firstInvoice(page)).not.toBe(first);
    // spec 7.06, 7.35: the refresh answer has only an access token.
    provider.expireTokens();
    await page.getByRole('button', { name: 'Previous', exact: true }).click();
    await page.getByText('Quarter', { exact: true }).click();
    await expect.poll(() => provider.calls.filter((call) => call.endsWith('/auth/refresh')).length).toBe(1);
    await firstInvoice(page);
    await page.getByRole('columnheader', { name: 'Invoice #' }).focus();
    await page.keyboard.press('Control+ArrowRight');
    const firstTwo = () =>
      ((provider.preferences.table_column_orders as { commissions?: unknown[] } | undefined)?.commissions ?? []).slice(0, 2);
    await expect.poll(firstTwo).toEqual([
      { key: 'salesperson', visible: true },
      { key: 'invoice', visible: true },
    ]);
    await page.getByRole('button', { name: 'Notifications' }).click();
    await page.getByRole('button', { name: /Invoice paid/ }).click();
    await expect.poll(() => provider.calls.filter((call) => call === 'GET /api/v1/notifications').length).toBe(2);
    await page.keyboard.press('Escape');
    for (const item of ['My Performance', 'Pipeline', 'Deals', 'Events']) {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: item }).click();
      await page.getByRole('heading', { name: item, level: 1 }).waitFor();
    }
    await shoot(page, 'provider');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL((at) => at.pathname === '/login');
    expect(provider.unknown).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
