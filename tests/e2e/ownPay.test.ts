import type { APIResponse, Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Invoice } from '../../contract/entities/invoice.ts';
import { violations } from './support/axe.ts';
import { openBrowser, openContext, pageErrorsOf, takeScreenshot } from './support/browser.ts';
import { emails, password, signInByApi } from './support/people.ts';

const url = inject('appUrl');
let browser: Browser;
let admin: Page;
let pageErrors: string[] = [];

beforeAll(async () => {
  browser = await openBrowser();
  admin = await (await openContext(browser)).newPage();
  pageErrors = pageErrorsOf(admin);
});
afterAll(() => browser.close());

/** Calls the server as one of the demo users. */
const callerOf = async (email: string) => {
  const signedIn = await admin.request.post(`${url}/api/v1/auth/login`, { data: { email, password } });
  const { access_token } = await signedIn.json();
  return (method: 'GET' | 'PUT', path: string, data?: object): Promise<APIResponse> =>
    admin.request.fetch(`${url}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${access_token}` },
      ...(data ? { data } : {}),
    });
};

describe('decisions 3.06: a change to one’s own pay', () => {
  it('waits in Approvals with before and after until another person approves it', async () => {
    const vp = await callerOf(emails.vp_sales);
    const { id } = await (await vp('GET', 'auth/me')).json();
    const share = { shares: [{ user_id: id, share: 1 }], reason: 'All of it', version: 0 };
    const [other] = (await (await vp('GET', 'invoices?status=sent&limit=50')).json()).data
      .filter((row: Invoice) => row.salesperson_id !== null && row.salesperson_id !== id && row.credit_of_id === null)
      .sort((a: Invoice, b: Invoice) => b.booking_date.localeCompare(a.booking_date));
    const answer = await vp('PUT', `invoices/${other.id}/split`, share);
    expect([answer.status(), (await answer.json()).code]).toEqual([202, 'waiting_for_approval']);

    await signInByApi(admin, `${url}/approvals?type=own_pay`, emails.admin);
    const row = admin.getByRole('row').filter({ hasText: 'Own pay' });
    await row.first().waitFor();
    await expect.poll(() => row.first().innerText()).toContain('All of it');
    await takeScreenshot(admin, 'approvals-own-pay');
    expect(await violations(admin)).toEqual([]);
    await row
      .first()
      .getByRole('button', { name: /Approve/ })
      .click();
    const dialog = admin.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expect.poll(() => admin.getByRole('row').filter({ hasText: 'Own pay' }).count()).toBe(0);
    const split = await (await vp('GET', `invoices/${other.id}/split`)).json();
    expect(split.shares.map(({ user_id }: { user_id: string }) => user_id)).toEqual([id]);
    expect(pageErrors).toEqual([]);
  });
});
