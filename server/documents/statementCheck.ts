/** Runs in the statement's HTML file, offline: the engine recomputes each line and reports any different amount. */
import { type Booking, type Computed, computePeriod } from '../../contract/rules/commission/engine.ts';
import type { CheckedRecord, CheckRun } from '../domain/statements/statementCheck.ts';

type Embedded = Readonly<{
  runs: readonly CheckRun[];
  lines: number;
  balances: Readonly<Record<'opening' | 'earned' | 'adjusted' | 'paid' | 'closing', number>>;
  words: Readonly<Record<'all' | 'some' | 'balances' | 'unbalanced' | 'differs' | 'missing', string>>;
}>;

const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
const dollars = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 });
const figure = (cents: number): string => (cents < 0 ? `−${dollars.format(-cents / 100)}` : dollars.format(cents / 100));
const shownIn = (selector: string): string => document.querySelector(selector)?.textContent?.trim() ?? '';

/** True if the same rules give the same amounts; older records have no reasons to compare. */
const hasSameReasons = ({ reasons }: CheckedRecord, computedLines: Computed | undefined): boolean =>
  reasons === null || JSON.stringify(reasons) === JSON.stringify(computedLines?.parts.map(({ clause, amount }) => [clause, amount]));

const embedded = JSON.parse(document.getElementById('data')?.textContent ?? '') as Embedded;
let matchingCount = 0;
let total = 0;
for (const { plans, quota, memos, bookings, records } of embedded.runs) {
  const [firstPlan] = plans;
  const pricedBookings = bookings.map(({ plan, ...booking }): Booking => ({ ...booking, ...(plans[plan] ? { plan: plans[plan] } : {}) }));
  const computedLines = new Map((firstPlan ? computePeriod(firstPlan, quota, pricedBookings, memos) : []).map((line) => [line.id, line]));
  for (const record of records) {
    const { id, booking, amount } = record;
    const result = computedLines.get(booking);
    const recomputed = result?.amount;
    total += amount;
    const row = document.querySelector(`tr[data-record="${id}"]`);
    if (recomputed === amount && hasSameReasons(record, result) && shownIn(`tr[data-record="${id}"] .amount`) === figure(amount))
      matchingCount += 1;
    else if (row) {
      row.classList.add('differs');
      const cell = row.querySelector('.check');
      if (cell)
        cell.textContent = recomputed === undefined ? embedded.words.missing : fill(embedded.words.differs, { amount: figure(recomputed) });
    }
  }
}
const { opening, earned, adjusted, paid, closing } = embedded.balances;
const hasEqualSums = (['opening', 'earned', 'adjusted', 'closing'] as const).every(
  (name) => shownIn(`[data-balance="${name}"]`) === figure(embedded.balances[name]),
);
const isBalanced = total === earned && opening + earned + adjusted - paid === closing && hasEqualSums;
const verdictElement = document.getElementById('verdict');
if (verdictElement) {
  const isRight = matchingCount === embedded.lines && isBalanced;
  verdictElement.className = isRight ? 'right' : 'wrong';
  const lines = fill(matchingCount === embedded.lines ? embedded.words.all : embedded.words.some, {
    matching: matchingCount,
    lines: embedded.lines,
  });
  verdictElement.textContent = `${lines} ${isBalanced ? embedded.words.balances : embedded.words.unbalanced}`;
}
