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

/** Each test visits several screens of a role. */
const CASE_MS = 180_000;
const visits: readonly Readonly<{ role: Role; paths: readonly string[] }>[] = [
  {
    role: 'admin',
    paths: ['/commissions', '/deals', '/events', '/plans', '/payouts', '/notifications', '/customers/1', '/dashboard/team', '/approvals'],
  },
  {
    role: 'admin',
    paths: ['/pipeline', '/analytics', '/forecast', '/reports', '/reports?schedules=all', '/plans/edit', '/people/2', '/admin/users'],
  },
  { role: 'finance', paths: ['/invoices', '/payments', '/payments?view=bank&state=all', '/payments?run=all', '/periods', '/imports'] },
  { role: 'finance', paths: ['/admin/audit', '/admin/flows', '/approvals', '/commissions', '/payouts'] },
  { role: 'vp_sales', paths: ['/dashboard/team', '/commissions', '/approvals'] },
  { role: 'sales_manager', paths: ['/dashboard/team', '/commissions', '/deals', '/invoices', '/payouts'] },
  { role: 'salesperson', paths: ['/dashboard/individual', '/commissions', '/deals', '/payouts'] },
  { role: 'events_manager', paths: ['/dashboard/individual', '/dashboard/team', '/events'] },
];

/** Controls of the page head that aren't vertically centered on the title. */
const misaligned = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.page-head :is(h1, .page-acts > *, .page-bar > *)')]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      // Live regions for screen readers are 1 px high.
      .filter(({ box }) => box.height > 1);
    const title = boxes.find(({ element }) => element.matches('h1'));
    if (!title) return ['no title'];
    return boxes
      .filter(({ box }) => Math.abs((box.top + box.bottom - title.box.top - title.box.bottom) / 2) > 1)
      .map(({ element }) => `${element.className} ${element.textContent}`);
  });

/** Unused width from which a column counts as having room to spare; states and dates of different lengths account for less. */
const SPARE_PX = 32;

/** Cells whose text is cut off while another column of the table has room to spare, as "table: text (missing px)". */
const cutBesideRoom = (page: Page): Promise<string[]> =>
  page.evaluate((sparePx) => {
    const tables = [...document.querySelectorAll('main .grid')].map((table) => {
      const cells = [...table.querySelectorAll<HTMLElement>('[aria-colindex]')];
      // Wide tables scroll sideways, so none of their columns has room to spare.
      if ((table.parentElement?.scrollWidth ?? 0) > (table.parentElement?.clientWidth ?? 0)) return [];
      const room: Record<string, number> = {};
      const cut: { text: string; column: string; missingPx: number }[] = [];
      for (const cell of cells) {
        const { paddingLeft, paddingRight } = getComputedStyle(cell);
        const inner = cell.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        const content = document.createRange();
        content.selectNodeContents(cell);
        // The control that opens a row is behind the text and as wide as the cell.
        const boxes = [...content.getClientRects()].filter(({ width }) => width < inner);
        const used = boxes.length === 0 ? inner : Math.max(...boxes.map((box) => box.right)) - Math.min(...boxes.map((box) => box.left));
        const column = cell.getAttribute('aria-colindex') ?? '';
        room[column] = Math.min(room[column] ?? Number.POSITIVE_INFINITY, inner - used);
        for (const part of [cell, ...cell.querySelectorAll<HTMLElement>('*')]) {
          const { overflowX, overflowY } = getComputedStyle(part);
          // A badge hides its word on purpose and has a tooltip instead.
          if (part.closest('.p-hidden-accessible, .quota-badge') || part.querySelector('.quota-badge')) continue;
          const over = overflowX === 'visible' ? 0 : part.scrollWidth - part.clientWidth;
          const lines = overflowY !== 'visible' && part.clientHeight > 0 ? part.scrollHeight / part.clientHeight : 1;
          const missingPx = Math.max(over, lines > 1.1 ? Math.round((lines - 1) * part.clientWidth) : 0);
          if (missingPx > 0) cut.push({ text: cell.textContent ?? '', column, missingPx });
        }
      }
      const rest = table.querySelector('.grid-header .grid-rest')?.clientWidth ?? 0;
      return cut
        .filter(
          ({ column, missingPx }) =>
            rest > 1 || Object.entries(room).some(([key, px]) => key !== column && px >= Math.max(sparePx, missingPx)),
        )
        .map(({ text, missingPx }) => `${table.getAttribute('aria-label')}: ${text} (${missingPx} px)`);
    });
    return tables.flat();
  }, SPARE_PX);

describe('look.md: at 1440 px, title and actions are on one line, and nothing is cut beside room to spare', () => {
  it.each(visits)('for $role', { timeout: CASE_MS }, async ({ role, paths }) => {
    const context = await openContext(browser);
    const page = await context.newPage();
    await signInByApi(page, `${url}/settings`, emails[role]);
    const found: Record<string, string[]> = {};
    for (const path of paths) {
      await page.goto(`${url}${path}`);
      await page.locator('main .page-head h1').waitFor();
      await expect.poll(() => page.locator('main :is(.p-skeleton, [aria-busy="true"])').count()).toBe(0);
      found[path] = [...(await misaligned(page)), ...(await cutBesideRoom(page))];
    }
    expect(found).toEqual(Object.fromEntries(paths.map((path) => [path, []])));
    await context.close();
  });
});
