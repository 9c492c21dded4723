import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Provider, startProvider } from '../../stand-ins/provider.ts';
import { openBrowser, openContext, pageErrorsOf } from '../support/browser.ts';
import { cellOf, fillFilter, withFilters } from '../support/events.ts';
import { signIn } from '../support/people.ts';

let browser: Browser;
let provider: Provider;
beforeAll(async () => {
  browser = await openBrowser();
  provider = await startProvider(join(import.meta.dirname, '../../../dist/web'));
});
afterAll(async () => {
  await browser.close();
  await provider.close();
});

const texts = (page: Page, row: number): Promise<string[]> => page.locator(`tr[data-row="${row}"] > td`).allInnerTexts();

describe('Events on a provider with only section 7 (decisions 1.01)', () => {
  it('spec 7.26-7.28, 2.46, 8.05: list, cards, edits and sync work without other requests', async () => {
    const context = await openContext(browser);
    const page = await context.newPage();
    const pageErrors = pageErrorsOf(page);
    await signIn(
      page,
      `${provider.url}/events?period=month&start=2026-11-01&end=2026-11-30&sort=customer.asc`,
      'vp@other.example',
      'right',
    );
    await page.getByRole('gridcell').nth(30).waitFor();
    await page.getByText('Other Provider').first().waitFor();
    expect(provider.eventQuestions[0]).toBe('start_date=2026-11-01&end_date=2026-11-30&sort_field=customer&sort_direction=asc&limit=50');
    // spec 2.46: an invalid time zone, and unknown devices.
    await fillFilter(page, 'Customer', 'Lincoln School 1');
    await expect.poll(async () => (await texts(page, 0))[1]).toBe('Nov 2, 2026, 4:30 PM {BADTZ}');
    await page.getByText('Robots').first().waitFor();
    await fillFilter(page, 'Customer', '');
    await page.getByText(/of 124 events loaded/).waitFor();
    await expect
      .poll(async () => {
        await page.locator('.grid-scroller').evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
        return page.getByText('All 124 events are shown.').count();
      })
      .toBe(1);
    expect(provider.eventQuestions.at(-1)).toMatch(/^cursor=[^&]+&limit=50$/);
    await page.locator('.grid-scroller').evaluate((scroller) => scroller.scrollTo(0, 0));
    const cell = await cellOf(page, 0, 'sling_shift_time');
    const write = async (text: string): Promise<void> => {
      await cell.dblclick();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(text);
      await page.keyboard.press('Enter');
    };
    await write('refuse');
    await page.getByRole('alert').getByText('That shift does not exist.').waitFor();
    await write('break');
    await page.getByRole('alert').getByText('Failed to update event').waitFor();
    await write('3 to 5');
    await expect.poll(() => cell.innerText()).toContain('3 to 5');
    await page.locator('tr[data-row="0"] > td').nth(1).click();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: /Lincoln|Mesa/ });
    await panel.getByText('Staff fields').waitFor();
    expect(await panel.getByText('Timeline').count()).toBe(0);
    // The panel handles keys only while it has focus.
    await expect.poll(() => panel.evaluate((own) => own.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /Need review/ }).click();
    // The second page is loaded immediately if there is room.
    await expect.poll(() => provider.eventQuestions.findLast((question) => !question.startsWith('cursor='))).toContain('need_review=true');
    await page.getByRole('button', { name: 'Sync Events' }).click();
    await page.getByRole('button', { name: 'Sync Events' }).waitFor();
    expect(provider.calls).toContain('POST /api/v1/events/sync');
    // A link with a script URL is shown as plain text.
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
    expect(provider.unknown).toEqual([]);
    expect(pageErrors).toEqual([]);
    await context.close();
  });

  it('decisions 1.05, spec 7.26: incomplete events show — for missing values, and an activity type finds no event without a program', async () => {
    const context = await openContext(browser);
    const page = await context.newPage();
    const pageErrors = pageErrorsOf(page);
    await signIn(
      page,
      `${provider.url}/events?period=month&start=2026-11-01&end=2026-11-30&sort=customer.asc`,
      'vp@other.example',
      'right',
    );
    await fillFilter(page, 'Customer', 'Thin: no start');
    await expect
      .poll(() => texts(page, 0).then((cells) => cells.slice(1, 8)))
      .toEqual(['—', 'Thin: no start', '—', '—', '—', 'Scratch', '—']);
    await fillFilter(page, 'Customer', 'Thin: flat');
    await page.locator('tr[data-row="0"]').getByText('Thin: flat contact').first().waitFor();
    await page.locator('tr[data-row="0"] > td').nth(1).click();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('flo@thin.example').waitFor();
    await page.keyboard.press('Escape');
    await fillFilter(page, 'Customer', '');
    await withFilters(page, () => page.getByRole('combobox', { name: 'Activity type' }).selectOption('Scratch'));
    await expect.poll(() => page.locator('tr[data-row] > td:nth-child(3)').allInnerTexts()).toEqual(['Thin: no start']);
    expect(pageErrors).toEqual([]);
    expect(provider.unknown).toEqual([]);
    await context.close();
  });
});
