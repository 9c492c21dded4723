import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, inject, it } from 'vitest';
import { checkAccessibility as lookAt } from './support/axe.ts';
import { openBrowser, openContext } from './support/browser.ts';
import { emails, firstInvoice, sales, signInByApi } from './support/people.ts';

const url = inject('appUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const dayBefore = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const recent = new URLSearchParams({ period: 'custom', start: dayBefore(60), end: dayBefore(1) });
/** Each test visits every screen. */
const CASE_MS = 180_000;

describe('accessibility of every screen (decisions 8.03)', () => {
  for (const size of ['desktop', 'phone'] as const) {
    it(
      `has no serious violation: ${size}, light and dark`,
      async () => {
        const context = await openContext(browser, { size });
        const page = await context.newPage();
        const look = (name: string) => lookAt(page, name, size);
        await page.goto(`${url}/login`);
        await page.getByRole('button', { name: 'Sign In' }).click();
        await page.getByText('Email is required').waitFor();
        await look('login');
        // Early in a month, the current period may have no record yet.
        await signInByApi(page, `${url}/commissions?${recent}`, emails.finance);
        await firstInvoice(page);
        await look('commissions');
        await page.getByRole('button', { name: /^Choose period/ }).click();
        await page.getByRole('dialog').waitFor();
        await look('period');
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        const cell = sales(page).getByRole('grid').getByRole('row').nth(1).getByRole('gridcell').first();
        await cell.or(sales(page).locator('.row-card-open').first()).click();
        await page.getByRole('dialog').waitFor();
        await look('details');
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await page.getByRole('button', { name: /^Notifications/ }).click();
        await page.getByRole('link', { name: 'View all notifications' }).waitFor();
        await look('bell');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Account' }).click();
        await look('account');
        await page.goto(`${url}/dashboard/team`);
        await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
        await look('denied');
        await page.goto(`${url}/dashboard/individual`);
        await page.getByText('No commission of your own').waitFor();
        await look('individual-unpaid');
        await page.goto(`${url}/plans?${recent}`);
        await page.getByText(/records? of the period/).waitFor();
        await look('plans');
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox', { name: /^Search for/ }).fill('mesa');
        await page
          .getByRole('status')
          .filter({ hasText: /result/ })
          .waitFor();
        await look('palette');
        await page.keyboard.press('Escape');
        for (const [name, path, last] of [
          ['notifications', '/notifications', '.notice-type, .row-card'],
          ['audit', '/admin/audit', '.audit-hash'],
          ['forecast', '/forecast', '.chart-bars a'],
          ['flows', '/admin/flows', '.flow-state'],
          ['flow-path', '/admin/flows?record=payPeriod-2026-10', '.flow-state'],
          ['payments', '/payments', '.payment-pays'],
          ['bank', '/payments?view=bank', '.bank-cards'],
          ['bank-transaction', '/payments?view=bank&state=all&transaction=19', '.payment-facts'],
          ['payment', '/payments?payment=cp-1', '.payment-facts'],
          ['payment-form', '/payments?record=new', '.payment-form input'],
          ['payout-runs', '/payments?run=all', '.payment-run-form'],
        ] as const) {
          await page.goto(`${url}${path}`);
          await page.locator(last).first().waitFor();
          await look(name);
        }
        await page.goto(`${url}/reports`);
        await page.getByRole('heading', { name: 'Reports', exact: true }).waitFor();
        await look('reports');
        await page.goto(`${url}/nowhere`);
        await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
        await look('not-found');
        await context.close();
        const managers = await openContext(browser, { size });
        const team = await managers.newPage();
        await signInByApi(team, `${url}/dashboard/team`, emails.sales_manager);
        await team.locator('#team-table .team-figure').first().waitFor();
        await lookAt(team, 'team', size);
        for (const [name, path, last] of [
          ['deals', '/deals', '.deal-marks'],
          ['board', '/deals?view=board', '.deal-card'],
          ['pipeline', '/pipeline', '.pipeline-table a, .row-card'],
          ['analytics', `/analytics?${recent}`, '.chart-point, .chart-bars a'],
          ['wake', '/wake?of=invoice-1', '.wake-view table'],
          ['wake-panel', '/plans?wake=invoice-1', '.p-dialog .wake-view table'],
          ['why-not', '/commissions?open=why-not&ask=10001', '.p-dialog .why-blocks'],
          ['compared-days', '/commissions?asOf=2026-06-10&against=2026-09-10&period=year&start=2026-01-01&end=2026-12-31', '.chart-bars a'],
          ['invoices', '/invoices', '.invoice-status'],
          ['invoice-form', '/invoices?create=new', '.invoice-form input'],
        ] as const) {
          await team.goto(`${url}${path}`);
          await team.locator(last).first().waitFor();
          await lookAt(team, name, size);
        }
        await managers.close();
        for (const [name, email, last] of [
          ['individual', emails.salesperson, '.own-pay-figure'],
          ['event-week', emails.events_manager, '.week-event'],
        ] as const) {
          const visit = await openContext(browser, { size });
          const start = await visit.newPage();
          await signInByApi(start, `${url}/dashboard/individual`, email);
          await start.locator(last).first().waitFor();
          await lookAt(start, name, size);
          await visit.close();
        }
        const admins = await openContext(browser, { size });
        const builder = await admins.newPage();
        await signInByApi(builder, `${url}/admin/simulation`, emails.admin);
        await builder.locator('.simulation-form select').waitFor();
        await lookAt(builder, 'simulation', size);
        await builder.goto(`${url}/plans/edit`);
        await builder.getByRole('button', { name: 'New draft' }).click();
        await builder.getByLabel('Name', { exact: true }).fill(`Looked at on a ${size}`);
        await builder.getByRole('button', { name: 'Create the draft' }).click();
        await builder.locator('.builder-trial td').first().waitFor();
        await lookAt(builder, 'plan-builder', size);
        await builder.getByRole('button', { name: 'Contests', exact: true }).click();
        await builder.getByLabel(/^Prizes, first place first/).waitFor();
        await lookAt(builder, 'plan-contest', size);
        // Leaving earlier would ask about unsaved changes.
        await builder.getByText(/^All changes are saved/).waitFor();
        await builder.getByRole('link', { name: 'Try on everybody' }).click();
        await builder.locator('.trial-frame td').first().waitFor();
        await lookAt(builder, 'plan-trial', size);
        await builder.getByRole('link', { name: 'Back to the draft' }).click();
        await builder.getByRole('link', { name: 'All drafts' }).click();
        await builder.locator('.builder-drafts td').first().waitFor();
        await lookAt(builder, 'plan-drafts', size);
        await admins.close();
      },
      CASE_MS,
    );
  }
});
