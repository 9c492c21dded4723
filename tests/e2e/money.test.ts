import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { addDays, quarterOf, quarterRange, yearOf } from '../../contract/rules/time/period.ts';
import { checkAccessibility as lookAt } from './support/axe.ts';
import { openBrowser, openContext, takeScreenshot } from './support/browser.ts';
import { companyToday } from './support/day.ts';
import { emails, firstInvoice, sales, signInByApi } from './support/people.ts';

const url = inject('appUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const today = companyToday();
const linkOf = (mode: string, start: string, end: string): string => `${url}/commissions?period=${mode}&start=${start}&end=${end}`;
/** The quarter to date, with enough rows for every status. */
const quarter = linkOf('custom', quarterRange(yearOf(today), quarterOf(today)).start_date, today);

const visit = async (email: string, address: string, options: Parameters<typeof openContext>[1] = {}): Promise<Page> => {
  const context = await openContext(browser, options);
  const page = await context.newPage();
  await signInByApi(page, address, email);
  return page;
};
/** Opens a row's details with one click and selects a tab. */
const openTab = async (page: Page, row: number, tab: string): Promise<Locator> => {
  const cell = sales(page).getByRole('row').nth(row).getByRole('gridcell').first();
  // On a phone rows are cards.
  await cell
    .or(
      sales(page)
        .locator('.row-card-open')
        .nth(row - 1),
    )
    .click();
  const dialog = page.getByRole('dialog', { name: / · \$|· -\$/ });
  await dialog.getByRole('tab', { name: tab }).click();
  return dialog;
};
const centsOf = (text: string): number => Math.round(Number(text.replace(/[$,]/g, '')) * 100);

describe('every number explains itself', () => {
  it('Why? shows the sentence and a formula that adds up to the amount of the row, and replays another day', async () => {
    const page = await visit(emails.salesperson, `${quarter}&status=paid`);
    await firstInvoice(page);
    const booked = (await sales(page).locator('tbody time').first().getAttribute('datetime')) ?? '';
    const amount = await sales(page).getByRole('row').nth(1).getByRole('gridcell').nth(5).innerText();
    const dialog = await openTab(page, 1, 'Why?');
    const formula = dialog.getByRole('table', { name: 'How it is calculated' });
    await formula.waitFor();
    expect(await formula.getByRole('row', { name: /^Commission/ }).innerText()).toContain(amount.trim());
    const rows = await dialog.getByRole('table', { name: 'Data used' }).getByRole('row').allInnerTexts();
    expect(rows.some((text) => text.startsWith('Plan: '))).toBe(true);
    await takeScreenshot(page, 'why');
    const sentence = dialog.locator('.why-sentence');
    expect(await sentence.innerText()).toContain('Paid: all of');
    // On its booking date it wasn't paid out yet, and the day before there was nothing to explain.
    await dialog.getByLabel('As of').fill(booked);
    await expect.poll(() => sentence.innerText()).toMatch(/^(Not due|Due)\n/);
    await dialog.getByLabel('As of').fill(addDays(booked, -1));
    await dialog.getByText('there was nothing to explain before.').waitFor();
    await dialog.getByRole('tab', { name: 'History' }).click();
    await dialog.locator('.why-answer').waitFor();
    await takeScreenshot(page, 'history');
    await page.context().close();
  });

  it('a summary figure shows how it adds up, and what changed since the last statement', async () => {
    const page = await visit(emails.salesperson, quarter);
    await firstInvoice(page);
    await page.getByRole('button', { name: /^Why is Total commission/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Why is Total commission/ });
    await dialog.getByRole('table', { name: 'How it is calculated' }).waitFor();
    const amounts = (await dialog.getByRole('table', { name: 'How it is calculated' }).locator('tbody td:last-child').allInnerTexts()).map(
      centsOf,
    );
    expect(amounts).toHaveLength(3);
    expect((amounts[0] ?? 0) + (amounts[1] ?? 0)).toBe(amounts[2]);
    await dialog.getByRole('button', { name: 'Show as table' }).click();
    const bars = (await dialog.locator('.chart tbody td:last-child').allInnerTexts()).map(centsOf);
    expect(bars.slice(0, -1).reduce((sum, bar) => sum + bar, 0)).toBe(bars.at(-1));
    expect(bars.at(-1)).toBe(amounts[2]);
    await dialog.getByRole('button', { name: 'Show as chart' }).click();
    await takeScreenshot(page, 'why-summary');
    await dialog.getByRole('button', { name: 'Show the rows that are paid', exact: true }).click();
    await expect.poll(() => page.url()).toContain('status=paid');
    await page.context().close();
  });

  it('decisions 2.04: every summary figure opens by keyboard, with a formula that ends in it and a link to the rows', async () => {
    const page = await visit(emails.finance, quarter, { size: 'phone' });
    await firstInvoice(page);
    await page.locator('.summary').getByText('More', { exact: true }).click();
    const figures = page.locator('.summary').getByRole('button', { name: /^Why is / });
    const count = await figures.count();
    expect(count).toBe(18);
    for (let index = 0; index < count; index += 1) {
      const shown = (await figures.nth(index).innerText()).split(' · ')[0];
      await figures.nth(index).press('Enter');
      const dialog = page.getByRole('dialog');
      const last = dialog.getByRole('table', { name: 'How it is calculated' }).locator('tbody tr:last-child');
      await last.waitFor();
      expect(await last.innerText()).toMatch(/^= /);
      expect(await last.locator('td:last-child').innerText()).toBe(shown);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      // Focus is back on the figure.
      expect(await figures.nth(index).evaluate((button) => button === document.activeElement)).toBe(true);
    }
    await page.getByRole('button', { name: /^Why is Adjustments/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Show the adjustments' }).click();
    const filters = page.locator('.adjustments').getByRole('button', { name: 'Filters (1)' });
    await expect.poll(() => filters.evaluate((button) => button === document.activeElement)).toBe(true);
    await filters.press('Enter');
    expect(await page.getByLabel('State', { exact: true }).inputValue()).toBe('approved');
    await page.keyboard.press('Escape');
    // decisions 2.04: the amount of an adjustment explains how it came about.
    await page.locator('.adjustments .row-card-open').first().press('Enter');
    await page.getByRole('dialog', { name: /^Why is the adjustment on invoice/ }).waitFor();
    await page.getByRole('dialog').locator('.why-answer, .muted').first().waitFor();
    await takeScreenshot(page, 'adjustment-history-phone');
    await page.context().close();
  });

  it('decisions 2.10: an adjusted record shows commission, adjustments and total; a future day is refused at its field', async () => {
    const page = await visit(emails.salesperson, quarter);
    await firstInvoice(page);
    const dialog = await openTab(page, 1, 'Details');
    const facts = (await dialog.locator('.details > div').allInnerTexts()).join(' ').replace(/\s+/g, ' ');
    const [, commission = '', adjustments = '', total = ''] =
      /Commission Amount (\S+) Adjustments (\S+) Total commission (\S+)/.exec(facts) ?? [];
    expect(centsOf(commission) + centsOf(adjustments)).toBe(centsOf(total));
    await dialog.getByRole('tab', { name: 'Why?' }).click();
    await dialog.locator('.why-sentence').waitFor();
    await dialog.getByLabel('As of').fill(addDays(today, 400));
    await dialog.getByText('There is nothing to show for that day.').waitFor();
    expect(await dialog.getByLabel('As of').getAttribute('aria-invalid')).toBe('true');
    expect(await dialog.locator('.why-sentence').count()).toBe(0);
    expect(await dialog.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await dialog.getByLabel('As of').fill(today);
    await dialog.locator('.why-sentence').waitFor();
    await page.context().close();
  });
});

describe('Quick Actions', () => {
  it('decisions 2.02: the worked example: 60,000 earns 3,000.00 at 5.0%, another 60,000 earns 3,500.00 at 5.8%', async () => {
    // The next quarter has no bookings yet.
    const next = quarterRange(yearOf(today), quarterOf(today) + 1);
    const page = await visit(emails.salesperson, linkOf('quarter', next.start_date, next.end_date));
    await page.getByRole('button', { name: 'Calculate Projections' }).click();
    const dialog = page.getByRole('dialog', { name: 'Calculate Projections' });
    const name = `Q${quarterOf(next.start_date) + 1} ${yearOf(next.start_date)}`;
    await dialog.getByText(`$100,000.00 more in ${name} and the rest of the quarter pays 7.5%.`).waitFor();
    for (const day of [next.start_date, addDays(next.start_date, 1)]) {
      await dialog.getByLabel('Net revenue').fill('60000');
      await dialog.getByLabel('Booking date').fill(day);
      await dialog.getByRole('button', { name: 'Add' }).click();
      await dialog
        .getByRole('button', { name: /^Remove \$60,000\.00/ })
        .last()
        .waitFor();
    }
    await dialog.getByText(`The highest rate of ${name} is reached.`).waitFor();
    const rows = await dialog.getByRole('table', { name: 'What each would bring' }).locator('tbody tr').allInnerTexts();
    expect(rows[0]).toMatch(/\$60,000\.00 at 5\.0%\s+\$3,000\.00/);
    expect(rows[1]).toMatch(/\$60,000\.00 at 5\.8%\s+\$3,500\.00/);
    await takeScreenshot(page, 'projection');
    await page.context().close();
  });

  it('decisions 2.13: a statement is written by a job and downloads as a PDF', async () => {
    const page = await visit(emails.salesperson, quarter);
    await firstInvoice(page);
    await page.getByRole('button', { name: 'Generate Commission Statement' }).click();
    const dialog = page.getByRole('dialog', { name: 'Generate Commission Statement' });
    await dialog.getByRole('button', { name: 'Generate', exact: true }).click();
    await dialog.getByRole('button', { name: 'Download', exact: true }).waitFor({ timeout: 30_000 });
    await takeScreenshot(page, 'statement');
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download', exact: true }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/\.pdf$/);
    expect(
      readFileSync(await file.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    await page.context().close();
  });

  it('decisions 2.13: the owner questions an amount, the manager takes it on and resolves it, and the owner sees the resolution', async () => {
    const owner = await visit(emails.salesperson, quarter);
    await firstInvoice(owner);
    const invoice = (await sales(owner).getByRole('row').nth(2).getByRole('gridcell').first().innerText()).trim();
    const asking = await openTab(owner, 2, 'Question');
    await asking.getByRole('button', { name: 'Question this amount' }).click();
    await asking.getByText('Message is required').waitFor();
    await asking.getByLabel('Your question').fill('I expected the higher rate for this one.');
    await asking.getByRole('button', { name: 'Question this amount' }).click();
    await asking.getByText('Open', { exact: true }).waitFor();
    expect(await asking.getByRole('button', { name: 'Take it on' }).count()).toBe(0);

    const manager = await visit(emails.sales_manager, quarter);
    // decisions 2.13: the person who must answer finds the question without knowing where it was asked.
    await manager.getByRole('img', { name: /waiting for an answer$/ }).waitFor();
    await manager.getByRole('button', { name: /^Questions/ }).click();
    await manager.getByRole('button', { name: `Open the question about invoice ${invoice}` }).click();
    const questionDialog = manager.getByRole('dialog', { name: / · \$|· -\$/ });
    await questionDialog.getByRole('button', { name: 'Take it on' }).click();
    await questionDialog.getByLabel('How it was resolved').fill('The quota was not reached yet on that day.');
    await takeScreenshot(manager, 'question');
    await questionDialog.getByRole('button', { name: 'Resolve' }).click();
    await questionDialog.getByText('Resolved: The quota was not reached yet on that day.').waitFor();
    await manager.context().close();

    await owner.keyboard.press('Escape');
    const reading = await openTab(owner, 2, 'Question');
    await reading.getByText('Resolved: The quota was not reached yet on that day.').waitFor();
    await owner.context().close();
  });
});

describe('invoices', () => {
  it('decisions 2.14: an invoice is created, sent and downloaded as a PDF, and a credit memo takes part of it back', async () => {
    const page = await visit(emails.finance, `${url}/invoices?create=new`);
    const form = page.getByRole('dialog', { name: 'Create Invoice' });
    const customer = `Sedona Charter ${Date.now()}`;
    await form.getByLabel('Customer', { exact: true }).fill(customer);
    await form.getByLabel('Gross amount').fill('1080.00');
    await form.getByLabel('Net revenue').fill('1000.00');
    await form.getByRole('button', { name: 'Create and Send' }).click();
    await form.getByText('This is a new customer', { exact: true }).click();
    const download = page.waitForEvent('download');
    await form.getByRole('button', { name: 'Create and Send' }).click();
    const file = readFileSync(await (await download).path());
    expect(file.subarray(0, 5).toString()).toBe('%PDF-');
    const panel = page.getByRole('dialog', { name: `${customer} · $1,080.00` });
    await panel.getByText('Invoice sent').waitFor();
    await takeScreenshot(page, 'invoice');
    await panel.getByRole('button', { name: 'Credit Memo' }).click();
    const memo = page.getByRole('dialog', { name: 'Credit Memo' });
    await memo.getByLabel('Amount to take back').fill('80.00');
    await memo.getByLabel('Reason').fill('A day less');
    await memo.getByRole('button', { name: 'Make Credit Memo' }).click();
    await page.getByRole('dialog', { name: `${customer} · -$80.00` }).waitFor();
    await page.context().close();
  });
});

describe('accessibility of explanations and questions (decisions 8.03)', () => {
  for (const size of ['desktop', 'phone'] as const) {
    it(`has no serious violation: ${size}, light and dark`, async () => {
      const page = await visit(emails.admin, quarter, { size });
      await firstInvoice(page);
      const look = async (name: string): Promise<void> => {
        await lookAt(page, name, size);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), name).toBe(true);
      };
      const close = async (): Promise<void> => {
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      };
      if (size === 'phone') await page.locator('.summary').getByText('More', { exact: true }).click();
      await page.getByRole('button', { name: /^Why is Total commission/ }).click();
      await page.getByRole('figure').waitFor();
      await look('why-summary');
      await close();
      await page.getByRole('button', { name: /^Why is Adjustments/ }).click();
      await page.getByRole('dialog').getByRole('table', { name: 'How it is calculated' }).waitFor();
      await look('why-adjustments');
      await close();
      const dialog = await openTab(page, 1, 'Why?');
      await dialog.getByRole('table', { name: 'Data used' }).waitFor();
      await look('why');
      await dialog.getByRole('tab', { name: 'Question' }).click();
      await dialog.locator('.disputes').waitFor();
      await look('question');
      await dialog.getByRole('tab', { name: 'History' }).click();
      await dialog.locator('.why-answer').waitFor();
      await look('history');
      await close();
      await page.getByRole('button', { name: 'Generate Commission Statement' }).click();
      await page.getByRole('button', { name: 'Generate', exact: true }).waitFor();
      await look('statement');
      await close();
      await page.getByRole('button', { name: 'Calculate Projections' }).click();
      await page.locator('.projection-result').waitFor();
      await look('projection');
      await close();
      if (size === 'phone') await page.getByRole('button', { name: 'Open menu' }).click();
      await page.getByRole('link', { name: 'Pay periods' }).click();
      await page.getByText('is not over yet').first().waitFor();
      await look('periods');
      await page.context().close();
    });
  }
});
