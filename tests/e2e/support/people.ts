import type { Locator, Page } from 'playwright-core';
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
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
};

/** Signs in through the API, for tests about something else: the form would cost a page load. */
export const signInByApi = async (page: Page, url: string, email: string, secret = password): Promise<void> => {
  const { origin } = new URL(url);
  const answer = await page.request.post(`${origin}/api/v1/auth/login`, { data: { email, password: secret } });
  const { access_token, refresh_token } = await answer.json();
  await page.goto(`${origin}/healthz`);
  await page.evaluate((tokens) => Object.assign(localStorage, tokens), { token: access_token, refresh_token });
  await page.goto(url);
};

/** The commissions table's card; other tables on the page have the same controls. */
export const sales = (page: Page): Locator => page.getByRole('region', { name: 'Commissionable Sales' });

/** The first data row of the commissions table, or the first card on a phone. */
export const firstInvoice = async (page: Page): Promise<string> => {
  const row = sales(page).getByRole('row').nth(1).or(sales(page).locator('.row-card').first());
  await row.getByText(/\d/).first().waitFor();
  return (await row.innerText()).split('\n')[0] ?? '';
};
