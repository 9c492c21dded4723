import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Product } from './product.ts';
import type { Result } from './result.ts';

const QUIET_MS = 1000;

/** Size of the body in bytes after gzip. */
const gzipBytes = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip', accept: 'text/html,*/*' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => resolve(bytes));
    }).on('error', reject);
  });

/** Everything a cold visit loads: page, scripts, styles, fonts. API responses don't count as bytes of the app. */
const coldVisit = async (page: Page, url: string, settled: (page: Page) => Promise<void>): Promise<{ requests: number; kB: number }> => {
  const seen = new Set<string>();
  let last = Date.now();
  page.on('request', (request) => {
    if (!request.url().startsWith('http') || request.url().includes('/api/')) return;
    seen.add(request.url());
    last = Date.now();
  });
  // An open stream would keep the network from ever becoming idle.
  await page.route('**/api/v1/stream*', (route) => route.fulfill({ status: 403, json: {} }));
  await page.goto(url);
  await settled(page);
  // Waits for a quiet period, because the network never becomes idle while the change stream is open.
  while (Date.now() - last < QUIET_MS) await pause(50);
  const sizes = await Promise.all([...seen].map(gzipBytes));
  return { requests: seen.size, kB: sizes.reduce((sum, size) => sum + size, 0) / 1000 };
};

/**
 * Cold gzipped bytes of login, commissions and events, compared with the mission's limits and a measured peer (sakai-react: 729 kB, 1117
 * kB).
 */
export const benchBytes = async ({ url }: Pick<Product, 'url'>): Promise<Result[]> => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const openContext = async (): Promise<BrowserContext> => {
    const context = await browser.newContext();
    // In the browser suite, the page uses the server's clock (scripts/clock.mjs).
    if (process.env.PAGE_CLOCK) await context.addInitScript(process.env.PAGE_CLOCK);
    return context;
  };
  try {
    const login = await coldVisit(await (await openContext()).newPage(), `${url}/login`, (page) =>
      page.getByLabel('Email address').waitFor(),
    );
    const answer = await fetch(`${url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'finance@demo.test', password: process.env.DEMO_PASSWORD ?? 'try-quotaboard-26' }),
    });
    const { access_token } = (await answer.json()) as { access_token: string };
    const signedIn = async (path: string) => {
      const context = await openContext();
      await context.addInitScript((token) => localStorage.setItem('token', token), access_token);
      return coldVisit(await context.newPage(), `${url}${path}`, (page) => page.getByRole('gridcell').nth(9).waitFor());
    };
    const commissions = await signedIn('/commissions');
    const events = await signedIn('/events');
    return [
      { what: 'login, cold gz kB', value: login.kB, limit: 165, peer: 729 },
      { what: 'login, requests', value: login.requests, limit: 7 },
      { what: 'commissions, cold gz kB', value: commissions.kB, limit: 256, peer: 1117 },
      { what: 'commissions, requests', value: commissions.requests },
      { what: 'events, cold gz kB', value: events.kB, limit: 256, peer: 1117 },
      { what: 'events, requests', value: events.requests },
    ];
  } finally {
    await browser.close();
  }
};
