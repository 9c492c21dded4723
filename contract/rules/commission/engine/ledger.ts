import type { Cents } from '../../money.ts';
import type { Booking, Computed, Part } from './booking.ts';
import { after, amountOf, type Priced, priceSale, type Sofar } from './price.ts';
import type { Terms } from './terms.ts';

/** A priced line of the period. `net`: the amount left after the period's credit memos; `fixed`: a price independent of its position. */
export type LedgerLine = Readonly<{ booking: Booking; net: Cents; isMemo: boolean; fixed: Priced | null; priced: Priced }> & {
  before: Sofar;
  amount: Cents;
};
/** The lines of a period in booking order, and the totals after the last one. */
export type Ledger = { readonly terms: Terms; readonly lines: LedgerLine[]; sofar: Sofar };

export const openLedger = (terms: Terms): Ledger => ({
  terms,
  lines: [],
  sofar: { cum: 0, rated: terms.clauses.map(() => 0), stepped: 0, earned: 0 },
});

const lineAt = ({ terms, sofar }: Ledger, line: Pick<LedgerLine, 'booking' | 'net' | 'isMemo' | 'fixed'>): LedgerLine => {
  const { booking, net, isMemo, fixed } = line;
  const priced = fixed ?? priceSale(terms, booking, net, sofar);
  return { booking, net, isMemo, fixed, before: sofar, priced, amount: amountOf(terms, booking, priced, sofar, isMemo) };
};

export const addLine = (ledger: Ledger, booking: Booking, isMemo: boolean, fixed: Priced | null): LedgerLine => {
  const line = lineAt(ledger, { booking, net: booking.net, isMemo, fixed });
  ledger.lines.push(line);
  ledger.sofar = after(ledger.sofar, line.priced, line.net, line.amount);
  return line;
};

/** Revenue by tier and rate: lines after a change minus lines before it. */
const createDifference = ({ repeated }: Terms) => {
  const sums = new Map<string, { net: Cents; rate: number; tier: number }>();
  const count = ({ priced }: LedgerLine, sign: 1 | -1): void => {
    for (const [index, { net, rate }] of priced.parts.entries()) {
      const tier = priced.tiers[index] ?? -1;
      const sum = sums.get(`${tier} ${rate}`);
      if (sum) sum.net += sign * net;
      else sums.set(`${tier} ${rate}`, { net: sign * net, rate, tier });
    }
  };
  const parts = (): Part[] =>
    [...sums.values()]
      .filter(({ net }) => net !== 0)
      .sort((a, b) => a.tier - b.tier || a.rate - b.rate)
      .map(({ net, rate, tier }) => (tier >= 0 && repeated.has(rate) ? { net, rate, tier } : { net, rate }));
  return { count, parts };
};

/** True if a line that now begins at `cum` is in the same tier and on the same side of the quota, so that only its position changes. */
const isPricedAlike = (terms: Terms, { fixed, priced, net }: LedgerLine, cum: Cents): boolean => {
  if (fixed !== null || priced.kind === 'apart') return true;
  if (terms.retroactive || priced.parts.length !== 1) return false;
  const [low, high] = net < 0 ? [cum + net, cum] : [cum, cum + net];
  const isSameSide = priced.over === 0 ? high <= terms.quota : priced.base === 0 && low >= terms.quota;
  const step = terms.clauses[priced.clause]?.steps[priced.tiers[0] ?? -1];
  return isSameSide && (priced.kind === 'own rate' || (step !== undefined && low >= step.low && high <= step.high));
};

/**
 * Reprices the lines from the one that a memo reduces (decisions 2.23): the memo's record is the difference, so that the period pays what
 * the plan pays on net sales.
 */
export const reduceLine = (ledger: Ledger, index: number, memo: Booking): Computed => {
  const { terms, lines, sofar } = ledger;
  const difference = createDifference(terms);
  let [base, over, uncapped] = [0, 0, 0];
  const count = (line: LedgerLine, sign: 1 | -1): void => {
    difference.count(line, sign);
    base += sign * line.priced.base;
    over += sign * line.priced.over;
    uncapped += sign * line.priced.uncapped;
  };
  const reduced = (line: LedgerLine, isCredited: boolean): LedgerLine => (isCredited ? { ...line, net: line.net + memo.net } : line);
  ledger.sofar = lines[index]?.before ?? sofar;
  for (let lineIndex = index; lineIndex < lines.length; lineIndex += 1) {
    const line = lines[lineIndex];
    if (!line) continue;
    const changed =
      lineIndex === index || !isPricedAlike(terms, line, ledger.sofar.cum) ? lineAt(ledger, reduced(line, lineIndex === index)) : line;
    if (changed !== line) {
      count(line, -1);
      count(changed, 1);
      lines[lineIndex] = changed;
    } else {
      line.before = ledger.sofar;
      line.amount = amountOf(terms, line.booking, line.priced, ledger.sofar, line.isMemo);
    }
    ledger.sofar = after(ledger.sofar, changed.priced, changed.net, changed.amount);
  }
  const amount = ledger.sofar.earned - sofar.earned;
  const { cum } = sofar;
  return { id: memo.id, cum, quota: terms.quota, parts: difference.parts(), base, over, amount, capped: amount !== uncapped };
};
