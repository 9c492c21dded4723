import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openBrowser, openContext } from './support/browser.ts';
import { emails, signInByApi } from './support/people.ts';

const url = inject('appUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const visit = async (email: string, path: string): Promise<Page> => {
  const page = await (await openContext(browser)).newPage();
  await signInByApi(page, `${url}${path}`, email);
  return page;
};
const field = (page: Page) => page.getByRole('combobox', { name: 'Shown for' });
/** The field is a native select, or a longer list of people. */
const chosen = (page: Page) =>
  field(page).evaluate((own: HTMLSelectElement | HTMLInputElement) => ('options' in own ? own.selectedOptions[0]?.text : own.value));
const isChosen = (page: Page, name: string) => expect.poll(() => chosen(page)).toBe(name);
const choose = async (page: Page, name: string): Promise<void> => {
  if (await field(page).evaluate((own) => own.tagName === 'SELECT')) return void (await field(page).selectOption({ label: name }));
  await page.locator('.scope .p-dropdown').click();
  await page.getByRole('option', { name, exact: true }).click();
};
const goTo = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click();
const amountIn = (text: string): string => /\$[\d,]+\.\d\d/.exec(text)?.[0] ?? '';
const teamCommission = async (page: Page): Promise<string> =>
  amountIn(await page.getByRole('link', { name: /^Total Commission: \$/ }).innerText());

describe('a manager’s scope', () => {
  it('decisions 3.09: My team comes first and has the same total on each page; Company persists across pages, and Back undoes it', async () => {
    const page = await visit(emails.sales_manager, '/dashboard/team');
    await isChosen(page, 'My team');
    const total = await teamCommission(page);
    await goTo(page, 'Commissions');
    await isChosen(page, 'My team');
    await page.locator('.summary').getByText(total).first().waitFor();

    await choose(page, 'Company');
    await expect.poll(() => page.url()).toContain('scope=company');
    await expect.poll(() => page.locator('.summary').getByText(total).count()).toBe(0);
    await goTo(page, 'Analytics');
    await isChosen(page, 'Company');
    await goTo(page, 'Team Dashboard');
    await isChosen(page, 'Company');
    await expect.poll(() => teamCommission(page)).not.toBe(total);

    await choose(page, 'My team');
    await expect.poll(() => teamCommission(page)).toBe(total);
    await page.goBack();
    await isChosen(page, 'Company');
  });

  it('look.md: with the scope selector, the first row of Commissions is still within 320 px, and nothing covers the choice', async () => {
    const page = await visit(emails.sales_manager, '/commissions');
    const row = page.locator('.commissions-sales [data-row="0"]');
    await row.waitFor();
    expect((await row.boundingBox())?.y).toBeLessThanOrEqual(320);
    const bottomOf = async (selector: string): Promise<number> => {
      const box = await page.locator(selector).first().boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    expect(await bottomOf('.page-bar .lens button')).toBeLessThanOrEqual((await bottomOf('.page-head')) + 2);
  });

  it.each(['desktop', 'phone'] as const)(
    'part 18: has one look and one place on every page, and a person stays chosen (%s)',
    async (size) => {
      const page = await (await openContext(browser, { size })).newPage();
      await signInByApi(page, `${url}/deals`, emails.sales_manager);
      const places = new Set<string>();
      for (const path of ['/deals', '/pipeline', '/invoices', '/commissions', '/analytics', '/payouts']) {
        await page.goto(`${url}${path}`);
        await isChosen(page, 'My team');
        places.add(
          await page
            .locator('.page-head .scope')
            .evaluate((own) => `${own.previousElementSibling?.className} ${own.firstElementChild?.className}`),
        );
      }
      expect([...places]).toEqual(['page-title filter filter-choice']);
      await page.goto(`${url}/deals`);
      await choose(page, 'Anthony Acosta');
      await expect.poll(() => page.url()).toContain('person=');
      if (size === 'phone') await page.getByRole('button', { name: 'Open menu' }).click();
      await goTo(page, 'Invoices');
      await isChosen(page, 'Anthony Acosta');
      await expect.poll(() => new URL(page.url()).searchParams.get('person')).not.toBeNull();
    },
  );

  it('spec 6.04: a salesperson has no choice of scope', async () => {
    const page = await visit(emails.salesperson, '/commissions?scope=team');
    await page.locator('.summary').waitFor();
    expect(await field(page).count()).toBe(0);
  });
});
