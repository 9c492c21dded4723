/**
 * A new company, from `npm run serve` on an empty directory to the payroll file of its first payout: two people in browsers use only files
 * and the plan builder. The books include a credit memo, and the prize of a contest that ends while the company is set up. Each step's
 * actions and seconds are counted, and the payroll file is compared to the cent with amounts computed from the same files by the
 * arithmetic of `soak/journey/`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shiftedClock } from '../scripts/clock.mjs';
import { openBrowser } from '../tests/e2e/support/browser.ts';
import { firstPayout } from './journey/arithmetic.ts';
import { boss, lastDayOf, memoOf, monthsAt, peopleOf, salesOf, zone } from './journey/company.ts';
import { createHand, createTally, humanSeconds, type Step } from './journey/hand.ts';
import * as steps from './journey/steps.ts';
import { startServer, throughNpm } from './support/server.ts';

const MAX_MINUTES = 45;
const root = fileURLToPath(new URL('..', import.meta.url));
const [shots = join(root, 'tests/e2e/screenshots/journey')] = process.argv.slice(2);
const months = monthsAt(new Date());
const people = peopleOf(months);
const sales = salesOf(months, people);
const company: steps.Company = { months, people, sales, memo: memoOf(months, sales) };
const place = mkdtempSync(join(tmpdir(), 'quotaboard-soak-'));
const env = { DATA_DIR: join(place, 'company'), COMPANY_TIMEZONE: zone };
const DAY_MS = 86_400_000;
/** The company is set up at noon on the last day of the closing month, and pays on the next day, when its contest has ended. */
const lastDay = shiftedClock(Date.parse(`${lastDayOf(months.closing)}T19:00:00Z`) - Date.now());
const nextDayClock = shiftedClock(DAY_MS);
const options = (...clocks: readonly { NODE_OPTIONS: string }[]) => ({
  NODE_OPTIONS: [process.env.NODE_OPTIONS ?? '', ...clocks.map(({ NODE_OPTIONS: shift }) => shift)].join(' ').trim(),
});

const createAdmin = (): void => {
  const admin = { ADMIN_EMAIL: boss.email, ADMIN_PASSWORD: boss.password, ADMIN_FIRST_NAME: boss.first, ADMIN_LAST_NAME: boss.last };
  execFileSync('npm', ['run', '--silent', 'admin:create'], { cwd: root, env: { ...process.env, ...env, ...admin, ...options(lastDay) } });
};

/** Differences between the payroll file and the computed amounts, in words. */
const differences = (file: string, expected: ReadonlyMap<string, number>): string[] => {
  const [, ...rows] = file
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/);
  const paid = new Map(rows.map((row) => [row.split(',')[0] ?? '', Math.round(Number(row.split(',')[2]) * 100)]));
  return [...new Set([...paid.keys(), ...expected.keys()])]
    .filter((email) => paid.get(email) !== expected.get(email))
    .map((email) => `${email}: ${String(paid.get(email))} cents paid, ${String(expected.get(email))} computed`);
};

const minutes = (seconds: number): string => (seconds / 60).toFixed(1);
const lineOf = (step: Step): string =>
  [
    step.title.padEnd(34),
    step.who.padEnd(8),
    String(step.actions).padStart(4),
    step.seconds.toFixed(1).padStart(7),
    minutes(humanSeconds(step)).padStart(6),
  ].join(' ');

createAdmin();
let server = await startServer({ ...env, ...options(lastDay) }, throughNpm);
const browser = await openBrowser();
const tally = createTally(shots);
const open = async () => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: zone,
    reducedMotion: 'reduce',
  });
  await context.addInitScript(lastDay.PAGE_CLOCK);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  page.on('dialog', (dialog) => dialog.accept());
  return createHand(page, tally);
};
/** Restarts the server on the next day, at the same URL. */
const toNextDay = async (): Promise<void> => {
  const { port } = new URL(server.url);
  await server.stop();
  server = await startServer({ ...env, PORT: port, ...options(lastDay, nextDayClock) }, throughNpm);
  for (const context of browser.contexts()) {
    await context.addInitScript(nextDayClock.PAGE_CLOCK);
  }
};
let failure: unknown = null;
let file = '';
try {
  const admin = await open();
  const finance = await open();
  const fiona = people.find(({ kind }) => kind === 'finance');
  if (!fiona) throw new Error('the company has nobody in finance');
  let link = '';
  await tally.run('Sign in', 'admin', () => steps.signIn(admin, server.url));
  await tally.run('Name the company', 'admin', () => steps.nameCompany(admin));
  await tally.run('Import people', 'admin', () => steps.importPeople(admin, company));
  await tally.run('Invite finance', 'admin', async () => {
    link = await steps.invite(admin, fiona);
  });
  await tally.run('Choose a password', 'finance', () => steps.choosePassword(finance, link));
  await tally.run('Build and publish the plans', 'admin', () => steps.plan(admin, company));
  await tally.run('Import invoices', 'finance', () => steps.invoices(finance, company));
  await tally.run('Import payments', 'finance', () => steps.payments(finance, company));
  await tally.run('Credit a part of a sale', 'finance', () => steps.credit(finance, company));
  await tally.run('Import what was paid before', 'finance', () => steps.paid(finance, company));
  await tally.run('Close the months before', 'finance', () => steps.closeBefore(finance, company));
  await toNextDay();
  await tally.run('Sign in on the next day', 'admin', () => steps.signIn(admin, server.url));
  await tally.run('Sign in on the next day', 'finance', () =>
    steps.signIn(finance, server.url, { email: fiona.email, password: steps.NEW_PASSWORD }),
  );
  await tally.run('Approve the prizes', 'admin', () => steps.approvePrizes(admin));
  await tally.run('Review the month and sign', 'finance', () => steps.review(finance, company));
  await tally.run('Go live', 'admin', () => steps.goLive(admin));
  await tally.run('Sign and close the month', 'admin', () => steps.signAndClose(admin, company));
  await tally.run('Propose the payout run', 'finance', () => steps.propose(finance));
  await tally.run('Approve the payout run', 'admin', () => steps.approve(admin, company));
  await tally.run('Download the payroll file', 'finance', async () => {
    file = await steps.payroll(finance);
  });
} catch (error) {
  failure = error;
  for (const context of browser.contexts()) for (const page of context.pages()) await tally.shoot(page).catch(() => {});
} finally {
  await browser.close();
  await server.stop();
  rmSync(place, { recursive: true, force: true });
}

console.log(`${'step'.padEnd(34)} ${'who'.padEnd(8)} acts seconds by hand, minutes`);
for (const step of tally.steps) console.log(lineOf(step));
if (failure !== null) {
  console.error(failure);
  process.exit(1);
}
const expected = firstPayout(months, people, company.sales, company.memo);
const wrong = differences(file, expected);
for (const line of wrong) console.error(line);
const total = (pick: (step: Step) => number): number => tally.steps.reduce((sum, step) => sum + pick(step), 0);
const byHand = total(humanSeconds);
const dollars = [...expected.values()].reduce((sum, cents) => sum + cents, 0) / 100;
console.log(
  `journey: ${people.length} people, ${company.sales.length} invoices, ${expected.size} people paid $${dollars.toFixed(2)}, ${wrong.length} amounts wrong, 0 JSON, ` +
    `${total(({ actions }) => actions)} actions, ${Math.round(total(({ seconds }) => seconds))} s by script, ${minutes(byHand)} minutes by hand (at most ${MAX_MINUTES})`,
);
process.exitCode = wrong.length === 0 && byHand <= MAX_MINUTES * 60 ? 0 : 1;
