import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openBrowser, openContext, takeScreenshot } from './support/browser.ts';
import { emails, signIn } from './support/people.ts';

const url = inject('appUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe('the bell', () => {
  it('spec 2.21, 2.22, 4.04, 9.03: counts before it opens, loads when opened, and marks a chosen item read', async () => {
    const context = await openContext(browser);
    const page = await context.newPage();
    const lists: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/notifications?')) lists.push(request.url());
    });
    await signIn(page, `${url}/login`, emails.salesperson);
    const bell = page.getByRole('button', { name: /^Notifications: \d+ unread/ });
    await bell.waitFor();
    expect(lists).toEqual([]);
    const before = Number(/(\d+) unread/.exec((await bell.getAttribute('aria-label')) ?? '')?.[1]);
    await bell.click();
    const panel = page.getByRole('dialog', { name: /^Notifications/ });
    await panel.getByRole('listitem').first().waitFor();
    expect(await panel.getByRole('listitem').count()).toBeLessThanOrEqual(10);
    expect(lists[0]).toContain('limit=10');
    // spec 9.03: the notifications menu is 350 px wide and at most 400 px high, the side menu 280 px wide.
    const box = await panel.locator('.notifications').boundingBox();
    expect(box?.width).toBe(350);
    expect(box?.height).toBeLessThanOrEqual(400);
    expect((await page.locator('.side-menu').boundingBox())?.width).toBe(280);
    await takeScreenshot(page, 'notifications');
    const marked = page.waitForResponse((answer) => answer.url().endsWith('/read') && answer.request().method() === 'PUT');
    await panel.getByRole('button').filter({ hasText: 'New' }).first().click();
    expect((await marked).ok()).toBe(true);
    await page
      .getByRole('button', { name: new RegExp(`^Notifications(: ${before - 1} unread.*)?$`) })
      .first()
      .waitFor();
    await context.close();
  });
});
