import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { violations } from './support/axe.ts';
import { openBrowser, openContext, pageErrorsOf, takeScreenshot } from './support/browser.ts';
import { companyToday } from './support/day.ts';
import { emails, signInByApi } from './support/people.ts';

const url = inject('appUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** A day of this month in US notation, which a European reader would take for a different day. */
const ambiguousDate = (day: string): string => {
  const month = day.slice(5, 7);
  return `${month}/${month === '05' ? '06' : '05'}/${day.slice(0, 4)}`;
};
const panel = (page: Page) => page.getByRole('dialog');
const accept = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name }).last().click();
};

it.each(['desktop', 'phone'] as const)(
  'decisions 7.05, 8.02: finance imports a file, sees its quarantine and undoes the import: %s',
  async (size) => {
    const context = await openContext(browser, { size });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const pageErrors = pageErrorsOf(page);
    await signInByApi(page, `${url}/imports`, emails.finance);
    await page.getByRole('heading', { level: 1, name: 'Imports and runs' }).waitFor();
    const look = async (name: string): Promise<void> => {
      await page.waitForTimeout(350);
      await takeScreenshot(page, `imports-${name}-${size}`);
      expect(await violations(page), name).toEqual([]);
    };
    await look('list');
    const footOf = async (name: string): Promise<void> => {
      await look(name);
      const topEdges = await panel(page)
        .locator('.p-dialog-footer button')
        .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
      expect(new Set(topEdges).size, name).toBe(size === 'desktop' ? 1 : 2);
    };
    const day = ambiguousDate(companyToday());
    const number = `E2E-${size}`;
    const rows = [
      'Invoice No,Customer,Invoice Date,Total,Sales Rep',
      `${number}-1,Acme,${day},"1,200.00",${emails.salesperson}`,
      `${number}-2,=Acme,${day},$5,Nobody Known`,
    ];
    await page.getByRole('button', { name: 'New import' }).first().click();
    await panel(page)
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: `${size}.csv`, mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) });
    await look('upload');
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('heading', { name: 'Columns', exact: true }).waitFor();
    await look('columns');
    // After a reload the URL leads back to the run. A file with the same columns was mapped before, so its choices are preselected.
    await page.reload();
    const format = page.getByLabel('Date: How it is written');
    await format.waitFor();
    if (size === 'desktop') {
      expect(await format.inputValue()).toBe('');
      await page.getByRole('button', { name: 'Preview' }).click();
      await panel(page).getByText('Choose how Date is written.').first().waitFor();
      await format.selectOption('mdy');
    } else await page.getByText('These choices were remembered from a file of the same shape.').waitFor();
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('heading', { name: 'Changes for each person' }).waitFor();
    await panel(page).getByText('Nobody is called "Nobody Known".').waitFor();
    await footOf('preview');
    await page.getByRole('button', { name: 'Start import' }).press('Enter');
    await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
    // The step removed its own button; the keyboard focus stays within the panel.
    await page.waitForFunction(() => document.activeElement?.closest('.imports-run') !== null);
    await page.getByRole('button', { name: 'Retry row 3' }).waitFor();
    await footOf('quarantine');
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download as CSV' }).click()]);
    expect(readFileSync(await file.path(), 'utf8')).toContain(`${number}-2,'=Acme,${day},$5,Nobody Known,3,Sales Rep,`);
    const undo = page.getByRole('button', { name: 'Undo the whole import' });
    await undo.click();
    await page.getByText(`Undo everything that ${size}.csv wrote?`).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.activeElement?.textContent === 'Undo the whole import');
    await undo.click();
    await page.getByText(`Undo everything that ${size}.csv wrote?`).waitFor();
    await accept(page, 'Undo the whole import');
    await page.getByText('Everything this import wrote was undone.').waitFor();
    await look('undone');
    expect(pageErrors).toEqual([]);
    await context.close();
  },
);

it('decisions 8.02: after a file is discarded, keyboard users continue at the list', async () => {
  const context = await openContext(browser);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await signInByApi(page, `${url}/imports`, emails.finance);
  await page.getByRole('button', { name: 'New import' }).first().click();
  await panel(page)
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'unwanted.csv', mimeType: 'text/csv', buffer: Buffer.from('Invoice No,Customer\n1,Acme') });
  await page.getByRole('button', { name: 'Upload' }).click();
  await panel(page).getByRole('button', { name: 'Discard' }).press('Enter');
  await page.getByText('Discard unwanted.csv?').waitFor();
  await accept(page, 'Discard');
  await page.getByText('unwanted.csv was discarded.').waitFor();
  await page.getByRole('gridcell', { name: 'unwanted.csv' }).waitFor({ state: 'detached' });
  // The focus must stay there once closing and loading have finished.
  await page.waitForTimeout(500);
  expect(await page.evaluate(() => document.activeElement?.closest('.imports') != null)).toBe(true);
  await context.close();
});

it('decisions 7.07: a salesperson is refused, and their menu does not list it', async () => {
  const context = await openContext(browser);
  const page = await context.newPage();
  await signInByApi(page, `${url}/imports`, emails.salesperson);
  await page.waitForURL((address) => !address.pathname.includes('login'));
  await page.goto(`${url}/imports`);
  await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
  expect(await page.getByRole('link', { name: 'Imports and runs' }).count()).toBe(0);
  await context.close();
});
