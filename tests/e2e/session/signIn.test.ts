import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Role } from '../../../contract/entities/user.ts';
import { openBrowser, openContext, pageErrorsOf, takeScreenshot } from '../support/browser.ts';
import { emails, signIn } from '../support/people.ts';

const url = inject('appUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const admin = ['User Management', 'System Settings', 'Simulated company'];

/** Written by hand from spec 2.18 and 2.24-2.33. */
const team = 'Team Performance Overview';
const work = ['Pipeline', 'Deals', 'Events'];
const pay = ['Payouts', 'Invoices', 'Payments', 'Pay periods', 'Commission plans', 'Imports and runs'];
const expected: Record<Role, { landing: string; title: string; shows: string; menu: string[]; denied: string }> = {
  admin: {
    landing: '/dashboard/team',
    title: 'Team Dashboard · Brightpath Coding Dashboard',
    shows: team,
    menu: [
      'Team Dashboard',
      ...work,
      'Commissions',
      'Approvals',
      ...pay,
      'Analytics',
      'Forecast',
      'Reports',
      'Where money waits',
      'Audit log',
      ...admin,
    ],
    denied: '',
  },
  vp_sales: {
    landing: '/dashboard/team',
    title: 'Team Dashboard · Brightpath Coding Dashboard',
    shows: team,
    menu: [
      'Team Dashboard',
      'My Performance',
      ...work,
      'Commissions',
      'Approvals',
      'Payouts',
      'Invoices',
      'Commission plans',
      'Analytics',
      'Forecast',
      'Reports',
    ],
    denied: '/payments',
  },
  sales_manager: {
    landing: '/dashboard/team',
    title: 'Team Dashboard · Brightpath Coding Dashboard',
    shows: team,
    menu: ['Team Dashboard', 'My Performance', ...work, 'Commissions', 'Payouts', 'Invoices', 'Commission plans', 'Analytics', 'Reports'],
    denied: '/admin/users',
  },
  salesperson: {
    landing: '/dashboard/individual',
    title: 'My Performance · Brightpath Coding Dashboard',
    shows: 'Quota Progress',
    menu: ['My Performance', ...work, 'Commissions', 'Payouts', 'Commission plans'],
    denied: '/invoices',
  },
  finance: {
    landing: '/commissions',
    title: 'Commissions · Brightpath Coding Dashboard',
    shows: 'Commissionable Sales',
    menu: ['Commissions', 'Approvals', ...pay, 'Forecast', 'Reports', 'Where money waits', 'Audit log'],
    denied: '/dashboard/team',
  },
  events_manager: {
    landing: '/dashboard/individual',
    title: 'My Performance · Brightpath Coding Dashboard',
    shows: 'Next seven days',
    menu: ['Events', 'Team Dashboard', 'Analytics'],
    denied: '/reports',
  },
};

describe('signing in', () => {
  for (const [role, { landing, title, shows, menu, denied }] of Object.entries(expected) as [Role, (typeof expected)[Role]][]) {
    it(`spec 1.01, 2.17, 2.18, 2.24-2.33, 8.14: ${role} lands on ${landing} with its own menu, and is denied other pages`, async () => {
      const context = await openContext(browser);
      const page = await context.newPage();
      const pageErrors = pageErrorsOf(page);
      await signIn(page, `${url}/login`, emails[role]);
      await page.waitForURL((address) => address.pathname === landing);
      const nav = page.getByRole('navigation', { name: 'Main' });
      await nav.waitFor();
      // Without the count next to Approvals.
      expect((await nav.getByRole('link').allInnerTexts()).map((words) => words.split('\n')[0])).toEqual(menu);
      expect(await page.title()).toBe(title);
      // Figures instead of their placeholders.
      await page.getByRole('region', { name: shows }).waitFor();
      await page.locator('.p-skeleton').first().waitFor({ state: 'detached' });
      await takeScreenshot(page, `landing-${role}`);
      if (denied) {
        await page.goto(url + denied);
        await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
        await page.getByText("You don't have permission to access this page").waitFor();
        expect(await page.getByRole('link', { name: 'View Profile' }).getAttribute('href')).toBe('/profile');
        await page.getByRole('link', { name: 'Go to Dashboard' }).click();
        await page.waitForURL((address) => address.pathname === landing);
      }
      expect(pageErrors).toEqual([]);
      await context.close();
    });
  }

  it('spec 2.16, 2.18: a protected page leads to login, which returns to it with its query', async () => {
    const context = await openContext(browser);
    const page = await context.newPage();
    await signIn(page, `${url}/commissions?period=year&start=2025-01-01&end=2025-12-31`, emails.finance);
    await page.waitForURL((address) => address.pathname === '/commissions' && address.search.includes('2025-01-01'));
    await page.getByRole('button', { name: 'Choose period: 2025' }).waitFor();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.getByRole('heading', { name: 'Brightpath Coding Dashboard' }).waitFor();
    expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('refresh_token')])).toEqual([null, null]);
    // The next user starts on their own page, not on the previous user's.
    await signIn(page, page.url(), emails.salesperson);
    await page.waitForURL((address) => address.pathname === '/dashboard/individual');
    await context.close();
  });

  it('spec 2.01, 2.20, 5.01, 8.01: requires both fields, and shows a dismissible error above the form for a wrong password', async () => {
    const context = await openContext(browser);
    const page = await context.newPage();
    await page.goto(`${url}/login`);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('Email is required').waitFor();
    await page.getByText('Password is required').waitFor();
    await signIn(page, `${url}/login`, 'nobody@demo.test', 'wrong-password-1');
    await page.getByText('Email or password is incorrect').waitFor();
    await takeScreenshot(page, 'login-failed');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('Email or password is incorrect').waitFor({ state: 'detached' });
    expect(await page.getByPlaceholder('Enter your email').inputValue()).toBe('nobody@demo.test');
    await context.close();
  });

  it('spec 2.15: an unknown path says Page Not Found with a link to the team dashboard', async () => {
    const context = await openContext(browser);
    const page = await context.newPage();
    await signIn(page, `${url}/login`, emails.admin);
    await page.waitForURL((address) => address.pathname === '/dashboard/team');
    await page.goto(`${url}/no/such/page`);
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    const content = page.locator('#content');
    expect(await content.getByRole('link', { name: 'Go to Team Dashboard' }).getAttribute('href')).toBe('/dashboard/team');
    await context.close();
  });

  it('decisions 4.02: a temporary password must be changed first, in a dialog that Escape does not close', async () => {
    const context = await openContext(browser);
    const page = await context.newPage();
    // The demo company has no temporary passwords: the response is patched to contain one, the change itself is real.
    const changed = false;
    await page.route(/\/auth\/(login|me)$/, async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      const mark = (user: object): object => ({ ...user, must_change_password: !changed });
      await route.fulfill({ response: answer, json: body.user ? { ...body, user: mark(body.user) } : mark(body) });
    });
    await signIn(page, `${url}/login`, 'vp@demo.test');
    const dialog = page.getByRole('dialog', { name: 'Change Password' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(true);
    await takeScreenshot(page, 'forced-password');
    await page.getByLabel('Current password').fill('try-quotaboard-26');
    await page.getByLabel('New password', { exact: true }).fill('correct horse staple 7');
    await page.getByLabel('Confirm new password').fill('another one entirely 7');
    const alerts: string[] = [];
    page.on('dialog', async (alert) => {
      alerts.push(alert.message());
      await alert.accept();
    });
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect.poll(() => alerts).toEqual(['New passwords do not match']);
    await page.getByLabel('Current password').fill('not my password');
    await page.getByLabel('Confirm new password').fill('correct horse staple 7');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Current password is incorrect').waitFor();
    expect(await dialog.isVisible()).toBe(true);
    await context.close();
  });
});
