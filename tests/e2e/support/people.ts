import type { Page } from 'playwright-core';
import type { Role } from '../../../contract/entities/user.ts';

export const password = process.env.DEMO_PASSWORD ?? 'try-quotaboard-26';

/** The demo accounts of the README. */
export const emails: Readonly<Record<Role, string>> = {
  admin: 'admin@demo.test',
  vp_sales: 'vp@demo.test',
  sales_manager: 'manager@demo.test',
  salesperson: 'sales@demo.test',
  finance: 'finance@demo.test',
  events_manager: 'events@demo.test',
};

export const signIn = async (page: Page, url: string, email: string, secret = password): Promise<void> => {
  await page.goto(url);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign In' }).click();
};

/** The first row of the commissions table that is not a header. */
export const firstInvoice = async (page: Page): Promise<string> => {
  await page.getByRole('grid', { name: 'Commissionable Sales' }).getByRole('row').nth(1).getByText(/\d/).first().waitFor();
  return (await page.getByRole('grid', { name: 'Commissionable Sales' }).getByRole('row').nth(1).innerText()).split('\n')[0] ?? '';
};
