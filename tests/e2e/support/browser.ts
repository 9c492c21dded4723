import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type Page, chromium as playwright } from 'playwright-core';
import { chromium } from '../../../scripts/lib.mjs';

const shots = join(import.meta.dirname, '..', 'screenshots');

export const openBrowser = (): Promise<Browser> =>
  playwright.launch({
    executablePath: chromium ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

export const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

/** `touch`: simulates a touch screen, which makes controls taller. */
type Options = { size?: keyof typeof sizes; dark?: boolean; timeZone?: string; touch?: boolean };

export const openContext = async (
  browser: Browser,
  { size = 'desktop', dark = false, timeZone = 'America/Phoenix', touch = false }: Options = {},
): Promise<BrowserContext> => {
  const context = await browser.newContext({
    viewport: sizes[size],
    hasTouch: touch,
    isMobile: touch,
    colorScheme: dark ? 'dark' : 'light',
    locale: 'en-US',
    timezoneId: timeZone,
    // Endless animations cost a fifth of the browser's processor time; with reduced motion, finite ones end immediately.
    reducedMotion: 'reduce',
  });
  // The page uses the server's clock (scripts/clock.mjs).
  if (process.env.PAGE_CLOCK) await context.addInitScript(process.env.PAGE_CLOCK);
  return context;
};

/** Saved in an ignored folder for visual review; skipped in CI. */
export const takeScreenshot = async (page: Page, name: string): Promise<void> => {
  if (process.env.CI) return;
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`) });
};

/** Errors on the page: script errors and violations of the content security policy. */
export const pageErrorsOf = (page: Page): string[] => {
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(String(error)));
  page.on('console', (message) => {
    // The browser also logs refused calls, which are regular responses.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) pageErrors.push(message.text());
  });
  return pageErrors;
};
