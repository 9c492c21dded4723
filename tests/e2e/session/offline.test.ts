import { once } from 'node:events';
import { createServer, type Server, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { openBrowser, openContext, pageErrorsOf, takeScreenshot } from '../support/browser.ts';
import { emails, firstInvoice, password } from '../support/people.ts';

let browser: Browser;
let context: BrowserContext;
let page: Page;
let proxy: Server;
let url: string;
/** True while the proxy drops every request; the browser's own offline mode doesn't affect the service worker's requests. */
let isCut = false;
const NEW_FILE = '/assets/newer-build.css';
/** Changes the HTML that the server returns, as a new build does. */
let rewriteHtml = (html: string): string => html;
/** True if requests get no response and their connection stays open. */
let isHanging = false;
/** True if the proxy serves the new build's files. */
let hasNewFiles = false;

beforeAll(async () => {
  browser = await openBrowser();
  const target = new URL(inject('appUrl'));
  proxy = createServer((request, response) => {
    if (isCut) return void request.socket.destroy();
    if (isHanging) return;
    if (hasNewFiles && request.url === NEW_FILE) return void response.writeHead(200, { 'content-type': 'text/css' }).end();
    const headers = { ...request.headers, 'accept-encoding': 'identity' };
    const { method, url: path } = request;
    request.pipe(
      send({ host: target.hostname, port: target.port, method, path, headers }, (answer) => {
        const isPage = String(answer.headers['content-type']).startsWith('text/html');
        const { 'content-length': _, ...others } = answer.headers;
        response.writeHead(answer.statusCode ?? 500, others);
        if (!isPage) return void answer.pipe(response);
        let html = '';
        answer.on('data', (chunk: Buffer) => (html += chunk.toString()));
        answer.on('end', () => response.end(rewriteHtml(html)));
      }).on('error', () => response.destroy()),
    );
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await browser.close();
  proxy.closeAllConnections();
  proxy.close();
});
beforeEach(async () => {
  isCut = false;
  isHanging = false;
  hasNewFiles = false;
  rewriteHtml = (html) => html;
  context = await openContext(browser);
  page = await context.newPage();
});
afterEach(() => context.close());

const signIn = async (email: string, path: string, remembered: boolean): Promise<void> => {
  await page.goto(`${url}${path}`);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  if (remembered) await page.getByLabel('Remember me').check();
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
};
const cutConnection = async (): Promise<void> => {
  isCut = true;
  proxy.closeAllConnections();
};
const bar = () => page.locator('.offline-bar');
/** The stored caches, and whether a worker is registered. */
const storedOn = (): Promise<{ names: string[]; workers: number }> =>
  page.evaluate(async () => ({
    names: (await caches.keys()).map((name) => name.replace(/^quotaboard-(\w+)-.*/, '$1')).sort(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));
const filesStored = (): Promise<number> =>
  page.evaluate(async () => {
    const name = (await caches.keys()).find((one) => one.startsWith('quotaboard-app-'));
    return name ? (await (await caches.open(name)).keys()).length : 0;
  });
/** Waits until the code of all offline pages is stored. */
const waitUntilStored = async (): Promise<void> => {
  await expect.poll(storedOn).toEqual({ names: ['app', 'figures'], workers: 1 });
  let last = -1;
  await expect
    .poll(
      async () => {
        const count = await filesStored();
        const isSettled = count === last && count > 40;
        last = count;
        return isSettled;
      },
      { interval: 2500, timeout: 40_000 },
    )
    .toBe(true);
};

describe('the app without a network (decisions 8.09)', () => {
  it('reopens visited pages after a reload, with their time, and sends nothing', async () => {
    await signIn(emails.salesperson, '/commissions', true);
    const first = await firstInvoice(page);
    await page.goto(`${url}/dashboard/individual`);
    await page
      .getByText(/^\$[\d,]+\.\d\d$/)
      .first()
      .waitFor();
    await waitUntilStored();
    await cutConnection();
    const pageErrors = pageErrorsOf(page);
    await page.goto(`${url}/commissions`);
    expect(await firstInvoice(page)).toBe(first);
    await expect.poll(() => bar().innerText()).toMatch(/Offline: figures as of \w{3} \d+, \d+:\d\d [AP]M/);
    await takeScreenshot(page, 'offline-commissions');
    await page.goto(`${url}/dashboard/individual`);
    await page
      .getByText(/^\$[\d,]+\.\d\d$/)
      .first()
      .waitFor();
    await bar().waitFor();
    await takeScreenshot(page, 'offline-performance');
    expect(pageErrors).toEqual([]);
    isCut = false;
    await page.getByRole('button', { name: 'Show current figures' }).click({ timeout: 20_000 });
    await expect.poll(() => bar().count()).toBe(0);
  });

  it('opens after four seconds on a network that hangs', async () => {
    await signIn(emails.salesperson, '/commissions', true);
    const first = await firstInvoice(page);
    await waitUntilStored();
    isHanging = true;
    await page.goto(`${url}/commissions`);
    expect(await firstInvoice(page)).toBe(first);
    await expect.poll(() => bar().innerText(), { timeout: 20_000 }).toMatch(/Offline: figures as of/);
    isHanging = false;
    proxy.closeAllConnections();
    await page.getByRole('button', { name: 'Show current figures' }).click({ timeout: 20_000 });
    await expect.poll(() => bar().count()).toBe(0);
  });

  it('works online on a device with full storage', async () => {
    await signIn(emails.salesperson, '/commissions', true);
    await firstInvoice(page);
    await expect.poll(storedOn).toEqual({ names: ['app', 'figures'], workers: 1 });
    const worker = context.serviceWorkers()[0];
    await worker?.evaluate(() => {
      const refuse = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
      Cache.prototype.put = refuse;
      Cache.prototype.addAll = refuse;
      Cache.prototype.match = refuse;
    });
    const pageErrors = pageErrorsOf(page);
    await page.goto(`${url}/dashboard/individual`);
    await page
      .getByText(/^\$[\d,]+\.\d\d$/)
      .first()
      .waitFor();
    expect(pageErrors).toEqual([]);
  });

  it('leaves nothing behind after the sign-out', async () => {
    await signIn(emails.salesperson, '/commissions', true);
    await firstInvoice(page);
    await expect.poll(storedOn).toEqual({ names: ['app', 'figures'], workers: 1 });
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.getByLabel('Email address').waitFor();
    await expect.poll(storedOn).toEqual({ names: [], workers: 0 });
  });

  it('stores nothing on a device without a remembered session', async () => {
    await signIn(emails.salesperson, '/commissions', false);
    await firstInvoice(page);
    expect(await storedOn()).toEqual({ names: [], workers: 0 });
    await cutConnection();
    // The open tab still works.
    await page.getByRole('link', { name: 'My Performance' }).click();
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await bar().waitFor();
  });

  it('replaces the stored app on the next online visit', async () => {
    await signIn(emails.salesperson, '/commissions', true);
    await firstInvoice(page);
    await expect.poll(filesStored).toBeGreaterThan(10);
    rewriteHtml = (html) => html.replace('</head>', `<link rel="prefetch" href="${NEW_FILE}"></head>`);
    const completeApps = () =>
      page.evaluate(async () => {
        const complete: boolean[] = [];
        for (const name of await caches.keys())
          if (name.startsWith('quotaboard-app-') && (await (await caches.open(name)).match('/')))
            complete.push(name.includes('newer-build'));
        return complete;
      });
    await page.reload();
    await firstInvoice(page);
    // The new build is incomplete, so the old one stays.
    await page.waitForTimeout(1500);
    expect(await completeApps()).toEqual([false]);
    hasNewFiles = true;
    await page.reload();
    await firstInvoice(page);
    await expect.poll(completeApps).toEqual([true]);
    let loads = 0;
    page.on('load', () => (loads += 1));
    await page.waitForTimeout(1500);
    expect(loads).toBe(0);
  });

  it('keeps the input when the network drops during an edit', async () => {
    await signIn(emails.salesperson, '/deals', false);
    await page.getByRole('button', { name: 'New Deal' }).first().click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('textbox').first();
    await field.fill('1234');
    await cutConnection();
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await bar().waitFor();
    await takeScreenshot(page, 'offline-edit');
    expect(await field.inputValue()).toBe('1234');
  });
});
