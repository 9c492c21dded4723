import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { checkAccessibility } from './support/axe.ts';
import { openBrowser, openContext, takeScreenshot } from './support/browser.ts';
import { emails, signInByApi } from './support/people.ts';

const url = inject('appUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const visit = async (email: string, path: string, options: Parameters<typeof openContext>[1] = {}): Promise<Page> => {
  const context = await openContext(browser, options);
  const page = await context.newPage();
  await signInByApi(page, `${url}${path}`, email);
  return page;
};

describe('decisions 2.29: my check', () => {
  for (const [size, dark] of [
    ['desktop', false],
    ['phone', true],
  ] as const)
    it(`a salesperson goes from My Performance to the reasons of the next check: ${size}`, async () => {
      const page = await visit(emails.salesperson, '/dashboard/individual', { size, dark });
      await page.locator('.own-pay-figure').click();
      await page.getByRole('heading', { name: 'Your next check' }).waitFor();
      await page.getByRole('button', { name: 'See why' }).waitFor();
      await takeScreenshot(page, `payouts-${size}-${dark ? 'dark' : 'light'}`);
      await checkAccessibility(page, 'payouts', size);
      await page.getByRole('button', { name: 'See why' }).click();
      const panel = page.getByRole('dialog');
      await panel.getByRole('region', { name: 'What it is made of' }).waitFor();
      await takeScreenshot(page, `payout-${size}-${dark ? 'dark' : 'light'}`);
      await checkAccessibility(page, 'payout', size);
      await expect.poll(() => new URL(page.url()).searchParams.get('payout')).not.toBeNull();
      await page.goBack();
      await panel.waitFor({ state: 'detached' });
      await page.context().close();
    });

  it('a manager sees the team, finance everyone, and an events manager nothing', async () => {
    const manager = await visit(emails.sales_manager, '/payouts');
    await manager.getByRole('heading', { name: 'Your next check' }).waitFor();
    await takeScreenshot(manager, 'payouts-manager');
    await manager.context().close();
    const finance = await visit(emails.finance, '/payouts');
    await finance.getByText('Choose a person to see their next check.').waitFor();
    await takeScreenshot(finance, 'payouts-finance');
    await finance.context().close();
    const events = await visit(emails.events_manager, '/payouts');
    await events.getByRole('heading', { name: 'Access Denied' }).waitFor();
    await events.context().close();
  });
});
