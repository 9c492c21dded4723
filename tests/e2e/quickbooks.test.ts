import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { migrate } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/open.ts';
import { createPasswords } from '../../server/domain/session/passwords.ts';
import { freePort } from '../../soak/support/postgres.ts';
import { type Started, startServer } from '../../soak/support/server.ts';
import { type QuickBooksStandIn, startQuickBooks } from '../stand-ins/quickbooks/index.ts';
import { openBrowser, openContext, pageErrorsOf } from './support/browser.ts';
import { signInByApi } from './support/people.ts';

const [EMAIL, PASSWORD] = ['ada@example.test', 'four clouds over a lake'];
const dataDir = mkdtempSync(join(tmpdir(), 'quotaboard-popup-'));
let browser: Browser;
let vendor: QuickBooksStandIn;
let server: Started;

/** A separate company with one admin, on a server configured with the address of the QuickBooks stand-in. */
beforeAll(async () => {
  vendor = await startQuickBooks();
  vendor.company('4620816365000000001', 'Acme Books');
  const db = await openDatabase({ databaseUrl: '', dataDir });
  await migrate(db);
  await db.script('update general_settings set live_at = now()');
  const password_hash = await createPasswords().hash(PASSWORD);
  await db.query
    .insertInto('users')
    .values({ first_name: 'Ada', last_name: 'Admin', email: EMAIL, role: 'admin', password_hash })
    .execute();
  await db.close();
  const port = await freePort();
  server = await startServer({ DATA_DIR: dataDir, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, ...vendor.env });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await vendor.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The tab, and the vendor's window that Connect opens. */
const connect = async (suffix: string, prepare: (page: Page) => Promise<unknown> = async () => {}) => {
  const context = await openContext(browser);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await prepare(page);
  const pageErrors = pageErrorsOf(page);
  await signInByApi(page, `${server.url}/admin/settings`, EMAIL, PASSWORD);
  await page.getByRole('tab', { name: 'Connections' }).click();
  await page.getByRole('tab', { name: 'QuickBooks' }).click();
  await page.getByRole('button', { name: 'Add QuickBooks Integration' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Connect QuickBooks' });
  await dialog.getByLabel('Invoice suffix').fill(suffix.toLowerCase());
  const opened = page.waitForEvent('popup');
  await dialog.getByRole('button', { name: 'Connect' }).click();
  const popup = await opened;
  await popup.getByRole('heading', { name: 'Connect to QuickBooks' }).waitFor();
  return { context, page, dialog, popup, pageErrors };
};

describe('the QuickBooks window (spec 2.53, 9.12) ends in four ways', () => {
  it('denied: the dialog says so, and the window closes', async () => {
    const { context, dialog, popup } = await connect('NO1');
    await popup.getByRole('link', { name: 'Cancel' }).click();
    await dialog.getByText('Access was not granted in QuickBooks.').waitFor();
    await expect.poll(() => popup.isClosed()).toBe(true);
    await context.close();
  });

  it('closed before sign-in finished: the dialog says so, and Try again opens another one', async () => {
    const { context, page, dialog, popup } = await connect('NO2');
    await popup.close();
    await dialog.getByText('The QuickBooks window was closed before sign-in was finished').waitFor();
    const opened = page.waitForEvent('popup');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await (await opened).getByRole('heading', { name: 'Connect to QuickBooks' }).waitFor();
    await context.close();
  });

  it('never finished: it is given up and closed after five minutes', async () => {
    const { context, page, dialog, popup } = await connect('NO3', (page) => page.clock.install());
    await page.clock.runFor(limits.connections.popupMs - 30_000);
    expect(popup.isClosed()).toBe(false);
    await page.clock.runFor(30_000);
    await dialog.getByText('QuickBooks was not connected within 5 minutes. Try again.').waitFor();
    await expect.poll(() => popup.isClosed()).toBe(true);
    await context.close();
  });

  it('authorised: the window closes by itself, the page says so, and the list shows the company', async () => {
    const { context, page, popup, pageErrors } = await connect('YES');
    await popup.getByRole('link', { name: 'Connect Acme Books' }).click();
    await page.getByText('QuickBooks is connected.').waitFor();
    await page.getByRole('region', { name: 'Acme Books' }).waitFor();
    await expect.poll(() => popup.isClosed()).toBe(true);
    expect(pageErrors).toEqual([]);
    await context.close();
  });
});
