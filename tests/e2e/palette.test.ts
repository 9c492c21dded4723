import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openBrowser, openContext, pageErrorsOf, takeScreenshot } from './support/browser.ts';
import { emails, firstInvoice, signInByApi } from './support/people.ts';

const url = inject('appUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe('the palette', () => {
  it('decisions 1.02: a salesperson types a number and opens the record; Back returns; Escape returns the focus', async () => {
    const context = await openContext(browser);
    const page = await context.newPage();
    const pageErrors = pageErrorsOf(page);
    const chunks: string[] = [];
    page.on('request', (request) => {
      if (/Palette/.test(request.url())) chunks.push(request.url());
    });
    await signInByApi(page, `${url}/commissions`, emails.salesperson);
    const invoice = await firstInvoice(page);
    expect(chunks).toEqual([]);
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: /^Search for/ });
    await field.fill(invoice.slice(0, -1));
    const option = page.getByRole('option', { name: new RegExp(invoice) });
    await option.first().waitFor();
    await takeScreenshot(page, 'palette');
    const before = page.url();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: new RegExp(invoice) }).waitFor();
    await expect.poll(() => page.url()).toContain('row=');
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => page.url()).toBe(before);

    // Opened items become recent, page actions are executed, and Escape restores the focus.
    const button = page.getByRole('button', { name: /^Search or jump to/ });
    await button.click();
    await page.getByRole('group', { name: 'Recent' }).getByText(invoice).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Control+k');
    await field.fill('choose per');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: /period/i }).waitFor();
    await page.keyboard.press('Escape');

    // decisions 2.09: from the account menu to the plan, and from a clause to its records.
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('dialog', { name: 'Account' }).getByRole('link', { name: 'Commission plans' }).click();
    await page
      .getByRole('button', { name: /records?, \$/ })
      .first()
      .click();
    await page.getByRole('grid').getByRole('link').first().waitFor();
    await takeScreenshot(page, 'plans-clause');
    await expect.poll(() => page.url()).toContain('clause=plans');
    expect(pageErrors).toEqual([]);
    await context.close();
  });
});
