import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { openBrowser, openContext } from '../support/browser.ts';
import { cellOf, openEvents } from '../support/events.ts';
import { emails, signIn } from '../support/people.ts';

const patches = /\/api\/v1\/events\/\d+$/;
const field = 'sling_shift_time';
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  await context?.close();
  context = await openContext(browser);
  page = await context.newPage();
  await openEvents(page, emails.events_manager);
  return () => context.close();
});

const textOf = async (row: number): Promise<string> => (await cellOf(page, row, field)).innerText();
const markOf = async (row: number): Promise<string | null> => (await cellOf(page, row, field)).getAttribute('data-mark');
const bar = () => page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Discard' }) });
/** The cell's value after a reload, as stored on the server. */
const stored = async (row: number): Promise<string> => {
  await page.reload();
  await page.getByRole('gridcell').nth(30).waitFor();
  return textOf(row);
};

describe('unsaved cells', () => {
  it('decisions 6.05: a failure shows in its cell, in the window and in a toast while the next cells continue; Enter retries it', async () => {
    let calls = 0;
    await page.route(patches, async (route) => {
      calls += 1;
      if (calls === 2) await route.fulfill({ status: 500, json: {} });
      else await route.continue();
    });
    const words = ['one', 'two', 'three', 'four'].map((word) => `${word} ${Date.now()}`);
    await (await cellOf(page, 0, field)).click();
    const write = async (): Promise<void> => {
      for (const word of words) {
        await page.keyboard.type(word, { delay: 60 });
        await page.keyboard.press('Enter');
      }
    };
    // The toast appears and disappears while the next cells are written.
    await Promise.all([page.getByText('Sling Shift Time was not saved: Failed to update event').waitFor(), write()]);
    await expect.poll(() => markOf(1)).toBe('failed');
    expect(await textOf(1)).toContain(words[1] as string);
    expect(await textOf(1)).toContain('Not saved: Failed to update event');
    const box = await bar().boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(900);
    for (const row of [0, 2, 3]) await expect.poll(() => markOf(row)).toBe('modified');
    await (await cellOf(page, 1, field)).click();
    await page.keyboard.press('Enter');
    await expect.poll(() => markOf(1)).toBe('modified');
    expect(await stored(1)).toBe(words[1]);
  });

  it('decisions 6.05: a reload during an edit asks first, then offers the input again and saves it', async () => {
    const word = `half ${Date.now()}`;
    await (await cellOf(page, 2, field)).click();
    await page.keyboard.type(word, { delay: 60 });
    const question = new Promise<string>((resolve) =>
      page.once('dialog', (dialog) => {
        resolve(dialog.type());
        dialog.accept();
      }),
    );
    await page.reload();
    expect(await question).toBe('beforeunload');
    await page.getByText('You wrote this earlier, and it was never saved:').waitFor();
    await page.getByRole('listitem').filter({ hasText: word }).waitFor();
    await page.getByRole('button', { name: 'Save it now' }).click();
    await expect.poll(() => markOf(2)).toBe('modified');
    expect(await stored(2)).toBe(word);
    expect(await page.getByText('You wrote this earlier, and it was never saved:').count()).toBe(0);
  });

  it('decisions 6.05: an expired session loses nothing: only the same person is offered the input after signing in', async () => {
    const word = `late ${Date.now()}`;
    await (await cellOf(page, 3, field)).click();
    await page.keyboard.type(word, { delay: 60 });
    await page.evaluate(() => {
      localStorage.setItem('token', 'expired');
      localStorage.setItem('refresh_token', 'expired');
    });
    await page.keyboard.press('Enter');
    await page.getByLabel('Email address').waitFor();
    await signIn(page, `${inject('appUrl')}/events`, emails.admin);
    await page.getByRole('gridcell').nth(30).waitFor();
    expect(await page.getByText('You wrote this earlier, and it was never saved:').count()).toBe(0);
    await page.evaluate(() => localStorage.clear());
    await openEvents(page, emails.events_manager);
    await page.getByRole('listitem').filter({ hasText: word }).waitFor();
    await page.getByRole('button', { name: 'Save it now' }).click();
    await expect.poll(() => markOf(3)).toBe('modified');
    expect(await stored(3)).toBe(word);
  });

  it('a conflict during typing shows both values in its cell and steals no key; Enter keeps mine', async () => {
    // A page without live updates, as when the stream is blocked.
    await page.route(/\/api\/v1\/(stream|changes)/, (route) => route.abort());
    await page.reload();
    await page.getByRole('gridcell').nth(30).waitFor();
    const other = await openContext(browser);
    const theirs = await other.newPage();
    await openEvents(theirs, emails.admin);
    const theirText = `theirs ${Date.now()}`;
    await (await cellOf(theirs, 4, field)).click();
    const saved = theirs.waitForResponse(patches);
    await theirs.keyboard.type(theirText);
    await theirs.keyboard.press('Enter');
    await saved;
    await other.close();
    const words = Array.from({ length: 8 }, (_, index) => `mine ${index} ${Date.now()}`);
    await (await cellOf(page, 4, field)).click();
    for (const word of words) {
      await page.keyboard.type(word, { delay: 60 });
      await page.keyboard.press('Enter', { delay: 60 });
      expect(await page.getByRole('dialog').count()).toBe(0);
    }
    await expect.poll(() => markOf(4)).toBe('conflicted');
    expect(await textOf(4)).toContain(words[0] as string);
    expect(await textOf(4)).toContain(`wrote “${theirText}”`);
    await (await cellOf(page, 4, field)).click();
    await page.keyboard.press('Enter');
    for (const index of words.keys()) await expect.poll(() => markOf(4 + index)).toBe('modified');
    await page.reload();
    await page.getByRole('gridcell').nth(30).waitFor();
    for (const [index, word] of words.entries()) expect(await textOf(4 + index)).toBe(word);
  });
});
