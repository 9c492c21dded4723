import { Secret, TOTP } from 'otpauth';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { openBrowser, openContext, pageErrorsOf, takeScreenshot } from '../support/browser.ts';
import { emails, password, signIn } from '../support/people.ts';

const STEP_MS = 30_000;
/** Passkeys need a host name instead of an IP address. */
const url = inject('appUrl').replace('127.0.0.1', 'localhost');
let browser: Browser;
let context: BrowserContext;
let page: Page;
let pageErrors: string[];
let secret: string;
let lastStep = 0;

beforeAll(async () => {
  browser = await openBrowser();
  context = await openContext(browser);
  page = await context.newPage();
  pageErrors = pageErrorsOf(page);
});
afterAll(() => browser.close());
afterEach(() => expect(pageErrors.splice(0)).toEqual([]));

/** The authenticator app's code by the server's clock. A code works only once, so this may be the next period's. */
const nextCode = async (): Promise<string> => {
  const now = Math.floor((await page.evaluate(() => Date.now())) / STEP_MS);
  lastStep = Math.max(now, lastStep + 1);
  while (lastStep > Math.floor((await page.evaluate(() => Date.now())) / STEP_MS) + 1) await page.waitForTimeout(500);
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: lastStep * STEP_MS });
};
const openSecurity = async (): Promise<void> => {
  await page.goto(`${url}/settings`);
  await page.getByRole('tab', { name: 'Privacy and Security' }).click();
  await page.getByRole('heading', { name: 'Second factor' }).waitFor();
};
const signOut = async (): Promise<void> => {
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await page.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
};
const isInside = () => page.getByRole('navigation', { name: 'Main' }).waitFor();

describe('a second factor (decisions 4.16)', () => {
  it('is set up with a QR code, the first code and recovery codes', async () => {
    await signIn(page, `${url}/login`, emails.events_manager);
    await isInside();
    await openSecurity();
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByLabel('Current password').fill(password);
    await page.keyboard.press('Enter');
    await page.getByAltText('QR code for your authenticator app').waitFor();
    secret = await page.getByLabel('Or enter this key by hand').inputValue();
    await takeScreenshot(page, 'second-factor-scan');
    await page.getByLabel('Code', { exact: true }).pressSequentially(await nextCode());
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
    expect(await page.locator('.factor-codes li').count()).toBe(10);
    await takeScreenshot(page, 'second-factor-codes');
    await page.getByRole('button', { name: 'I saved them' }).click();
    await page.getByText('10 of 10 recovery codes left').waitFor();
    await takeScreenshot(page, 'second-factor-on');
  });

  it('is required at the next sign-in, typed fast and submitted with Enter', async () => {
    await signOut();
    await signIn(page, `${url}/login`, emails.events_manager);
    const field = page.getByLabel('Code', { exact: true });
    await field.waitFor();
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await field.getAttribute('autocomplete')).toBe('one-time-code');
    await takeScreenshot(page, 'second-factor-code');
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await page.getByText('The code is not right').waitFor();
    // The wrong code is selected: typing replaces it.
    await page.keyboard.type(await nextCode());
    await page.keyboard.press('Enter');
    await isInside();
  });

  it('accepts a passkey from a real browser instead', async () => {
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    });
    await openSecurity();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Work laptop');
    await page.keyboard.press('Enter');
    await page.getByText('Passkey “Work laptop” added.').waitFor();
    await page.getByText('never used').waitFor();
    await takeScreenshot(page, 'second-factor-passkey');
    await signOut();
    await signIn(page, `${url}/login`, emails.events_manager);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await isInside();
    await openSecurity();
    await page.getByText(/^Added .* last used/).waitFor();
  });

  it('can be turned off, and then the password alone is enough', async () => {
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('Second factor turned off.').waitFor();
    await signOut();
    await signIn(page, `${url}/login`, emails.events_manager);
    await isInside();
  });
});
