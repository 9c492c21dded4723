import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Adjustment } from '../../contract/entities/adjustment.ts';
import type { Commission } from '../../contract/entities/commission.ts';
import { violations } from './support/axe.ts';
import { openBrowser, openContext, pageErrorsOf, takeScreenshot } from './support/browser.ts';
import { companyToday } from './support/day.ts';
import { emails, firstInvoice, sales, signInByApi } from './support/people.ts';

const url = inject('appUrl');
let browser: Browser;
const opened: BrowserContext[] = [];
const pageErrors: string[][] = [];

const open = async (email: string, options: Parameters<typeof openContext>[1] = {}): Promise<Page> => {
  const context = await openContext(browser, options);
  opened.push(context);
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  pageErrors.push(pageErrorsOf(page));
  await signInByApi(page, `${url}/commissions`, email);
  await firstInvoice(page);
  return page;
};
const card = (page: Page): Locator => page.getByRole('region', { name: 'Commission Adjustments' });
const rowOf = (page: Page, reason: string): Locator => card(page).getByRole('row').filter({ hasText: reason });
const figure = (page: Page, name: string): Promise<string> =>
  page
    .getByRole('region', { name: 'Commission Summary' })
    .locator('.figure-block', { has: page.locator('dt', { hasText: new RegExp(`^${name}`) }) })
    .first()
    .locator('dd')
    .innerText();
const dollars = (text: string): number => Number(/-?\$[\d,.]+/.exec(text)?.[0].replace(/[$,]/g, ''));

/** Calls the API as the page itself would. */
const call = <Answer>(page: Page, method: string, path: string, body?: object): Promise<{ status: number; data: Answer }> =>
  page.evaluate(
    async ([verb, at, json]) => {
      const answer = await fetch(at as string, {
        method: verb as string,
        headers: { authorization: `Bearer ${localStorage.getItem('token')}`, 'content-type': 'application/json' },
        ...(json === null ? {} : { body: json as string }),
      });
      return { status: answer.status, data: await answer.json() };
    },
    [method, path, body === undefined ? null : JSON.stringify(body)] as const,
  );
const thisMonth = (): string => {
  const day = companyToday();
  return `start_date=${day.slice(0, 8)}01&end_date=${day}`;
};

let vp: Page;
let admin: Page;
beforeAll(async () => {
  browser = await openBrowser();
  vp = await open(emails.vp_sales);
});
afterAll(() => browser.close());

describe('the adjustment form', () => {
  it('spec 5.02, 5.03: names missing fields one by one, in order, and reports a search without results', async () => {
    await card(vp).getByRole('button', { name: 'New Adjustment' }).click();
    const dialog = vp.getByRole('dialog', { name: 'New Adjustment' });
    await dialog.getByText('Use negative values for deductions').waitFor();
    const save = dialog.getByRole('button', { name: 'Save' });
    const amount = dialog.getByLabel('Amount');
    const steps: (readonly [() => Promise<void>, string])[] = [
      [async () => {}, 'Amount is required'],
      [() => amount.fill('-'), 'Amount must be a valid number'],
      [() => amount.fill('0'), 'Amount cannot be zero'],
      // Keys are filtered; pasted text must be one plain number (decisions 2.10).
      [() => amount.fill('500-'), 'Amount must be a valid number'],
      [() => amount.fill('').then(() => amount.pressSequentially('a-1e4.567')), 'Reason is required'],
      [() => dialog.getByLabel('Reason').fill('  abc   '), 'Reason must be at least 5 characters'],
      [() => dialog.getByLabel('Reason').fill('Typed by a test'), 'Invoice is required'],
    ];
    for (const [type, sentence] of steps) {
      await type();
      await save.click();
      await expect.poll(() => dialog.getByRole('alert').allInnerTexts()).toEqual([sentence]);
    }
    expect(await amount.inputValue()).toBe('-14.56');
    const invoice = dialog.getByRole('combobox', { name: 'Invoice' });
    await invoice.fill('no such one');
    await dialog.getByText('No invoices found matching "no such one"').waitFor();
    await takeScreenshot(vp, 'adjustment-form');
    expect(await violations(vp)).toEqual([]);
  });

  it('closes the list with Escape, and discards input only after confirmation', async () => {
    const dialog = vp.getByRole('dialog', { name: 'New Adjustment' });
    await dialog.getByRole('combobox', { name: 'Invoice' }).fill('1');
    await dialog.getByRole('option').first().waitFor();
    await vp.keyboard.press('ArrowDown');
    await takeScreenshot(vp, 'adjustment-invoices');
    expect(await violations(vp)).toEqual([]);
    await vp.keyboard.press('Escape');
    await dialog.getByRole('option').first().waitFor({ state: 'detached' });
    vp.once('dialog', (nativeDialog) => nativeDialog.dismiss());
    await vp.keyboard.press('Escape');
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('Typed by a test');
    vp.once('dialog', (nativeDialog) => nativeDialog.accept());
    await vp.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
});

describe('an adjustment over the threshold (decisions 2.10)', () => {
  it('spec 2.37, 2.38: Edit Commission opens the form with invoice and commission; a double click creates one pending adjustment', async () => {
    const number = await firstInvoice(vp);
    await sales(vp).getByRole('row').nth(1).getByRole('gridcell').first().click();
    await vp
      .getByRole('dialog', { name: / · \$|· -\$/ })
      .getByRole('button', { name: 'Edit Commission' })
      .click();
    const dialog = vp.getByRole('dialog', { name: 'New Adjustment' });
    await expect.poll(() => dialog.getByRole('combobox', { name: 'Invoice' }).inputValue()).toBe(number);
    await dialog.getByLabel('Amount').fill('620');
    await dialog.getByLabel('Reason').fill('Over the threshold');
    await dialog.getByRole('button', { name: 'Save' }).dblclick();
    await dialog.getByRole('button', { name: 'Saving…' }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await vp.getByText('Adjustment saved. It is waiting for approval.').waitFor();
    await rowOf(vp, 'Over the threshold').getByText('Waiting for approval').waitFor();
    expect(await rowOf(vp, 'Over the threshold').count()).toBe(1);
    // The author can't decide on it.
    expect(
      await rowOf(vp, 'Over the threshold')
        .getByRole('button', { name: /^Approve/ })
        .count(),
    ).toBe(0);
    await card(vp).scrollIntoViewIfNeeded();
    await takeScreenshot(vp, 'adjustments');
  });

  it('decisions 2.13: another person approves it under Review Adjustments, and the commission follows', async () => {
    admin = await open(emails.admin);
    await expect.poll(() => figure(admin, 'Adjustments')).toContain('$');
    const before = dollars(await figure(admin, 'Adjustments'));
    const total = dollars(await figure(admin, 'Total commission'));
    await admin.getByRole('button', { name: 'Review Adjustments' }).click();
    expect(await card(admin).getByLabel('State', { exact: true }).inputValue()).toBe('pending');
    // The list of pending items has loaded.
    await expect.poll(() => card(admin).getByRole('row').filter({ hasText: 'Approved' }).count()).toBe(0);
    // spec 2.37: decided items are visible at every width.
    for (const width of [1440, 1280, 390]) {
      await admin.setViewportSize({ width, height: 900 });
      // On a phone the row is a card.
      const box = await rowOf(admin, 'Over the threshold')
        .or(card(admin).locator('.row-card', { hasText: 'Over the threshold' }))
        .getByRole('button', { name: /^Reject/ })
        .boundingBox();
      expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    }
    await admin.setViewportSize({ width: 1440, height: 900 });
    admin.once('dialog', (nativeDialog) => nativeDialog.accept('It is right'));
    // The toast is shown for four seconds, which a busy machine may miss, so start waiting before it appears.
    const announced = admin.getByText('Adjustment approved.').waitFor();
    await rowOf(admin, 'Over the threshold')
      .getByRole('button', { name: /^Approve/ })
      .click();
    await announced;
    await rowOf(admin, 'Over the threshold').waitFor({ state: 'detached' });
    await expect.poll(async () => dollars(await figure(admin, 'Adjustments')) - before).toBeCloseTo(620, 2);
    expect(dollars(await figure(admin, 'Total commission')) - total).toBeCloseTo(620, 2);
    await card(admin).getByLabel('State', { exact: true }).selectOption('');
    await rowOf(admin, 'Over the threshold').getByText('Approved').waitFor();
  });

  it('decisions 2.10: an edit of a changed adjustment is refused, keeps its input, and can continue from the newest version', async () => {
    const { data: page } = await call<{ data: Adjustment[] }>(admin, 'GET', `/api/v1/adjustments?${thisMonth()}&limit=500`);
    const approved = page.data.find((item) => item.adjustment_reason === 'Over the threshold') as Adjustment;
    const { related_invoice_id, commission_id } = approved;
    // An adjustment with two approvers can only be changed by someone who may decide on it; this one needed no second person.
    const body = { adjustment_amount: '40', adjustment_reason: 'Below the threshold', related_invoice_id, commission_id };
    const { id, version } = (await call<Adjustment>(vp, 'POST', '/api/v1/adjustments', body)).data;
    await vp.reload();
    await rowOf(vp, 'Below the threshold').getByRole('button', { name: /^Edit/ }).click();
    const dialog = vp.getByRole('dialog', { name: 'Edit Adjustment' });
    await dialog.getByLabel('Amount').fill('61');
    const edited = { ...body, adjustment_amount: '77', adjustment_reason: 'Below the threshold, mended', version };
    expect((await call(admin, 'PUT', `/api/v1/adjustments/${id}`, edited)).status).toBe(200);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/Somebody else has changed this adjustment/)
      .waitFor();
    expect(await dialog.getByLabel('Amount').inputValue()).toBe('61');
    await takeScreenshot(vp, 'adjustment-conflict');
    // decisions 2.10: the other version is shown next to mine and replaces it only on request.
    await dialog.getByText('Saved in the meantime: 77.00').waitFor();
    await dialog.getByText('Saved in the meantime: Below the threshold, mended').waitFor();
    await dialog.getByRole('button', { name: 'Use the saved version' }).click();
    await expect.poll(() => dialog.getByLabel('Amount').inputValue()).toBe('77.00');
    await dialog.getByLabel('Amount').fill('78');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await rowOf(vp, 'mended').getByText('$78.00').waitFor();
  });

  it('decisions 2.10: an offline save keeps the form and its input, and the next one saves once', async () => {
    await rowOf(vp, 'mended').getByRole('button', { name: /^Edit/ }).click();
    const dialog = vp.getByRole('dialog', { name: 'Edit Adjustment' });
    await dialog.getByLabel('Amount').fill('79');
    await vp.context().setOffline(true);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText("You're offline, so nothing was sent. What you typed is kept; try again when you're online.").waitFor();
    expect(await dialog.getByLabel('Amount').inputValue()).toBe('79');
    await vp.context().setOffline(false);
    // The app checks that the server is back before it allows another save.
    await vp.getByText(/Nothing can be sent until/).waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await rowOf(vp, 'mended').getByText('$79.00').waitFor();
  });

  it('spec 2.38, decisions 2.10: Delete voids it: the row stays, struck through', async () => {
    await rowOf(vp, 'mended').getByRole('button', { name: /^Edit/ }).click();
    const dialog = vp.getByRole('dialog', { name: 'Edit Adjustment' });
    vp.once('dialog', (nativeDialog) => nativeDialog.accept());
    await dialog.getByRole('button', { name: 'Void' }).click();
    await dialog.waitFor({ state: 'detached' });
    await rowOf(vp, 'mended').locator('s', { hasText: '$79.00' }).waitFor();
    // Its history stays available; all other actions are gone.
    expect(
      await rowOf(vp, 'mended')
        .getByRole('button', { name: /^(Edit|Void|Approve|Reject)/ })
        .count(),
    ).toBe(0);
  });
});

describe('the adjustments table', () => {
  it('spec 2.36, 2.39, 7.21: the server sorts, and the search filters the page and says when it finds nothing', async () => {
    const sortRequest = vp.waitForRequest((request) => request.url().includes('sort_field=adjustment_amount&sort_direction=asc'));
    await card(vp).getByRole('columnheader', { name: 'Amount' }).click();
    await sortRequest;
    await expect
      .poll(async () => {
        const amounts = await card(vp)
          .getByRole('row')
          .evaluateAll((rows) => rows.slice(1).map((row) => Number((row.children[2]?.textContent ?? '').replace(/[$,]/g, ''))));
        return amounts.length > 1 && JSON.stringify(amounts) === JSON.stringify(amounts.toSorted((a, b) => a - b));
      })
      .toBe(true);
    await card(vp).getByRole('searchbox').fill('nothing like this');
    await card(vp).getByText('No adjustments found matching your search').waitFor();
    await card(vp).getByRole('searchbox').fill('');
  });

  it('spec 7.32: saves the order of its columns under its own name', async () => {
    const saved = vp.waitForRequest((request) => request.url().endsWith('/preferences/table_column_orders'));
    await card(vp).getByRole('columnheader', { name: 'Reason' }).focus();
    await vp.keyboard.press('Control+ArrowLeft');
    const { adjustments } = (await saved).postDataJSON() as { adjustments: { key: string }[] };
    expect(adjustments.map(({ key }) => key).slice(0, 4)).toEqual(['invoice', 'commission', 'adjustment_reason', 'adjustment_amount']);
  });

  it("spec 6.03: refuses a manager another team's record, and shows no button on it", async () => {
    const manager = await open(emails.sales_manager);
    const me = (await call<{ id: string }>(manager, 'GET', '/api/v1/auth/me')).data;
    const { data: page } = await call<{ data: Commission[] }>(manager, 'GET', `/api/v1/commissions?${thisMonth()}&limit=500`);
    const other = page.data.find((item) => item.owner_manager_id !== me.id && item.user_id !== me.id) as Commission;
    const answer = await call<{ code: string }>(manager, 'POST', '/api/v1/adjustments', {
      adjustment_amount: '5',
      adjustment_reason: 'Not my team',
      related_invoice_id: other.invoice_id,
      commission_id: other.id,
    });
    expect(answer).toMatchObject({ status: 403, data: { code: 'forbidden' } });
    const { data: listed } = await call<{ data: Adjustment[] }>(manager, 'GET', `/api/v1/adjustments?${thisMonth()}&limit=500`);
    const strangers = listed.data.filter((item) => item.owner_manager_id !== me.id);
    expect(strangers.length).toBeGreaterThan(0);
    expect(strangers.every((stranger) => stranger.actions?.length === 0)).toBe(true);
  });

  it('spec 2.37, 6.03: a salesperson sees their own without buttons, also on a phone in the dark', async () => {
    const phone = await open(emails.salesperson, { size: 'phone', dark: true });
    await card(phone).locator('.row-cards[aria-busy="false"]').waitFor();
    expect(
      await card(phone)
        .getByRole('button', { name: /New Adjustment|^Edit|^Void|^Approve|^Reject/ })
        .count(),
    ).toBe(0);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await card(phone).scrollIntoViewIfNeeded();
    await takeScreenshot(phone, 'adjustments-phone-dark');
    const dark = await open(emails.vp_sales, { size: 'phone', dark: true });
    await card(dark).getByRole('button', { name: 'New Adjustment' }).click();
    await dark.getByRole('dialog', { name: 'New Adjustment' }).getByRole('combobox', { name: 'Invoice' }).fill('10');
    await dark.getByRole('dialog').getByRole('option').first().waitFor();
    await dark.waitForTimeout(350);
    await takeScreenshot(dark, 'adjustment-form-phone-dark');
    expect(await violations(dark)).toEqual([]);
  });

  it('logs nothing to the console', () => expect(pageErrors.flat()).toEqual([]));
});
