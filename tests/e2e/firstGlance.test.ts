import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Role } from '../../contract/entities/user.ts';
import { openBrowser, openContext } from './support/browser.ts';
import { emails, enter } from './support/people.ts';

const url = inject('appUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** A test visits the screens of a role. */
const CASE_MS = 180_000;
const forSellers = ['/commissions', '/deals', '/events', '/plans', '/payouts', '/notifications', '/customers/1'];
const forFinance = ['/invoices', '/payments', '/payments?view=bank&state=all', '/payments?run=all', '/periods', '/imports', '/admin/audit'];
const visits: readonly Readonly<{ role: Role; paths: readonly string[] }>[] = [
  {
    role: 'admin',
    paths: [
      ...forSellers,
      ...forFinance,
      ...['/dashboard/team', '/dashboard/individual', '/approvals', '/pipeline', '/analytics', '/forecast', '/reports'],
      ...['/reports?schedules=all', '/plans/edit', '/people/2', '/admin/users', '/admin/flows', '/admin/simulation', '/wake?of=invoice-1'],
    ],
  },
  { role: 'vp_sales', paths: ['/dashboard/team', '/commissions', '/approvals', '/invoices', '/deals', '/reports'] },
  { role: 'sales_manager', paths: ['/dashboard/team', '/invoices', '/analytics', '/reports', '/pipeline', ...forSellers] },
  { role: 'salesperson', paths: ['/dashboard/individual', ...forSellers] },
  { role: 'finance', paths: ['/approvals', '/reports', ...forSellers, ...forFinance] },
  { role: 'events_manager', paths: ['/dashboard/individual', '/dashboard/team', '/events', '/analytics', '/notifications'] },
];

/** Controls of the page's head that stand beside the title, but not on its line. */
const misaligned = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.page-head :is(h1, .page-acts > *, .page-bar > *)')]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      // Live regions for screen readers have 1 px.
      .filter(({ box }) => box.height > 1);
    const title = boxes.find(({ element }) => element.matches('h1'));
    if (!title) return ['no title'];
    return boxes
      .filter(({ box }) => Math.abs((box.top + box.bottom - title.box.top - title.box.bottom) / 2) > 1)
      .map(({ element }) => `${element.className} ${element.textContent}`);
  });

describe('look.md: title and actions stand on one line at 1440 px', () => {
  it.each(visits)('for $role', { timeout: CASE_MS }, async ({ role, paths }) => {
    const context = await openContext(browser);
    const page = await context.newPage();
    await enter(page, `${url}/settings`, emails[role]);
    const found: Record<string, string[]> = {};
    for (const path of paths) {
      await page.goto(`${url}${path}`);
      await page.locator('main .page-head h1').waitFor();
      await expect.poll(() => page.locator('main .p-skeleton').count()).toBe(0);
      found[path] = await misaligned(page);
    }
    expect(found).toEqual(Object.fromEntries(paths.map((path) => [path, []])));
    await context.close();
  });
});
