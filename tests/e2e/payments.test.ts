import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openBrowser, openContext, pageErrorsOf, takeScreenshot } from './support/browser.ts';
import { emails, signIn, signInByApi } from './support/people.ts';

const url = inject('appUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const visit = async (email: string, path: string, arrive = signInByApi): Promise<Page> => {
  const page = await (await openContext(browser)).newPage();
  page.setDefaultTimeout(20_000);
  await arrive(page, `${url}${path}`, email);
  return page;
};

it('spec 2.60, decisions 2.15: a payment is recorded with its allocation, questioned the second time, and reversed', async () => {
  const page = await visit(emails.finance, '/payments');
  const pageErrors = pageErrorsOf(page);
  const record = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Record Payment' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Record Payment' });
    await dialog.getByLabel('Customer or invoice').fill('Flagstaff Public');
    await dialog.getByRole('button', { name: 'Flagstaff Public Library' }).first().click();
    await dialog.getByLabel('Amount', { exact: true }).fill('12.34');
    await dialog.getByLabel('Reference').fill('Browser 1');
    await dialog.getByRole('button', { name: 'Record Payment' }).click();
  };
  await record();
  const panel = page.getByRole('dialog', { name: /Flagstaff Public Library · \$12\.34/ });
  await panel.getByText('Payment recorded').waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('payment')).toMatch(/^cp-\d+$/);
  await takeScreenshot(page, 'payment');
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await record();
  await page.getByText('is already recorded').waitFor();
  await page.getByRole('button', { name: 'Record anyway' }).click();
  await panel.getByRole('button', { name: 'Reverse' }).click();
  const why = page.getByRole('dialog', { name: 'Reverse' });
  await why.getByRole('textbox').fill('Recorded twice');
  await why.getByRole('button', { name: 'Reverse' }).click();
  await panel.getByText('Taken back by').waitFor();
  expect(pageErrors).toEqual([]);
  await page.context().close();
});

it('decisions 8.02: on a phone, the notice of restored input covers no button of the dialog', async () => {
  const page = await (await openContext(browser, { size: 'phone' })).newPage();
  page.setDefaultTimeout(20_000);
  await signInByApi(page, `${url}/payments`, emails.finance);
  await page.getByRole('button', { name: 'Record Payment' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Record Payment' });
  await dialog.getByLabel('Reference').fill('Check 9');
  await page.reload();
  await expect.poll(() => dialog.getByLabel('Reference').inputValue()).toBe('Check 9');
  const toast = page.locator('.p-toast-message');
  await toast.waitFor();
  const [news, footer] = [await toast.boundingBox(), await dialog.locator('.p-dialog-footer').boundingBox()];
  expect((news?.y ?? 0) + (news?.height ?? 0)).toBeLessThanOrEqual(footer?.y ?? 0);
  await page.context().close();
});

it('decisions 2.16: finance proposes a payout run, another person approves it as a whole, and a seller sees no payments', async () => {
  const finance = await visit(emails.finance, '/payments?run=all');
  await finance.getByRole('button', { name: 'Propose a run' }).click();
  await finance.getByRole('heading', { name: /^Payout run(?!s)/ }).waitFor();
  await finance.getByText('A second person has to approve the whole run').waitFor();
  const address = new URL(finance.url()).search;
  const admin = await visit(emails.admin, `/payments${address}`);
  await admin.getByRole('button', { name: 'Approve the run' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Approve the run' }).click();
  await admin.getByRole('button', { name: 'Payroll CSV' }).waitFor();
  await takeScreenshot(admin, 'payout-run');
  // spec 2.17, 2.18: unauthorized users land on their own first page, and the URL is refused.
  const seller = await visit(emails.salesperson, '/payments', signIn);
  await seller.waitForURL(/dashboard/);
  await seller.goto(`${url}/payments`);
  await seller.getByText("You don't have permission to access this page").waitFor();
  for (const page of [finance, admin, seller]) await page.context().close();
});
