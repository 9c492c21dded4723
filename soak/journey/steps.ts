import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { paidBefore } from './arithmetic.ts';
import {
  boss,
  invoicesFile,
  type Memo,
  type Months,
  monthPlus,
  type Person,
  paidBeforeFile,
  paymentsFile,
  peopleFile,
  type Sale,
} from './company.ts';
import type { Hand } from './hand.ts';
import { buildPlans } from './plans.ts';

export type Company = Readonly<{ months: Months; people: readonly Person[]; sales: readonly Sale[]; memo: Memo }>;
export const NEW_PASSWORD = 'nine herons cross a bridge';

const heading = ({ page }: Hand, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name });
const dialog = ({ page }: Hand): Locator => page.getByRole('dialog').or(page.getByRole('alertdialog')).last();
const toChecklist = async (hand: Hand): Promise<void> => {
  await hand.link('Set up', hand.page.getByRole('navigation').first());
  await heading(hand, 'Set up Quotaboard').waitFor();
};
/** "October 2026" */
const monthName = (month: string): string =>
  new Date(`${month}-15T00:00:00Z`).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

type Account = Readonly<{ email: string; password: string }>;
export const signIn = async (hand: Hand, url: string, { email, password }: Account = boss): Promise<void> => {
  await hand.page.goto(url);
  await hand.fill(hand.page.getByLabel('Email address'), email);
  await hand.fill(hand.page.getByLabel('Password', { exact: true }), password);
  await hand.button('Sign In');
  await hand.read(heading(hand, 'Set up Quotaboard'));
};

export const nameCompany = async (hand: Hand): Promise<void> => {
  await hand.link('Open: Company and time zone');
  await hand.fill(hand.page.getByLabel('Company name'), 'Acme Commerce');
  await hand.button('Save');
  await hand.read(hand.page.getByRole('banner').getByText('Acme Commerce').first());
};

export const importPeople = async (hand: Hand, { people }: Company): Promise<void> => {
  await toChecklist(hand);
  await hand.link('Open: People');
  await hand.button('Import');
  await hand.upload(dialog(hand).locator('input[type=file]'), { name: 'people.csv', text: peopleFile(people) });
  const start = dialog(hand).getByRole('button', { name: `Import ${people.length} users` });
  await hand.read(start);
  await hand.press(start);
  await hand.read(dialog(hand).getByText(`${people.length} users were imported.`));
  await hand.download(dialog(hand).getByRole('button', { name: 'Download the temporary passwords' }));
  await hand.button('Close', dialog(hand).locator('.p-dialog-footer'));
};

/** @returns the link that the administrator gives to the person */
export const invite = async (hand: Hand, { first, last }: Person): Promise<string> => {
  await hand.fill(hand.page.getByRole('searchbox'), `${first} ${last}`);
  const row = hand.page.getByRole('row').filter({ hasText: `${first} ${last}` });
  await hand.press(row.getByRole('button').last());
  await hand.press(hand.page.getByText('Send Invitation'));
  const link = dialog(hand).getByLabel('Invitation link').last();
  await hand.read(link);
  const path = await link.inputValue();
  await hand.button('Close', dialog(hand).locator('.p-dialog-footer'));
  return path;
};

export const choosePassword = async (hand: Hand, link: string): Promise<void> => {
  await hand.page.goto(link);
  await hand.fill(hand.page.getByLabel('New password', { exact: true }), NEW_PASSWORD);
  await hand.fill(hand.page.getByLabel('Confirm new password'), NEW_PASSWORD);
  await hand.button('Save and sign in');
  await hand.read(heading(hand, 'Set up Quotaboard'));
};

export const plan = async (hand: Hand, { people, months }: Company): Promise<void> => {
  await toChecklist(hand);
  await hand.link('Open: Plan');
  await buildPlans(hand, people, months);
};

type Kind = 'Invoices' | 'Payments of customers' | 'What was already paid';
const importFile = async (hand: Hand, kind: Kind, file: Readonly<{ name: string; text: string; rows: number }>): Promise<void> => {
  await toChecklist(hand);
  await hand.link(`Open: ${kind}`);
  await hand.button('New import');
  await hand.upload(dialog(hand).getByLabel('File', { exact: true }), file);
  await hand.button('Upload');
  await hand.read(hand.page.getByRole('heading', { name: 'Columns', exact: true }));
  await hand.button('Preview');
  await hand.read(hand.page.getByRole('heading', { name: 'What the file would do' }));
  await hand.button('Start import');
  await hand.read(dialog(hand).getByRole('button', { name: 'Undo the whole import' }));
  const written = await dialog(hand).innerText();
  if (!written.includes(`New\n${file.rows}\n`)) throw new Error(`${file.name}: not all of ${file.rows} rows were written: ${written}`);
  await hand.button('Close', dialog(hand).locator('.p-dialog-footer'));
};

const rowsOf = (text: string): number => text.trim().split('\n').length - 1;
export const invoices = (hand: Hand, { sales }: Company): Promise<void> => {
  const text = invoicesFile(sales);
  return importFile(hand, 'Invoices', { name: 'invoices.csv', text, rows: rowsOf(text) });
};
export const payments = (hand: Hand, { sales }: Company): Promise<void> => {
  const text = paymentsFile(sales);
  return importFile(hand, 'Payments of customers', { name: 'payments.csv', text, rows: rowsOf(text) });
};
export const paid = (hand: Hand, { months, people, sales }: Company): Promise<void> => {
  const text = paidBeforeFile(paidBefore(months, people, sales));
  return importFile(hand, 'What was already paid', { name: 'paid before.csv', text, rows: rowsOf(text) });
};

export const credit = async (hand: Hand, { memo: { sale, dollars, day } }: Company): Promise<void> => {
  await hand.link('Invoices', hand.page.getByRole('navigation').first());
  await hand.fill(hand.page.getByRole('searchbox').first(), sale.number);
  await hand.press(hand.page.getByRole('row').filter({ hasText: sale.number }).getByRole('gridcell').first());
  await hand.button('Credit Memo', dialog(hand));
  const form = hand.page.getByRole('dialog', { name: 'Credit Memo' });
  await hand.fill(form.getByLabel('Amount to take back'), dollars.toFixed(2));
  await hand.fill(form.getByLabel('Booking date'), day);
  await hand.fill(form.getByLabel('Reason'), 'The customer returned a part');
  await hand.read(form);
  await hand.button('Make Credit Memo', form);
  await form.waitFor({ state: 'hidden' });
  await hand.page.keyboard.press('Escape');
};

/** Prizes are proposed by the daily job after the month, shortly after the server starts. */
const DAY_BEGINS_MS = 120_000;
const RELOAD_MS = 3000;
/** People who tie share the prize, so there may be several rows. */
export const approvePrizes = async (hand: Hand): Promise<void> => {
  const prize = hand.page.getByRole('row').filter({ hasText: 'first-sale' });
  const until = Date.now() + DAY_BEGINS_MS;
  await hand.link('Approvals', hand.page.getByRole('navigation').first());
  while (!(await prize.first().isVisible())) {
    if (Date.now() > until) throw new Error('the prize of the contest was not proposed');
    await hand.page.waitForTimeout(RELOAD_MS);
    await hand.page.reload();
    await heading(hand, 'Approvals').waitFor();
  }
  await hand.read(prize.first());
  const question = hand.page.getByRole('dialog');
  for (let left = await prize.count(); left > 0; left -= 1) {
    await hand.button(/^Approve/, prize.first());
    const approved = prize.nth(left - 1);
    await question
      .or(hand.page.getByRole('button', { name: /^Undo/ }))
      .first()
      .waitFor();
    if (await question.isVisible()) await hand.button(/^Approve/, question);
    await approved.waitFor({ state: 'detached' });
  }
};

export const closeBefore = async (hand: Hand, { months }: Company): Promise<void> => {
  await hand.link('Close the months before go-live');
  const last = monthPlus(months.closing, -1);
  await hand.button(`Close months through ${last}`);
  await hand.read(dialog(hand).getByText(`${last} will be closed.`));
  await hand.button('Close months', dialog(hand));
  await hand.read(hand.page.getByText(`${months.before.length} months closed`));
};

export const review = async (hand: Hand, { months }: Company): Promise<void> => {
  await hand.link('Open: First review');
  await hand.button(`Start review: ${months.closing}`);
  await hand.link('Review', hand.page.getByRole('row').filter({ hasText: months.closing }));
  await sign(hand, months.closing);
};
const sign = async (hand: Hand, month: string): Promise<void> => {
  await hand.read(heading(hand, `Review of ${monthName(month)}`));
  await hand.page.getByRole('checkbox').first().waitFor();
  for (const item of await hand.page.getByRole('checkbox').all()) await hand.press(item);
  await hand.button('Sign the review');
  await hand.read(hand.page.getByText(/^Signed by/).first());
};

const skips: Readonly<Record<string, string>> = {
  Connections: 'We import files every month',
  Email: 'We hand out links ourselves',
  Backup: 'Our host backs up the disk',
};
export const goLive = async (hand: Hand): Promise<void> => {
  await toChecklist(hand);
  for (const [item, reason] of Object.entries(skips)) {
    await hand.button(`Skip: ${item}`);
    await hand.fill(dialog(hand).getByLabel('Reason'), reason);
    await hand.button('Skip', dialog(hand));
    await hand.page.getByText(`Skipped by ${boss.first} ${boss.last}: ${reason}`).waitFor();
  }
  await hand.read(hand.page.getByText('11 of 11 done or skipped').first());
  await hand.button('Go live…');
  await hand.read(dialog(hand).getByText('Nina Newman'));
  await hand.press(dialog(hand).getByRole('checkbox'));
  await hand.button('Go live', dialog(hand));
  await hand.read(heading(hand, 'Quotaboard is live'));
};

export const signAndClose = async (hand: Hand, { months }: Company): Promise<void> => {
  await hand.link('Open: First review');
  await hand.link('Review', hand.page.getByRole('row').filter({ hasText: months.closing }));
  await sign(hand, months.closing);
  await hand.button('Close the month');
  await hand.button('Close the month', dialog(hand));
  await hand.read(hand.page.getByRole('heading', { name: 'Statements' }));
};

export const propose = async (hand: Hand): Promise<void> => {
  await hand.page.reload();
  await hand.link('Propose a payout run');
  await hand.button('Propose a Run');
  await hand.read(hand.page.getByRole('heading', { name: 'Who is paid' }));
};

export const approve = async (hand: Hand, { months }: Company): Promise<void> => {
  await hand.link('Payments', hand.page.getByRole('navigation').first());
  await hand.button('Payout Runs');
  await hand.link(`Open the payout run of ${monthName(months.closing)}`);
  await hand.read(hand.page.getByRole('heading', { name: 'Who is paid' }));
  await hand.button('Approve the run');
  await hand.button('Approve the run', dialog(hand));
  await hand.read(hand.page.getByRole('button', { name: 'Payroll CSV' }));
};

/** @returns the payroll file */
export const payroll = async (hand: Hand): Promise<string> => {
  await hand.page.reload();
  const file = await hand.download(hand.page.getByRole('button', { name: 'Payroll CSV' }));
  return readFileSync(await file.path(), 'utf8');
};
