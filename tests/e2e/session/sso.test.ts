import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../../server/db/migrate.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { type RunningServer, startServer } from '../../../server/server.ts';
import { readEnvironment } from '../../../server/start/environment.ts';
import { issuerEnv, startIssuer, type TestIssuer } from '../../server/support/issuer.ts';
import { addPerson, PASSWORD } from '../../server/support/testApp.ts';
import { openBrowser, openContext, pageErrorsOf, takeScreenshot } from '../support/browser.ts';
import { signIn } from '../support/people.ts';

const MINUTE = 60_000;
const accounts = {
  fay: { email: 'finance@acme.test', email_verified: true },
  stranger: { email: 'stranger@acme.test', email_verified: true },
};
const dataDir = mkdtempSync(join(tmpdir(), 'quotaboard sso '));
let browser: Browser;
let context: BrowserContext;
let page: Page;
let issuer: TestIssuer;
let server: RunningServer;
let startedAt: number;

const freePort = async (): Promise<number> => {
  const held = createServer().listen(0, '127.0.0.1');
  await once(held, 'listening');
  const { port } = held.address() as AddressInfo;
  held.close();
  return port;
};

/** A live company on an embedded database. */
const prepareCompany = async (): Promise<void> => {
  const db = await openDatabase({ dataDir });
  await migrate(db);
  for (const role of ['admin', 'finance', 'salesperson'] as const) await addPerson(db as never, { email: `${role}@acme.test`, role });
  await sql`update general_settings set live_at = now()`.execute(db.query);
  await db.close();
};

beforeAll(async () => {
  browser = await openBrowser();
  await prepareCompany();
  const port = await freePort();
  const appUrl = `http://127.0.0.1:${port}`;
  startedAt = performance.now();
  issuer = await startIssuer({ accounts, appUrl });
  const env = { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'silent', ENCRYPTION_KEY: randomBytes(32).toString('base64') };
  const config = readEnvironment({ ...env, ...issuerEnv(issuer, appUrl, { OIDC_PASSWORDS: 'admins' }) }, []);
  server = await startServer({ config, webRoot: resolve('dist/web'), print: () => {} });
}, 5 * MINUTE);
afterAll(async () => {
  await browser.close();
  await server.close();
  await issuer.down();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  context = await openContext(browser);
  page = await context.newPage();
});
afterEach(() => context.close());

const openIssuer = () => page.getByRole('button', { name: 'Sign in with Acme ID' }).click();
/** Fills in the issuer's own sign-in page. */
const signInAtIssuer = async (login: string): Promise<void> => {
  await page.waitForURL((address) => address.origin === issuer.url);
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
};

describe('single sign-on in the browser', () => {
  it('decisions 4.15: leads from the button through the issuer to the requested page, and out through the issuer, in less than five minutes', async () => {
    const pageErrors = pageErrorsOf(page);
    const addresses: string[] = [];
    page.on('framenavigated', (frame) => addresses.push(frame.url()));
    await page.goto(`${server.url}/payments?period=year`);
    // The settings add the button and remove the password note.
    await page.getByRole('button', { name: 'Sign in with Acme ID' }).waitFor();
    expect(await page.getByText('Forgot your password?').count()).toBe(0);
    await takeScreenshot(page, 'login-sso');
    await openIssuer();
    await signInAtIssuer('fay');
    await page.waitForURL((address) => address.pathname === '/payments');
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    expect(performance.now() - startedAt).toBeLessThan(5 * MINUTE);
    // No URL of the app ever contained a code or a token.
    expect(addresses.filter((address) => address.startsWith(server.url) && /code=|at_|rt_|#/.test(address))).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toMatch(/^at_/);

    await page.goto(`${server.url}/profile`);
    await page.getByRole('button', { name: 'Edit' }).waitFor();
    expect(await page.getByRole('button', { name: 'Change Password' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL((address) => address.origin === issuer.url);
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await page.waitForURL(`${server.url}/login`);
    expect(await page.evaluate(() => localStorage.length === 0 || localStorage.getItem('token') === null)).toBe(true);
    expect(pageErrors).toEqual([]);
  });

  it('decisions 4.15: explains a refusal above the form, and Back from the issuer returns to the form', async () => {
    await page.goto(`${server.url}/login`);
    await openIssuer();
    await page.waitForURL((address) => address.origin === issuer.url);
    await page.goBack();
    await openIssuer();
    await signInAtIssuer('stranger');
    await page.getByText('There is no account with your email address.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    await takeScreenshot(page, 'login-sso-refused');
    await signIn(page, `${server.url}/login`, 'salesperson@acme.test', PASSWORD);
    await page.getByText('Passwords are switched off for your account. Sign in with Acme ID.').waitFor();
    await signIn(page, `${server.url}/login`, 'admin@acme.test', PASSWORD);
    await page.waitForURL((address) => address.pathname === '/dashboard/team');
  });

  it('decisions 4.15: names an issuer that is down, and the next try works', async () => {
    await page.goto(`${server.url}/login`);
    // The issuer's description is cached for ten minutes.
    await openIssuer();
    await page.waitForURL((address) => address.origin === issuer.url);
    await issuer.down();
    await page.goto(`${server.url}/login/sso`);
    await page.getByText('This sign-in took too long, or was used already. Try again.').waitFor();
    await issuer.up();
    await openIssuer();
    await signInAtIssuer('fay');
    await page.waitForURL((address) => address.pathname === '/commissions');
    // Reloading the return page continues the session that began there.
    await page.goto(`${server.url}/login/sso`);
    await page.waitForURL((address) => address.pathname === '/commissions');
  });
});
