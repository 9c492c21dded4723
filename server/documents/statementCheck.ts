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

/** True if the same rules make the same amounts; older records have no reasons to compare. */
const hasSameReasons = ({ reasons }: CheckedRecord, computed: Computed | undefined): boolean =>
  reasons === null || JSON.stringify(reasons) === JSON.stringify(computed?.parts.map(({ clause, amount }) => [clause, amount]));

const read = JSON.parse(document.getElementById('data')?.textContent ?? '') as Embedded;
let matching = 0;
let sum = 0;
for (const { plans, quota, memos, bookings, records } of read.runs) {
  const [first] = plans;
  const sold = bookings.map(({ plan, ...booking }): Booking => ({ ...booking, ...(plans[plan] ? { plan: plans[plan] } : {}) }));
  const computed = new Map((first ? computePeriod(first, quota, sold, memos) : []).map((line) => [line.id, line]));
  for (const record of records) {
    const { id, booking, amount } = record;
    const result = computed.get(booking);
    const recomputed = result?.amount;
    sum += amount;
    const row = document.querySelector(`tr[data-record="${id}"]`);
    if (recomputed === amount && hasSameReasons(record, result) && shownIn(`tr[data-record="${id}"] .amount`) === figure(amount))
      matching += 1;
    else if (row) {
      row.classList.add('differs');
      const cell = row.querySelector('.check');
      if (cell) cell.textContent = recomputed === undefined ? read.words.missing : fill(read.words.differs, { amount: figure(recomputed) });
    }
  }
}
const { opening, earned, adjusted, paid, closing } = read.balances;
const hasEqualSums = (['opening', 'earned', 'adjusted', 'closing'] as const).every(
  (name) => shownIn(`[data-balance="${name}"]`) === figure(read.balances[name]),
);
const balanced = sum === earned && opening + earned + adjusted - paid === closing && hasEqualSums;
const verdict = document.getElementById('verdict');
if (verdict) {
  const isRight = matching === read.lines && balanced;
  verdict.className = isRight ? 'right' : 'wrong';
  const lines = fill(matching === read.lines ? read.words.all : read.words.some, { matching, lines: read.lines });
  verdict.textContent = `${lines} ${balanced ? read.words.balances : read.words.unbalanced}`;
}
