import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Role } from '../../contract/entities/user.ts';
import { openBrowser, openContext } from './support/browser.ts';
import { emails, signInByApi } from './support/people.ts';

const url = inject('appUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Each test visits all pages of a role. */
const CASE_MS = 180_000;
const visits: readonly Readonly<{ role: Role; paths: readonly string[] }>[] = [
  {
    role: 'admin',
    paths: ['/invoices', '/payments', '/payments?view=bank', '/approvals', '/admin/flows', '/periods', '/payouts', '/people/2'],
  },
  { role: 'vp_sales', paths: ['/dashboard/team', '/forecast', '/pipeline', '/commissions'] },
  { role: 'sales_manager', paths: ['/dashboard/team', '/analytics', '/deals', '/deals?view=board', '/invoices'] },
  { role: 'salesperson', paths: ['/dashboard/individual', '/commissions', '/payouts', '/plans', '/notifications'] },
  { role: 'finance', paths: ['/commissions', '/payouts', '/customers/1'] },
];

/**
 * Amounts on the page that do not lead to their parts. Excluded are links and buttons, rows and sentences that contain one, answers to the
 * user's own input (`output`), and sentences that name their source themselves (`data-leaf`).
 */
const deadFigures = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const dead: string[] = [];
    const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement;
      if (!element?.checkVisibility({ visibilityProperty: true }) || !/\$\d/.test(node.textContent ?? '')) continue;
      if (element.closest('a[href], button, [role=button], [role=tooltip], summary, label, input, select, svg, output, [data-leaf]'))
        continue;
      if (element.closest('p, li, tr, [role=row], .row-card')?.querySelector('a[href], button, .row-card-open')) continue;
      dead.push(`${element.className} ${node.textContent}`);
    }
    return dead;
  });

describe('decisions 2.04: every figure leads to its parts', () => {
  it.each(visits)('for $role', { timeout: CASE_MS }, async ({ role, paths }) => {
    const context = await openContext(browser);
    const page = await context.newPage();
    await signInByApi(page, `${url}/settings`, emails[role]);
    const found: Record<string, string[]> = {};
    for (const path of paths) {
      await page.goto(`${url}${path}`);
      await page
        .locator('main :text("$")')
        .first()
        .waitFor({ state: 'attached' })
        .catch(() => expect.fail(`${path} shows no amount`));
      await expect.poll(() => page.locator('main .p-skeleton').count()).toBe(0);
      found[path] = await deadFigures(page);
    }
    expect(found).toEqual(Object.fromEntries(paths.map((path) => [path, []])));
    await context.close();
  });
});
