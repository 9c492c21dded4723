import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { violations } from '../support/axe.ts';
import { openBrowser, openContext, pageErrorsOf, takeScreenshot } from '../support/browser.ts';
import { companyYear } from '../support/day.ts';
import { cellOf, fillFilter, filterOf, headers, openEvents, settled } from '../support/events.ts';
import { emails } from '../support/people.ts';

const url = inject('appUrl');
const year = companyYear();
/** A year of events fills several pages. */
const wholeYear = `/events?period=year&start=${year}-01-01&end=${year}-12-31`;
const patches = /\/api\/v1\/events\/\d+$/;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let pageErrors: string[];

beforeAll(async () => {
  browser = await openBrowser();
  context = await openContext(browser);
  page = await context.newPage();
  pageErrors = pageErrorsOf(page);
  await openEvents(page, emails.events_manager);
});
afterAll(() => browser.close());

const textOf = async (row: number, key: string): Promise<string> => (await cellOf(page, row, key)).innerText();
const loaded = async (): Promise<number> => Number((await page.locator('.events-count').innerText()).replace(/\D.*$/, ''));

describe('the Events page', () => {
  it('spec 2.45, 9.08: has 27 columns, four cards with their counts, and the newest first', async () => {
    expect((await headers(page)).length).toBe(limits.events.columns);
    const cards = page.getByRole('region', { name: 'What is still to be done' }).getByRole('button');
    expect(await cards.count()).toBe(4);
    for (const card of await cards.allInnerTexts()) expect(card).toMatch(/\n\d+$/);
    expect(await page.getByRole('columnheader', { name: 'Date & Time' }).getAttribute('aria-sort')).toBe('descending');
    await takeScreenshot(page, 'events');
    expect(await violations(page)).toEqual([]);
  });

  it('spec 7.26: scrolling loads the next pages with cursor and limit only', async () => {
    const questions: URLSearchParams[] = [];
    page.on('request', (request) => {
      const address = new URL(request.url());
      if (address.pathname === '/api/v1/events') questions.push(address.searchParams);
    });
    const before = await loaded();
    await page.locator('.grid-scroller').evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
    await expect.poll(loaded).toBeGreaterThan(before);
    expect([...new Set(questions.flatMap((query) => [...query.keys()]))].toSorted()).toEqual(['cursor', 'limit']);
    expect(questions.every((query) => query.get('limit') === String(limits.events.pageSize))).toBe(true);
  });

  it('a failed page keeps all rows, and a retry continues there', async () => {
    await page.route(/\/api\/v1\/events\?cursor/, (route) => route.fulfill({ status: 500, json: {} }));
    const before = await loaded();
    await page.locator('.grid-scroller').evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
    const failed = page.getByRole('alert').filter({ hasText: 'Failed to load events' });
    await failed.waitFor();
    const loadedCount = await loaded();
    expect(loadedCount).toBeGreaterThanOrEqual(before);
    await page.unroute(/\/api\/v1\/events\?cursor/);
    await failed.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(loaded).toBeGreaterThan(loadedCount);
  });

  it('spec 4.07: a header sorts ascending, then descending, and starts at the first page', async () => {
    const customer = page.getByRole('columnheader', { name: 'Customer', exact: true });
    await customer.click();
    await settled(page);
    await expect.poll(() => customer.getAttribute('aria-sort')).toBe('ascending');
    await expect.poll(async () => page.url()).toContain('sort=customer.asc');
    const first = await textOf(0, 'customer');
    await customer.click();
    await expect.poll(() => textOf(0, 'customer')).not.toBe(first);
    await page.goto(`${url}${wholeYear}`);
    await page.getByRole('gridcell').nth(30).waitFor();
  });

  it('spec 4.07, 9.07: text filters while typing, a card filters alone, and the address keeps both', async () => {
    await fillFilter(page, 'State', 'az');
    await expect.poll(() => textOf(0, 'state')).toBe('AZ');
    await settled(page);
    const cards = page.getByRole('region', { name: 'What is still to be done' });
    const review = cards.getByRole('button', { name: /Need review/ });
    const setup = cards.getByRole('button', { name: /Need tech setup/ });
    await review.click();
    await setup.click();
    expect(await review.getAttribute('aria-pressed')).toBe('false');
    expect(await setup.getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => page.url()).toMatch(/state=az.*need=need_tech_setup/);
    await settled(page);
    const count = (await setup.innerText()).replace(/\D/g, '');
    if (count !== '0') await page.getByText(count === '1' ? 'The only event is shown.' : `All ${count} events are shown.`).waitFor();
    await page.reload();
    await settled(page);
    expect(await filterOf(page, 'State').inputValue()).toBe('az');
    await fillFilter(page, 'State', 'no such state');
    await page.getByText('No events match these filters.').waitFor();
    await page.getByText(/there are none with the need “Need tech setup” and State “no such state”/).waitFor();
    await page.locator('.grid-empty').getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('gridcell').nth(30).waitFor();
  });

  it('spec 2.48, 4.07: a cell is edited by keyboard alone, its row is marked, and another visit shows it', async () => {
    await (await cellOf(page, 1, 'internal_notes')).click();
    const answered = page.waitForResponse(patches);
    await page.keyboard.type('=1+1 <b>🎉 שלום');
    await page.keyboard.press('Enter');
    expect((await answered).request().headers()['content-type']).toBe('application/json-patch+json');
    await expect.poll(() => textOf(1, 'internal_notes')).toContain('=1+1 <b>🎉 שלום');
    expect(await (await cellOf(page, 1, 'internal_notes')).getAttribute('data-mark')).toBe('modified');
    expect(await page.locator('tr[data-row="1"]').getAttribute('data-modified')).toBe('true');
    await page.reload();
    await page.getByRole('gridcell').nth(30).waitFor();
    expect(await textOf(1, 'internal_notes')).toContain('=1+1 <b>🎉 שלום');
  });

  it('spec 5.11, 8.05: the dialog stays open after a failure, keeps the input, and sends empty as null', async () => {
    await page.locator('tr[data-row="1"] > td').nth(1).click();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: /20\d\d|TBD/ });
    await panel.getByRole('button', { name: 'Edit Internal Notes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Internal Notes' });
    await dialog.getByLabel('Internal Notes').fill('');
    await page.route(patches, (route) => route.fulfill({ status: 500, json: {} }));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Failed to update event').waitFor();
    await takeScreenshot(page, 'events-dialog-failed');
    await page.unroute(patches);
    const sent = page.waitForRequest(patches);
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect(JSON.parse((await sent).postData() ?? '')).toEqual([{ op: 'add', path: '/internal_notes', value: null }]);
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Internal Notes saved.').waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  });

  it('decisions 6.02: every field can be edited in place in the panel, and Escape leaves it unchanged', async () => {
    await page.locator('tr[data-row="3"] > td').nth(1).click();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: /20\d\d|TBD/ });
    const email = panel.getByLabel('Contact Email');
    const before = await email.inputValue();
    await email.fill('nobody');
    await email.press('Escape');
    expect(await email.inputValue()).toBe(before);
    const written = `zoe.${Date.now()}@example.test`;
    const sent = page.waitForRequest(patches);
    await email.fill(written);
    await email.press('Enter');
    expect(JSON.parse((await sent).postData() ?? '')).toEqual([{ op: 'add', path: '/contact_email', value: written }]);
    await expect.poll(() => textOf(3, 'contact_email')).toContain(written);
    await panel.getByLabel('Sales Person', { exact: true }).fill('Somebody New');
    const saved = page.waitForResponse(patches);
    await panel.getByLabel('Sales Lead', { exact: true }).focus();
    expect((await saved).status()).toBe(200);
    await takeScreenshot(page, 'events-panel-in-place');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  });

  it('two people edit one field: the later one sees both values and decides', async () => {
    const mine = `Mine ${Date.now()}`;
    await (await cellOf(page, 2, 'sling_shift_time')).click();
    await page.keyboard.type(mine);
    const other = await openContext(browser);
    const theirs = await other.newPage();
    await openEvents(theirs, emails.admin);
    await (await cellOf(theirs, 2, 'sling_shift_time')).dblclick();
    await theirs.keyboard.insertText(`Not ${mine}`);
    const theirSave = theirs.waitForResponse(patches);
    await theirs.keyboard.press('Enter');
    await theirSave;
    await other.close();
    await page.keyboard.press('Enter');
    await expect.poll(() => textOf(2, 'sling_shift_time')).toContain(`wrote “Not ${mine}”`);
    await page.getByRole('button', { name: 'Decide' }).click();
    const question = page.getByRole('dialog', { name: 'Somebody else changed this' });
    await question.getByText(new RegExp(`set Sling Shift Time to “Not ${mine}” on .* while you wrote “${mine}”`)).waitFor();
    await takeScreenshot(page, 'events-conflict');
    expect(await violations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Save mine' }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => textOf(2, 'sling_shift_time')).toContain(mine);
  });

  it('bulk edit: a field is set for all selected events at once, a failure is retried, and Undo reverts them all', async () => {
    await page.locator('tr[data-row="3"] input').click();
    await page.locator('tr[data-row="6"] input').click({ modifiers: ['Shift'] });
    const bar = page.getByRole('region', { name: 'Selected events' });
    await bar.getByText('4 selected', { exact: true }).waitFor();
    const rows = [3, 4, 5, 6];
    const before = await Promise.all(rows.map((row) => textOf(row, 'tech_setup_completed')));
    await bar.getByLabel('Field').selectOption({ label: 'Tech Setup Completed' });
    await bar.getByLabel('Value').selectOption('Unknown');
    let calls = 0;
    await page.route(patches, async (route) => {
      calls += 1;
      if (calls === 2) await route.fulfill({ status: 422, json: { message: 'This event is locked.' } });
      else await route.continue();
    });
    await bar.getByRole('button', { name: 'Set for 4 selected' }).click();
    const unsaved = page.getByRole('alert').filter({ hasText: 'This event is locked.' });
    await unsaved.waitFor();
    await takeScreenshot(page, 'events-bulk-failed');
    expect(await violations(page)).toEqual([]);
    await page.unroute(patches);
    await unsaved.getByRole('button', { name: 'Try again' }).click();
    await unsaved.waitFor({ state: 'detached' });
    for (const row of rows) await expect.poll(() => textOf(row, 'tech_setup_completed')).toContain('Unknown');
    // decisions 8.02: no confirmation, since one key undoes it.
    await page.locator('tr[data-row="3"] > td').nth(1).click();
    await page.keyboard.press('Control+z');
    for (const [index, row] of rows.entries())
      await expect.poll(() => textOf(row, 'tech_setup_completed')).toContain(before[index]?.replace(/\s*\(.*$/, ''));
    await page.keyboard.press('Control+Shift+z');
    for (const row of rows) await expect.poll(() => textOf(row, 'tech_setup_completed')).toContain('Unknown');
    await bar.getByRole('button', { name: 'Clear selection' }).click();
  });

  it('spec 2.47, 7.28, 9.08: Sync Events is disabled while it runs, then the list reloads', async () => {
    const sync = page.getByRole('button', { name: 'Sync Events' });
    const read = page.waitForRequest((request) => request.url().includes('/api/v1/events?start_date'));
    await sync.click();
    expect(await page.getByRole('button', { name: 'Syncing…' }).isDisabled()).toBe(true);
    await read;
    await sync.waitFor();
  });

  it('spec 2.45, 7.32: a column keeps its place and width after a reload; a reset sends an empty list and map', async () => {
    const saved = page.waitForResponse(
      (answer) => answer.url().includes('/preferences/table_column_widths') && /customer/.test(answer.request().postData() ?? ''),
    );
    await page.locator('th[data-key="customer"]').focus();
    await page.keyboard.press('Control+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await saved;
    const width = await page.locator('th[data-key="customer"]').evaluate((head) => head.style.width);
    await page.reload();
    await page.getByRole('gridcell').nth(30).waitFor();
    expect((await headers(page)).slice(0, 3)).toEqual(['date_time', 'customer_type', 'customer']);
    expect(await page.locator('th[data-key="customer"]').evaluate((head) => head.style.width)).toBe(width);
    const emptied: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH' && request.url().includes('/preferences/')) emptied.push(JSON.parse(request.postData() ?? 'null'));
    });
    // A menu closes when the page scrolls, which can still happen after the reload; the loop reopens it.
    for (let attempt = 0; attempt < 4 && emptied.length === 0; attempt += 1) {
      await page.locator('th[data-key="customer"]').click({ button: 'right' });
      const reset = page.getByRole('menuitem', { name: 'Reset columns' });
      await reset.click({ timeout: 4_000 }).catch(() => {});
      await page.waitForTimeout(500);
    }
    await expect.poll(() => emptied).toEqual([{ events: [] }, { events: {} }]);
    expect((await headers(page)).slice(0, 2)).toEqual(['date_time', 'customer']);
  });

  it('Enter opens a row’s panel; Escape returns the focus to the row', async () => {
    await page.locator('tr[data-row="0"] > td').nth(1).click();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: /20\d\d|TBD/ });
    await panel.getByRole('region', { name: 'Readiness' }).waitFor();
    await panel.getByText('Timeline', { exact: true }).waitFor();
    await takeScreenshot(page, 'events-panel');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.closest('tr')?.dataset.row)).toBe('0');
  });

  it('suggestions at the bottom of the table open upwards, fully visible', async () => {
    const scroller = page.locator('.grid-scroller');
    const last = await scroller.evaluate((box) => {
      const { bottom } = box.getBoundingClientRect();
      const rows = [...box.querySelectorAll<HTMLElement>('tr[data-row]')].filter((row) => row.getBoundingClientRect().bottom <= bottom);
      return Number(rows.at(-1)?.dataset.row);
    });
    await (await cellOf(page, last, 'sales_person')).click();
    await page.keyboard.type('a');
    const list = await page.getByRole('listbox', { name: 'Sales Person' }).boundingBox();
    const box = await scroller.boundingBox();
    expect(list?.height).toBeGreaterThan(20);
    expect((list?.y ?? 0) + (list?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0));
    expect(list?.y).toBeGreaterThanOrEqual(box?.y ?? 0);
    await page.keyboard.press('Escape');
  });

  it('logs nothing to the console, and the content security policy holds', () => expect(pageErrors).toEqual([]));
});
