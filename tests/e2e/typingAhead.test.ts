import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openContext } from './support/browser.ts';
import { companyYear } from './support/day.ts';
import { cellOf, openEvents } from './support/events.ts';
import { emails } from './support/people.ts';

const patches = /\/api\/v1\/events\/\d+$/;
const KEY_MS = 60;
const CELLS = 50;
const serverMs = [0, 150, 300, 1000] as const;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  context = await openContext(browser);
  page = await context.newPage();
  await openEvents(page, emails.events_manager);
});
afterAll(() => browser.close());

/** The stored values, read from the server instead of the page. */
type Stored = Readonly<Record<string, string | null>>;
const stored = (field: string): Promise<Stored> =>
  page.evaluate(
    async ([key, year]) => {
      const held: Record<string, string | null> = {};
      let query = `start_date=${year}-01-01&end_date=${year}-12-31&sort_field=date_time&sort_direction=desc&limit=200`;
      for (;;) {
        const answer = await fetch(`/api/v1/events?${query}`, { headers: { authorization: `Bearer ${localStorage.getItem('token')}` } });
        const body = await answer.json();
        for (const event of body.data) held[event.id] = event[key];
        if (body.pagination.cursor === null) return held;
        query = `cursor=${encodeURIComponent(body.pagination.cursor)}&limit=200`;
      }
    },
    [field, companyYear()] as const,
  );

/** Ids of the first loaded rows, in page order. */
const idsOf = (count: number): Promise<string[]> =>
  page.evaluate(
    async ([most, year]) => {
      const query = `start_date=${year}-01-01&end_date=${year}-12-31&sort_field=date_time&sort_direction=desc&limit=${most}`;
      const answer = await fetch(`/api/v1/events?${query}`, { headers: { authorization: `Bearer ${localStorage.getItem('token')}` } });
      return (await answer.json()).data.map((event: { id: string }) => event.id);
    },
    [count, companyYear()] as const,
  );

const delaySaves = async (ms: number): Promise<void> => {
  await page.unroute(patches);
  if (ms === 0) return;
  await page.route(patches, async (route) => {
    await new Promise((passed) => setTimeout(passed, ms));
    await route.continue();
  });
};
const settled = async (): Promise<void> => {
  await page.locator('td[data-mark="saving"]').first().waitFor({ state: 'detached', timeout: 60_000 });
  await expect.poll(() => page.locator('td[data-mark="saving"]').count()).toBe(0);
};

describe('typing ahead of the server, 60 ms a key', () => {
  it.each(serverMs)(
    'decisions 6.05: fifty free-text cells with Enter arrive as typed, server %i ms',
    async (ms) => {
      await page.reload();
      await page.getByRole('gridcell').nth(30).waitFor();
      await delaySaves(ms);
      const ids = await idsOf(CELLS);
      const words = ids.map((_, index) => `w${ms}-${index}`);
      await (await cellOf(page, 0, 'sling_shift_time')).click();
      for (const word of words) {
        await page.keyboard.type(word, { delay: KEY_MS });
        await page.keyboard.press('Enter', { delay: KEY_MS });
      }
      await settled();
      const held = await stored('sling_shift_time');
      expect(ids.map((id) => held[id])).toEqual(words);
    },
    180_000,
  );

  it.each(serverMs)(
    'decisions 6.05: fifty options chosen by their first letter with Enter arrive as chosen, server %i ms',
    async (ms) => {
      await page.reload();
      await page.getByRole('gridcell').nth(30).waitFor();
      await delaySaves(ms);
      const ids = await idsOf(CELLS);
      const letters = ids.map((_, index) => (index + ms / 50) % 3);
      const answers = letters.map((letterIndex) => ['Yes', 'No', 'Unknown'][letterIndex]);
      await (await cellOf(page, 0, 'tech_setup_completed')).click();
      for (const letterIndex of letters) {
        await page.keyboard.press('ynu'[letterIndex] as string, { delay: KEY_MS });
        await page.keyboard.press('Enter', { delay: KEY_MS });
      }
      await settled();
      const held = await stored('tech_setup_completed');
      expect(ids.map((id) => held[id])).toEqual(answers);
    },
    180_000,
  );

  it.each(serverMs)(
    'decisions 6.05: Tab goes through ten rows of five options, and stores each one, server %i ms',
    async (ms) => {
      await page.reload();
      await page.getByRole('gridcell').nth(30).waitFor();
      await delaySaves(ms);
      const fields = [
        'reviewed',
        'tech_setup_required',
        'tech_setup_completed',
        'pre_program_setup_email_sent',
        'pre_program_reminder_email_sent',
      ];
      const ids = await idsOf(CELLS / fields.length);
      const expected = ids.map((_, row) => fields.map((_field, index) => ['Yes', 'No', 'Unknown'][(row + index + ms / 50) % 3]));
      for (const [row, answers] of expected.entries()) {
        await (await cellOf(page, row, 'reviewed')).click();
        for (const answer of answers) {
          await page.keyboard.press((answer?.[0] ?? '').toLowerCase(), { delay: KEY_MS });
          await page.keyboard.press('Tab', { delay: KEY_MS });
        }
        await page.keyboard.press('Escape', { delay: KEY_MS });
      }
      await settled();
      const held = await Promise.all(fields.map(stored));
      expect(ids.map((id) => held.map((field) => field[id]))).toEqual(expected);
    },
    180_000,
  );
});
