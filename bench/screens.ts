import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { type Browser, chromium, type Page, type Request } from 'playwright-core';
import { type Role, roles } from '../contract/entities/user.ts';
import { can } from '../contract/permissions.ts';
import { migrate } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/open.ts';
import { loadDemo } from '../server/demo/loadDemo.ts';
import { createPasswords } from '../server/domain/session/passwords.ts';
import { todayIn } from '../server/domain/shared/clock.ts';
import { ask, json, startServer } from '../soak/support/server.ts';
import { routes } from '../src/app/routes.ts';
import type { Result } from './result.ts';

const PASSWORD = 'four clouds over a lake';
const ROUNDS = 20;
/** The goal for a screen's first answer (stack.md). */
const LIMIT_MS = 150;
const SHOWN = 12;
/** A page has finished asking after this long without a request. */
const QUIET_MS = 1500;
const MAX_WAIT_MS = 60_000;
/** The stream of live changes, which stays open. */
const STREAM = '/api/v1/stream';
const accounts: Readonly<Record<Role, string>> = {
  admin: 'admin',
  vp_sales: 'vp',
  sales_manager: 'manager',
  salesperson: 'sales',
  finance: 'finance',
  events_manager: 'events',
};
/** Views of screens beyond their first one: searches, long periods and other tabs. */
const furtherAddresses = [
  '/commissions?search=mesa',
  '/commissions?period=year',
  '/commissions?period=year&search=school',
  '/invoices?search=mesa',
  '/payments?search=mesa',
  '/payments?view=bank',
  '/deals?search=mesa',
  '/events?search=mesa',
  '/dashboard/team?period=year',
  '/dashboard/individual?period=year',
  '/plans?period=year',
  '/analytics?period=year',
  '/approvals?status=approved',
];

type Measured = Readonly<{ role: Role; path: string; p95: number; bytes: number }>;

/** The addresses that a role can open; pages of single records are opened for the first one. */
const addressesOf = (role: Role): string[] => {
  const actor = { id: '', role };
  const own = routes.filter(({ permission }) => can(actor, permission));
  const isAllowed = (address: string): boolean => own.some(({ path }) => path === address.split('?')[0]);
  return [...own.map(({ path }) => path.replace(':id', '2')), ...furtherAddresses.filter(isAllowed)];
};

/** Opens the address, and waits until the page has asked for everything that it shows. */
const listenTo = async (page: Page, address: string, heard: (path: string) => void): Promise<void> => {
  let lastRequestAt = performance.now();
  const inFlight = new Set<Request>();
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!url.pathname.startsWith('/api/') || url.pathname === STREAM) return;
    lastRequestAt = performance.now();
    inFlight.add(request);
    if (request.method() === 'GET') heard(`${url.pathname}${url.search}`);
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

/** All GETs that the role's screens make. */
const requestsOf = async (browser: Browser, url: string, role: Role, tokens: object): Promise<string[]> => {
  const paths = new Set<string>();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US', timezoneId: 'America/Phoenix' });
  await context.addInitScript((stored) => void Object.assign(localStorage, stored), tokens);
  for (const address of addressesOf(role)) {
    const page = await context.newPage();
    await listenTo(page, `${url}${address}`, (path) => void paths.add(path));
    await page.close();
  }
  await context.close();
  return [...paths];
};

const measure = async (url: string, path: string, token: string): Promise<Readonly<{ p95: number; bytes: number }>> => {
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = performance.now();
    const answer = await ask(`${url}${path}`, { token });
    times.push(performance.now() - from);
    bytes = answer.text.length;
  }
  return { p95: times.sort((a, b) => a - b)[Math.ceil(ROUNDS * 0.95) - 1] ?? 0, bytes };
};

const measureRole = async (browser: Browser, url: string, role: Role): Promise<Measured[]> => {
  const login = await ask(`${url}/api/v1/auth/login`, {
    method: 'POST',
    body: { email: `${accounts[role]}@bench.test`, password: PASSWORD },
  });
  const { access_token, refresh_token } = json<{ access_token: string; refresh_token: string }>(login);
  const paths = await requestsOf(browser, url, role, { token: access_token, refresh_token });
  const measured: Measured[] = [];
  for (const path of paths) measured.push({ role, path, ...(await measure(url, path, access_token)) });
  return measured.sort((a, b) => b.p95 - a.p95);
};

/** Asks every GET that a screen makes, as each role, of a company that is loaded already. */
export const measureScreens = async (databaseUrl: string): Promise<Result[]> => {
  const server = await startServer({ DATABASE_URL: databaseUrl });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox'],
  });
  const results: Result[] = [];
  try {
    for (const role of roles) {
      const measured = await measureRole(browser, server.url, role);
      const slow = measured.filter(({ p95 }) => p95 > LIMIT_MS).length;
      console.log(`screens: ${role}: ${measured.length} requests, ${slow} above ${LIMIT_MS} ms`);
      for (const { path, p95, bytes } of measured.slice(0, SHOWN))
        console.log(`${p95.toFixed(0).padStart(7)} ms ${String(Math.round(bytes / 1000)).padStart(5)} kB  ${path}`);
      results.push({ what: `slowest GET of a screen as ${role}, p95, ms`, value: measured[0]?.p95 ?? 0, limit: LIMIT_MS });
      results.push({ what: `GETs of screens as ${role} above ${LIMIT_MS} ms`, value: slow, limit: 0 });
    }
  } finally {
    await browser.close();
    await server.stop();
  }
  return results;
};

/** The demo company with `records` invoices, on PostgreSQL. */
export const loadCompany = async (databaseUrl: string, records: number): Promise<void> => {
  const db = await openDatabase({ databaseUrl, dataDir: '' });
  await migrate(db);
  await loadDemo(db, {
    today: todayIn('America/Phoenix', new Date()),
    now: new Date(),
    scale: records / 12_000,
    passwordHash: await createPasswords().hash(PASSWORD),
    progress: (text) => console.log(text),
  });
  // The server refuses to start with the demo company's public accounts.
  await db.script("update users set email = replace(email, '@demo.test', '@bench.test')");
  await db.script('vacuum analyze');
  await db.close();
};

/** The p95 of every GET that a screen makes, as each role, with `records` invoices on PostgreSQL. */
export const benchScreens = async (serverUrl: string, records: number): Promise<Result[]> => {
  const name = `quotaboard_screens_${process.pid}`;
  const inServer = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await inServer(`create database "${name}"`);
  try {
    const databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
    await loadCompany(databaseUrl, records);
    return await measureScreens(databaseUrl);
  } finally {
    await inServer(`drop database if exists "${name}" with (force)`);
  }
};
