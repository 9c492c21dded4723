import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { firstDayOfMonth, lastDayOfMonth, monthIndexOf, yearOf } from '../../contract/rules/time/period.ts';
import { openBrowser, openContext, pageErrorsOf, takeScreenshot } from './support/browser.ts';
import { companyToday } from './support/day.ts';
import { emails, password } from './support/people.ts';

const url = inject('appUrl');
const folder = mkdtempSync(join(tmpdir(), 'statements-'));
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await browser.close();
});

const today = companyToday();
/** The demo's newest closed month is the third before today's. */
const closedMonth = firstDayOfMonth(yearOf(today), monthIndexOf(today) - 3);
const closedUntil = lastDayOfMonth(yearOf(closedMonth), monthIndexOf(closedMonth));

/** Opens a file without a network. */
const openFile = async (name: string, html: string) => {
  const file = join(folder, name);
  writeFileSync(file, html);
  const context = await openContext(browser);
  await context.setOffline(true);
  const page = await context.newPage();
  const pageErrors = pageErrorsOf(page);
  await page.goto(pathToFileURL(file).href);
  const verdict = page.locator('#verdict');
  await expect.poll(() => verdict.getAttribute('class')).toMatch(/right|wrong/);
  const result = { verdict: await verdict.innerText(), className: await verdict.getAttribute('class'), pageErrors };
  await takeScreenshot(page, `statement-file-${name}`);
  await context.close();
  return result;
};

/** The salesperson's statement of the newest closed month. */
const requestHtml = async (): Promise<string> => {
  const signedIn = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: emails.salesperson, password }),
  });
  const { access_token } = await signedIn.json();
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
  const ask = async (path: string, body?: object) =>
    fetch(`${url}/api/v1/${path}`, { headers, ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}) });
  const { id: user_id } = await (await ask('auth/me')).json();
  const requested = await ask('commission-statements', { user_id, start_date: closedMonth, end_date: closedUntil, format: 'HTML' });
  const { id } = await requested.json();
  const isWritten = async () => (await (await ask(`commission-statements/${id}`)).json()).status;
  await expect.poll(isWritten, { timeout: 30_000 }).toBe('completed');
  return (await ask(`commission-statements/${id}/file`)).text();
};

describe('decisions 2.38: the statement of a closed month as a file', () => {
  it('verifies its proof and recomputes its lines offline, and detects a changed cent and a forged root', async () => {
    const html = await requestHtml();
    const right = await openFile('right.html', html);
    expect(right.verdict).toMatch(
      /^Recomputed in this file: (\d+) of \1 lines match\. The balances add up\. The proof leads to the root of /,
    );
    expect([right.className, right.pageErrors]).toEqual(['right', []]);

    const [shown = '', start = '', cents = ''] = /(<td class="amount" data-figure="line[^>]*>[\d,]+\.)(\d\d)<\/td>/.exec(html) ?? [];
    const changed = html.replace(shown, `${start}${cents === '00' ? '01' : '00'}</td>`);
    const cent = await openFile('cent.html', changed);
    expect([cent.className, cent.verdict]).toEqual(['wrong', expect.stringContaining('The others are marked.')]);

    const root = /data-root="([0-9a-f]{64})"/.exec(html)?.[1] ?? '';
    const forged = await openFile('root.html', html.replaceAll(root, 'f'.repeat(64)));
    expect([forged.className, forged.verdict]).toEqual(['wrong', expect.stringContaining('The proof does not lead to the root of')]);
  });
});
