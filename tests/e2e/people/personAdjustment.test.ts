import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { openBrowser, openContext, pageErrorsOf, takeScreenshot } from '../support/browser.ts';
import { emails, firstInvoice, signInByApi } from '../support/people.ts';

const url = inject('appUrl');
let browser: Browser;
let vp: Page;
const pageErrors: string[][] = [];

const open = async (email: string, options: Parameters<typeof openContext>[1] = {}): Promise<Page> => {
  const page = await (await openContext(browser, options)).newPage();
  page.setDefaultTimeout(10_000);
  pageErrors.push(pageErrorsOf(page));
  await signInByApi(page, `${url}/commissions`, email);
  await firstInvoice(page);
  return page;
};
const card = (page: Page): Locator => page.getByRole('region', { name: 'Commission Adjustments' });
const rowOf = (page: Page, reason: string): Locator => card(page).getByRole('row').filter({ hasText: reason });
const total = async (page: Page): Promise<number> => {
  const text = await page
    .getByRole('region', { name: 'Commission Summary' })
    .locator('.figure-block', { has: page.locator('dt', { hasText: /^Adjustments/ }) })
    .first()
    .locator('dd')
    .innerText();
  return Number(/-?\$[\d,.]+/.exec(text)?.[0].replace(/[$,]/g, ''));
};
const choosePerson = async (page: Page, dialog: Locator): Promise<string> => {
  await dialog.getByRole('radio', { name: 'For a person' }).click();
  // This dropdown replaces the native select once the complete list has loaded.
  await dialog.locator('.p-dropdown').click();
  const person = page.locator('.p-dropdown-panel').getByRole('option').nth(1);
  await person.waitFor();
  const name = (await person.innerText()).trim();
  await person.click();
  return name;
};

beforeAll(async () => {
  browser = await openBrowser();
  vp = await open(emails.vp_sales);
});
afterAll(() => browser.close());

describe('decisions 2.25: an adjustment for a person', () => {
  it('is entered without an invoice, previews the month, and counts in it', async () => {
    await expect.poll(() => total(vp)).not.toBeNaN();
    const before = await total(vp);
    await card(vp).getByRole('button', { name: 'New Adjustment' }).click();
    const dialog = vp.getByRole('dialog', { name: 'New Adjustment' });
    const name = await choosePerson(vp, dialog);
    const save = dialog.getByRole('button', { name: 'Save' });
    await save.click();
    await dialog.getByText('Kind is required').waitFor();
    await dialog.getByLabel('Kind').selectOption('prize');
    await dialog.getByLabel('Amount').fill('120');
    await dialog.getByLabel('Reason').fill('Won the autumn contest');
    await dialog
      .locator('.adjustment-outcome')
      .getByText(/ after it$/)
      .waitFor();
    await takeScreenshot(vp, 'adjustment-person');
    expect(await violations(vp)).toEqual([]);
    const announced = vp.getByText('Adjustment saved.').waitFor();
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    await announced;
    await rowOf(vp, 'Won the autumn contest').getByText('Prize').waitFor();
    await rowOf(vp, 'Won the autumn contest').getByText(name).waitFor();
    await expect.poll(async () => (await total(vp)) - before).toBeCloseTo(120, 2);
    await vp.getByRole('button', { name: `Why is the prize for ${name} $120.00?` }).click();
    await vp
      .getByRole('dialog', { name: `Why is the prize for ${name} $120.00?` })
      .getByRole('link', { name: 'Impact' })
      .click();
    await vp.getByText(`Prize of $120.00 for ${name}: Won the autumn contest`).waitFor();
    await takeScreenshot(vp, 'adjustment-person-wake');
  });

  it('fits a phone in the dark', async () => {
    const phone = await open(emails.sales_manager, { size: 'phone', dark: true });
    await card(phone).getByRole('button', { name: 'New Adjustment' }).click();
    const dialog = phone.getByRole('dialog', { name: 'New Adjustment' });
    await dialog.getByRole('radio', { name: 'For a person' }).click();
    await dialog.getByLabel('Effective day').waitFor();
    await phone.waitForTimeout(350);
    await takeScreenshot(phone, 'adjustment-person-phone-dark');
    expect(await phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    expect(await violations(phone)).toEqual([]);
  });

  it('logs nothing to the console', () => expect(pageErrors.flat()).toEqual([]));
});
