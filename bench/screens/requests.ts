import { performance } from 'node:perf_hooks';
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import { type Role, roles } from '../../contract/entities/user.ts';
import { can } from '../../contract/permissions.ts';
import { periodAt } from '../../contract/rules/time/period.ts';
import { todayIn } from '../../server/domain/shared/clock.ts';
import { startServer } from '../../soak/support/server.ts';
import { routes } from '../../src/app/routes.ts';
import { signIn, withoutOwnId } from './company.ts';

/** Pages open at the same time. */
const TABS = 3;
/** A page counts as loaded after this long without a request. */
const QUIET_MS = 1000;
const MAX_WAIT_MS = 15_000;
/** The stream of live changes, which stays open. */
const STREAM = '/api/v1/stream';
const year = periodAt('year', todayIn('America/Phoenix', new Date()));
/** Extends a URL to the current year. */
const ofYear = (address: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}period=year&start=${year.start_date}&end=${year.end_date}`;
/** Views of screens beyond their first one: searches, filters, long periods and other tabs. */
const furtherAddresses = [
  '/commissions?search=mesa',
  ofYear('/commissions'),
  ofYear('/commissions?search=school'),
  '/invoices?search=mesa',
  '/invoices?status=paid',
  '/invoices?status=overdue',
  '/payments?search=mesa',
  '/payments?view=bank',
  '/deals?search=mesa',
  '/events?search=mesa',
  ofYear('/dashboard/team'),
  ofYear('/dashboard/individual'),
  ofYear('/plans'),
  ofYear('/analytics'),
  ofYear('/forecast'),
  '/approvals?status=approved',
];
/** Requests of the command palette, which every role has. */
const paletteRequests = ['m', 'mesa', '21'].map((text) => `/api/v1/search?q=${text}`);

/** The URLs that a role can open; pages of single records are opened for the record with id 2. */
const addressesOf = (role: Role): string[] => {
  const actor = { id: '', role };
  const own = routes.filter(({ permission }) => can(actor, permission));
  const isAllowed = (address: string): boolean => own.some(({ path }) => path === address.split('?')[0]);
  return [...own.map(({ path }) => path.replace(':id', '2')), ...furtherAddresses.filter(isAllowed)];
};

/** Opens the URL, and waits until the page has requested everything that it shows. */
const listenTo = async (page: Page, address: string, onGet: (path: string) => void): Promise<void> => {
  let lastRequestAt = performance.now();
  const inFlight = new Set<Request>();
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!url.pathname.startsWith('/api/') || url.pathname === STREAM) return;
    lastRequestAt = performance.now();
    inFlight.add(request);
    if (request.method() === 'GET') onGet(`${url.pathname}${url.search}`);
  });
  const settle = (request: Request): void => {
    inFlight.delete(request);
    lastRequestAt = performance.now();
  };
  page.on('requestfinished', settle);
  page.on('requestfailed', settle);
  const from = performance.now();
  await page.goto(address);
  while (performance.now() - from < MAX_WAIT_MS && (inFlight.size > 0 || performance.now() - lastRequestAt < QUIET_MS))
    await page.waitForTimeout(100);
};

const listenInTabs = async (context: BrowserContext, addresses: string[], onGet: (path: string) => void): Promise<void> => {
  for (let address = addresses.shift(); address !== undefined; address = addresses.shift()) {
    const page = await context.newPage();
    await listenTo(page, address, onGet);
    await page.close();
  }
};

/** All GETs that the role's screens make. */
const requestsOf = async (browser: Browser, url: string, role: Role): Promise<string[]> => {
  const { access_token, refresh_token, id } = await signIn(url, role);
  const paths = new Set<string>(paletteRequests);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US', timezoneId: 'America/Phoenix' });
  await context.addInitScript((stored) => void Object.assign(localStorage, stored), { token: access_token, refresh_token });
  const addresses = addressesOf(role).map((address) => `${url}${address}`);
  const tabs = Array.from({ length: TABS }, () => listenInTabs(context, addresses, (path) => void paths.add(withoutOwnId(path, id))));
  await Promise.all(tabs);
  await context.close();
  return [...paths];
};

/**
 * The GETs that the screens send for each role, recorded in the browser. Uses a small company, because a screen of a large one may wait for
 * minutes.
 */
export const listenToScreens = async (databaseUrl: string): Promise<ReadonlyMap<Role, readonly string[]>> => {
  const server = await startServer({ DATABASE_URL: databaseUrl });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox'],
  });
  try {
    const requests = new Map<Role, readonly string[]>();
    for (const role of roles) {
      requests.set(role, await requestsOf(browser, server.url, role));
      console.log(`screens: ${role} makes ${requests.get(role)?.length} different GETs`);
    }
    return requests;
  } finally {
    await browser.close();
    await server.stop();
  }
};
