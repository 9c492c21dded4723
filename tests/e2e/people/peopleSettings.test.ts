import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { addDays } from '../../../contract/rules/time/period.ts';
import { violations } from '../support/axe.ts';
import { openBrowser, openContext, pageErrorsOf, takeScreenshot } from '../support/browser.ts';
import { companyToday } from '../support/day.ts';
import { emails, password, signInByApi } from '../support/people.ts';

const url = inject('appUrl');
let browser: Browser;
const contexts: BrowserContext[] = [];
const pageErrors: string[][] = [];

const open = async (path: string, email: string, options: Parameters<typeof openContext>[1] = {}): Promise<Page> => {
  const context = await openContext(browser, options);
  contexts.push(context);
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  pageErrors.push(pageErrorsOf(page));
  await signInByApi(page, `${url}${path}`, email);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
};
/** Resolves with the browser's next dialog text and answers the dialog. */
const nextQuestion = (page: Page, accepts: boolean): Promise<string> =>
  new Promise((resolve) =>
    page.once('dialog', async (nativeDialog) => {
      resolve(nativeDialog.message());
      await (accepts ? nativeDialog.accept() : nativeDialog.dismiss());
    }),
  );
const leave = 'You have unsaved changes. Leave without saving?';

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe('Profile', () => {
  let page: Page;
  beforeAll(async () => {
    page = await open('/profile', emails.finance);
  });

  it('spec 2.62, decisions 4.03: saves the name with its message; the address is read-only', async () => {
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    expect(await page.getByLabel('Email').getAttribute('readonly')).not.toBeNull();
    const name = page.getByLabel('First Name');
    const before = await name.inputValue();
    await name.fill('');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('First name is required').waitFor();
    await name.fill('Fiona-Maria');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('Profile updated successfully!').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: /^Fiona-Maria/ }).waitFor();
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await page.getByLabel('First Name').fill(before);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: new RegExp(`^${before}`) }).waitFor();
  });

  it('asks about unsaved changes on a link, on Back, and when the tab is closed', async () => {
    await page.getByRole('link', { name: 'Commissions' }).click();
    await page.getByRole('heading', { name: 'Commissions', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Account' }).click();
    await page
      .getByRole('link', { name: 'Profile' })
      .or(page.getByRole('menuitem', { name: 'Profile' }))
      .first()
      .click();
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await page.getByLabel('Last Name').fill('Unsaved');
    let question = nextQuestion(page, false);
    await page.getByRole('link', { name: 'Commissions' }).click();
    expect(await question).toBe(leave);
    expect(new URL(page.url()).pathname).toBe('/profile');
    question = nextQuestion(page, false);
    await page.evaluate(() => window.history.back());
    expect(await question).toBe(leave);
    expect(await page.getByLabel('Last Name').inputValue()).toBe('Unsaved');
    expect(new URL(page.url()).pathname).toBe('/profile');
    const closing = new Promise<string>((resolve) =>
      page.once('dialog', (nativeDialog) => void nativeDialog.dismiss().then(() => resolve(nativeDialog.type()))),
    );
    await page.close({ runBeforeUnload: true });
    expect(await closing).toBe('beforeunload');
    question = nextQuestion(page, true);
    await page.getByRole('link', { name: 'Commissions' }).click();
    expect(await question).toBe(leave);
    await page.getByRole('heading', { name: 'Commissions', level: 1 }).waitFor();
  });

  it('spec 5.10: mismatched new passwords are an alert before any call', async () => {
    await page.goto(`${url}/profile`);
    await page.getByRole('button', { name: 'Change Password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change Password' });
    await dialog.getByLabel('Current password').fill(password);
    await dialog.getByLabel('New password', { exact: true }).fill('short');
    await dialog.getByLabel('Confirm new password').fill('other');
    const calls: string[] = [];
    page.on('request', (request) => calls.push(request.url()));
    const question = nextQuestion(page, true);
    await page.keyboard.press('Enter');
    expect(await question).toBe('New passwords do not match');
    expect(calls.filter((call) => call.includes('change-password'))).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
});

describe('Settings', () => {
  let page: Page;
  beforeAll(async () => {
    page = await open('/settings', emails.events_manager);
  });

  it('spec 2.63: saves on the server with a message that disappears after 3 s; another tab keeps its input', async () => {
    await page.getByLabel('Default date range').selectOption('last_90_days');
    await page.getByRole('tab', { name: 'Notifications' }).click();
    await page.getByLabel('How often').selectOption('weekly');
    await page.getByRole('tab', { name: 'Dashboard' }).click();
    expect(await page.getByLabel('Default date range').inputValue()).toBe('last_90_days');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const message = page.getByText('Settings saved successfully!');
    await message.waitFor();
    expect(await violations(page)).toEqual([]);
    await message.waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Notifications' }).click();
    expect(await page.getByLabel('How often').inputValue()).toBe('weekly');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Settings saved successfully!').waitFor();
    await page.reload();
    expect(await page.getByLabel('Default date range').inputValue()).toBe('last_90_days');
  });

  it('Commissions opens with the default date range, unless a link has its own period', async () => {
    const day = (back: number): string => addDays(companyToday(), -back);
    await page.goto(`${url}/commissions`);
    await page.getByRole('heading', { name: 'Commissions', level: 1 }).waitFor();
    await expect.poll(() => new URL(page.url()).search).toContain(`period=custom&start=${day(89)}&end=${day(0)}`);
    await page.goto(`${url}/commissions?period=year&start=2026-01-01&end=2026-12-31`);
    await page.getByRole('button', { name: 'Choose period: 2026' }).waitFor();
  });

  it("decisions 4.04: lists the user's sessions, ends one of them, and exports stored data", async () => {
    const phone = await open('/settings', emails.events_manager, { size: 'phone', dark: true });
    await page.goto(`${url}/settings`);
    await page.getByRole('tab', { name: 'Privacy and Security' }).click();
    await page.getByText('This device').waitFor();
    const ends = page.getByRole('button', { name: /^Sign out there/ });
    const before = await ends.count();
    expect(before).toBeGreaterThan(0);
    await takeScreenshot(page, 'settings-privacy');
    expect(await violations(page)).toEqual([]);
    await ends.first().click();
    await page.getByText('That session is signed out.').waitFor();
    await expect.poll(() => ends.count()).toBe(before - 1);
    if (before > 1) {
      await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
      // decisions 8.01: not a browser dialog.
      const question = page.getByRole('alertdialog', { name: 'Sign out all your other sessions?' });
      await question.getByRole('button', { name: 'Sign out everywhere else' }).click();
      await expect.poll(() => ends.count()).toBe(0);
    }
    await phone.evaluate(() => window.dispatchEvent(new Event('focus')));
    await phone.getByLabel('Email address').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    const data = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as object;
    expect(JSON.stringify(data)).toContain(emails.events_manager);
    expect(JSON.stringify(data)).not.toContain('password_hash');
  });
});

describe('System Settings', () => {
  let page: Page;
  const area = () => page.getByLabel('Commissions configuration (JSON)');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  /** decisions 2.07: effective from a day, confirmed by typing the total. */
  const saveReviewed = async (): Promise<void> => {
    await button('Save').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Today' }).click();
    await dialog.getByRole('button', { name: 'Calculate impact' }).click();
    const hint = dialog.getByText(/^Type -?\$/);
    await hint.waitFor({ timeout: 90_000 });
    await dialog.getByLabel('Type the new total to confirm').fill(((await hint.textContent()) ?? '').replace('Type ', ''));
    await dialog.getByRole('button', { name: /^Save/ }).click();
    await dialog.waitFor({ state: 'detached', timeout: 40_000 });
  };
  beforeAll(async () => {
    page = await open('/admin/settings', emails.admin);
    await page.getByText('Edit plans and rules as JSON').click();
    await area().waitFor();
  });

  it('spec 2.50, 1.03: the company name changes at once in title, brand and login; Save and Cancel are disabled without changes', async () => {
    const before = await page.getByLabel('Company name').inputValue();
    expect(await button('Save').isDisabled()).toBe(true);
    expect(await button('Cancel').isDisabled()).toBe(true);
    for (const name of ['Acme & Söhne', before]) {
      await page.getByLabel('Company name').fill(name);
      await button('Save').click();
      await page.getByText('General settings saved.').waitFor();
      await expect.poll(() => page.title()).toBe(`System Settings · ${name} Dashboard`);
      await page.getByRole('banner').getByText(name).waitFor();
      if (name !== before) {
        const context = await openContext(browser);
        const login = await context.newPage();
        await login.goto(url);
        await login.getByRole('heading', { name: `${name} Dashboard` }).waitFor();
        await context.close();
      }
    }
    expect(await button('Save').isDisabled()).toBe(true);
  });

  it('spec 8.06: an error names its line and links to it, and so does invalid JSON', async () => {
    await area().fill('{\n  "plans": [\n    { "name": "A",\n      "tiers": "many" }\n  ]\n}');
    await button('Save').click();
    const error = page.getByRole('button', { name: /^Line 4: plans\[0\]\.tiers/ });
    await error.click();
    const selected = await area().evaluate((hTMLTextAreaElement: HTMLTextAreaElement) =>
      hTMLTextAreaElement.value.slice(hTMLTextAreaElement.selectionStart, hTMLTextAreaElement.selectionEnd),
    );
    expect(selected).toBe('      "tiers": "many" }');
    await takeScreenshot(page, 'system-settings-errors');
    expect(await violations(page)).toEqual([]);
    await area().fill('{\n  "timezone": "America/Phoenix",,\n}');
    await button('Preview').click();
    await page.getByRole('button', { name: 'Line 2: The configuration is not JSON' }).waitFor();
    await button('Cancel').click();
    await page.getByRole('button', { name: /^Line/ }).waitFor({ state: 'detached' });
  });

  it('decisions 2.07: previews, saves, and restores the previous version from the history with its difference', async () => {
    const before = await area().inputValue();
    const compare = page.getByRole('button', { name: /^Compare with/ });
    const known = await compare.count();
    const changed = JSON.stringify({ ...(JSON.parse(before || '{}') as object), second_approval_over: 777 }, null, 2);
    await area().fill(changed);
    await button('Preview').click();
    // Both versions are fully recomputed.
    await page.getByText(/^(No commission would change|\d+ records of)/).waitFor({ timeout: 40_000 });
    await saveReviewed();
    // The message may still be that of the previous save.
    await expect.poll(() => compare.count(), { timeout: 40_000 }).toBeGreaterThan(known);
    await compare.nth(1).click();
    await page.locator('.text-added').getByText('777').waitFor();
    await takeScreenshot(page, 'system-settings-history');
    expect(await violations(page)).toEqual([]);
    await button('Load into the editor').click();
    expect(await area().inputValue()).toBe(before);
    const question = nextQuestion(page, false);
    await page.getByRole('link', { name: 'User Management' }).click();
    expect(await question).toBe(leave);
    await saveReviewed();
    await expect.poll(() => button('Save').isDisabled()).toBe(true);
  }, 240_000);

  it('applies the theme and density chosen on this device before the first paint of the next visit (look.md, Space)', async () => {
    const page = await open('/settings', emails.finance);
    const readBackground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const readTextColor = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).color);
    await page.getByRole('radio', { name: 'Dark' }).click();
    expect(await readBackground()).toBe('rgb(15, 19, 25)');
    await page.getByRole('radio', { name: 'Comfortable' }).click();
    expect(await violations(page)).toEqual([]);
    await takeScreenshot(page, 'settings-appearance');
    // With the app's scripts blocked, only the page's inline script can set the color scheme.
    await page.route('**/assets/**', (route) => route.abort());
    await page.goto(`${url}/payments`);
    expect(await page.locator('.frame-waiting').evaluate((frame) => getComputedStyle(frame).backgroundColor)).toBe('rgb(15, 19, 25)');
    await page.unroute('**/assets/**');
    await page.goto(`${url}/payments`);
    const row = page.getByRole('grid').getByRole('row').nth(1);
    await row.waitFor();
    expect(await row.evaluate((one) => one.getBoundingClientRect().height)).toBe(56);
    expect(await readTextColor()).toBe('rgb(230, 233, 239)');
    await page.emulateMedia({ media: 'print' });
    expect(await readTextColor()).toBe('rgb(26, 31, 43)');
    await page.emulateMedia({ media: 'screen' });
    await page.goto(`${url}/settings`);
    await page.getByRole('radio', { name: 'System' }).click();
    expect(await readBackground()).toBe('rgb(246, 247, 249)');
  });

  it('is readable on a phone in the dark', async () => {
    const phone = await open('/admin/settings', emails.admin, { size: 'phone', dark: true });
    await phone.getByLabel('Company name').waitFor();
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await takeScreenshot(phone, 'system-settings-phone');
    expect(await violations(phone)).toEqual([]);
    await phone.goto(`${url}/profile`);
    await phone.getByRole('heading', { name: 'Profile' }).waitFor();
    expect(await violations(phone)).toEqual([]);
    await phone.goto(`${url}/settings`);
    await phone.getByRole('tab', { name: 'Privacy and Security' }).click();
    await phone.getByText('This device').waitFor();
    await takeScreenshot(phone, 'settings-phone');
    expect(await violations(phone)).toEqual([]);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });

  it('logs no script error', () => expect(pageErrors.flat()).toEqual([]));
});
