import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { openBrowser, openContext, pageErrorsOf } from '../support/browser.ts';
import { emails, signInByApi } from '../support/people.ts';

const url = inject('appUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const hasFocus = (thing: Locator): Promise<boolean> => thing.evaluate((own) => own === document.activeElement);

describe.each([{ dark: false }, { dark: true }])('long lists, in the scheme where dark is $dark (ADR 3)', ({ dark }) => {
  let page: Page;
  let pageErrors: string[];
  const dialog = (): Locator => page.getByRole('dialog', { name: 'Add User' });
  const manager = (): Locator => dialog().getByRole('combobox', { name: 'Manager' });
  const list = (): Locator => page.getByRole('listbox', { name: 'Manager' });
  const rows = (): Locator => list().getByRole('option');
  const search = (): Locator => page.getByRole('combobox', { name: 'Search', exact: true });
  const press = (key: string): Promise<void> => page.keyboard.press(key);
  beforeAll(async () => {
    page = await (await openContext(browser, { dark })).newPage();
    pageErrors = pageErrorsOf(page);
    // Simulates more people than the demo company has, on the last page of the list.
    await page.route('**/api/v1/users?*', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      const one = body.data?.[0];
      if (one && body.pagination?.cursor === null)
        for (let index = 100; index < 300; index += 1)
          body.data.push({ ...one, id: `9${index}`, first_name: 'Zed', last_name: `Number ${index}` });
      await route.fulfill({ response: answer, json: body });
    });
    await signInByApi(page, `${url}/admin/users`, emails.admin);
    await page.getByRole('gridcell').nth(9).waitFor();
    await page.getByRole('button', { name: 'Add User' }).click();
    await dialog().waitFor();
    // Until everyone is loaded, the list is short and uses the browser's own control.
    await dialog().locator('input[role="combobox"]').waitFor();
  });
  afterAll(() => page.context().close());

  it('the closed field keeps its place and value before and after its list loads', async () => {
    expect(await manager().inputValue()).toBe('No manager');
    expect(await violations(page)).toEqual([]);
    const frame = await dialog().locator('.p-dropdown').boundingBox();
    await manager().focus();
    await press('ArrowDown');
    await list().waitFor();
    await expect.poll(() => manager().getAttribute('aria-expanded')).toBe('true');
    expect(await manager().getAttribute('aria-controls')).toBe(await list().getAttribute('id'));
    expect(await violations(page)).toEqual([]);
    await press('Escape');
    await list().waitFor({ state: 'detached' });
    expect(await dialog().isVisible()).toBe(true);
    expect(await hasFocus(manager())).toBe(true);
    expect(await dialog().locator('.p-dropdown').boundingBox()).toEqual(frame);
    expect(await violations(page)).toEqual([]);
  });

  it('only visible options are rendered; Home and End reach the first and the last', async () => {
    await manager().focus();
    await press('Enter');
    await list().waitFor();
    await expect.poll(() => hasFocus(search())).toBe(true);
    const all = Number(await rows().first().getAttribute('aria-setsize'));
    expect(all).toBeGreaterThan(200);
    expect(await rows().count()).toBeLessThan(30);
    await press('ArrowDown');
    await press('End');
    const last = list().locator(`[aria-posinset="${all}"]`);
    await expect.poll(() => last.count().then(async (count) => count === 1 && (await hasFocus(last)))).toBe(true);
    await press('ArrowUp');
    await expect.poll(() => hasFocus(list().locator(`[aria-posinset="${all - 1}"]`))).toBe(true);
    await press('Home');
    const first = list().locator('[aria-posinset="1"]');
    await expect.poll(() => first.count().then(async (count) => count === 1 && (await hasFocus(first)))).toBe(true);
    expect(await rows().count()).toBeLessThan(30);
    await press('Escape');
    await list().waitFor({ state: 'detached' });
    expect(await hasFocus(manager())).toBe(true);
  });

  it('typing filters, Enter chooses the first remaining option, and Tab moves on', async () => {
    await manager().focus();
    await page.keyboard.type('an');
    await list().waitFor();
    await expect.poll(() => search().inputValue()).toBe('an');
    await expect.poll(async () => (await rows().allTextContents()).every((name) => /an/i.test(name))).toBe(true);
    const first = await rows().first().textContent();
    await expect.poll(() => search().getAttribute('aria-activedescendant')).toBe(await rows().first().getAttribute('id'));
    expect(await violations(page)).toEqual([]);
    await press('Enter');
    await list().waitFor({ state: 'detached' });
    expect(await manager().inputValue()).toBe(first);
    expect(await hasFocus(manager())).toBe(true);
    await page.keyboard.type('zzzz');
    await page.getByRole('option', { name: 'No match' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await press('Enter');
    expect(await search().inputValue()).toBe('zzzz');
    await press('Tab');
    await list().waitFor({ state: 'detached' });
    expect(await manager().inputValue()).toBe(first);
    expect(await hasFocus(dialog().getByLabel('Employment start'))).toBe(true);
  });

  it('arrows move through the remaining options, and the focused one is chosen', async () => {
    await manager().focus();
    await page.keyboard.type('ar');
    await list().waitFor();
    await expect.poll(() => search().inputValue()).toBe('ar');
    await expect.poll(async () => (await rows().allTextContents()).every((name) => /ar/i.test(name))).toBe(true);
    const second = await rows().nth(1).textContent();
    await press('ArrowDown');
    await expect.poll(() => hasFocus(rows().first())).toBe(true);
    await press('ArrowDown');
    await expect.poll(() => hasFocus(rows().nth(1))).toBe(true);
    await press('Enter');
    await list().waitFor({ state: 'detached' });
    expect(await manager().inputValue()).toBe(second);
    await expect.poll(() => hasFocus(manager())).toBe(true);
  });

  it('no key is lost while the list loads', async () => {
    const other = await page.context().newPage();
    await other.route('**/assets/LongPicker-*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      await route.continue();
    });
    await other.goto(`${url}/commissions`);
    await other.getByRole('gridcell').nth(9).waitFor();
    const person = other.getByRole('combobox', { name: 'Shown for' });
    await expect.poll(() => person.evaluate((own) => own.tagName)).toBe('INPUT');
    await person.focus();
    await other.keyboard.type('carm', { delay: 40 });
    await other.getByRole('listbox', { name: 'Shown for' }).waitFor();
    await expect.poll(() => other.getByRole('combobox', { name: 'Search', exact: true }).inputValue()).toBe('carm');
    await other.close();
  });

  it('logs nothing to the console', () => expect(pageErrors).toEqual([]));
});
