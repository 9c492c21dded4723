import { type Cents, roundRatio } from '../../money.ts';
import { isKickerKey, ROUNDING, ratesOfAmountKey, tierOfKey } from '../clauses/keys.ts';
import { remainingAdds } from '../conditions.ts';
import type { Booking, Computed, Part } from './booking.ts';
import { cutParts, cutTotal, isCapping, type LimitEffect, limitEffectOf } from './limits.ts';
import { type DraftPart, withAmounts } from './parts.ts';
import { type Priced, priceSale, runningTotalsAfter, type Size, settleReversal } from './price.ts';
import type { RunningTotals } from './rate.ts';
import { planOfBooking, type Terms } from './terms.ts';

/**
 * A priced line of the period, reduced by the period's credit memos. `fixed`: a price independent of its position; `amount`: the price
 * after the plan's limits.
 */
export type LedgerLine = Size &
  Readonly<{
    booking: Booking;
    isMemo: boolean;
    fixed: Priced | null;
    priced: Priced;
  }> & {
    before: RunningTotals;
    cut: LimitEffect;
    amount: Cents;
  };
/** The lines of a period in booking order, and the totals after the last one. */
export type Ledger = { readonly terms: Terms; readonly lines: LedgerLine[]; running: RunningTotals };

export const openLedger = (terms: Terms): Ledger => ({
  terms,
  lines: [],
  running: {
    cum: 0,
    rated: terms.clauses.flatMap(({ retroactive, steps }) => (retroactive ? steps.map(() => 0) : [])),
    retroactiveCommission: 0,
    sums: {},
    kicked: {},
    kicks: {},
    earned: 0,
    withheld: 0,
    teams: {},
  },
});

const limitEffectOfLine = (
  terms: Terms,
  { booking, isMemo, priced }: Pick<LedgerLine, 'booking' | 'isMemo' | 'priced'>,
  { earned, withheld }: RunningTotals,
): LimitEffect =>
  limitEffectOf(
    planOfBooking(terms, booking),
    priced,
    { earned, withheld: terms.hasConditions || priced.moved !== 0 ? withheld : 0 },
    isMemo,
  );

const lineAt = (
  { terms, running }: Ledger,
  { booking, isMemo, fixed, ...size }: Size & Pick<LedgerLine, 'booking' | 'isMemo' | 'fixed'>,
): LedgerLine => {
  const { net, counts, adds, sold, memos } = size;
  const priced = fixed ? settleReversal(terms, booking, fixed, size, running) : priceSale(terms, booking, size, running);
  const limitEffect = limitEffectOfLine(terms, { booking, isMemo, priced }, running);
  return {
    booking,
    net,
    counts,
    adds,
    sold,
    memos,
    isMemo,
    fixed,
    before: running,
    priced,
    cut: limitEffect,
    amount: priced.uncapped + cutTotal(limitEffect),
  };
};

const totalsAfterLine = ({ terms, running }: Ledger, line: LedgerLine): RunningTotals =>
  runningTotalsAfter(terms, running, line.priced, line, { amount: line.amount, period: line.cut.period });

const countedNetOf = ({ counts, net }: Booking): Cents => counts ?? net;
export const soldOf = ({ sold, net }: Booking): Cents => sold ?? net;

const sizeOf = (booking: Booking): Size => ({
  net: booking.net,
  counts: countedNetOf(booking),
  adds: booking.adds,
  sold: soldOf(booking),
  memos: 0,
});

/** A line's remaining `counts` after a memo; in proportion to its net if the memo's plan version counts differently. */
const remainingCounts = (terms: Terms, { booking, counts }: LedgerLine, memo: Booking, net: Cents): Cents => {
  if (booking.net === 0 || planOfBooking(terms, memo) === planOfBooking(terms, booking)) return counts + countedNetOf(memo);
  return roundRatio(BigInt(countedNetOf(booking)) * BigInt(net * Math.sign(booking.net)), BigInt(Math.abs(booking.net)));
};

/** Adds a separate line. @param fixed the price of a memo that reverses in proportion */
export const addLine = (ledger: Ledger, booking: Booking, fixed: Priced | null): LedgerLine => {
  const line = lineAt(ledger, { booking, ...sizeOf(booking), isMemo: fixed !== null, fixed });
  ledger.lines.push(line);
  ledger.running = totalsAfterLine(ledger, line);
  return line;
};

/** The parts of a line; their amounts add up to the line's amount. */
export const linePartsOf = ({ priced: { parts }, cut }: LedgerLine): readonly Part[] => {
  const cutDetails = cutParts(cut);
  return cutDetails.length === 0 ? parts : [...parts, ...cutDetails];
};

const tierIndexOf = ({ clause }: DraftPart): number => tierOfKey(clause)?.tier ?? -1;

const isAmountOnlyPart = ({ clause }: Pick<Part, 'clause'>): boolean => ratesOfAmountKey(clause) !== null || isKickerKey(clause);

/** Revenue by rule and rate: lines after a change minus lines before it, as parts of a record under the version `own`. */
const createDifference = (terms: Terms, own: string) => {
  const sums = new Map<string, { net: Cents; rate: number; amount: Cents; clause: string; plan?: string }>();
  const count = ({ booking, priced }: LedgerLine, sign: 1 | -1): void => {
    for (const { net, rate, amount, clause, plan = planOfBooking(terms, booking).id } of priced.parts) {
      if (clause === ROUNDING) continue;
      const key = `${clause} ${rate} ${plan}`;
      const sum = sums.get(key);
      if (sum) {
        sum.net += sign * net;
        sum.amount += sign * amount;
      } else sums.set(key, { net: sign * net, rate, amount: sign * amount, clause, ...(plan === own ? {} : { plan }) });
    }
  };
  /** The parts; their amounts add up to `total`. Amounts of deals and kickers come first, because they come from no rate. */
  const parts = (total: Cents): Part[] => {
    const deals = [...sums.values()].filter((part) => isAmountOnlyPart(part) && (part.net !== 0 || part.amount !== 0));
    const byRate: DraftPart[] = [...sums.values()]
      .filter((part) => !isAmountOnlyPart(part) && (part.net !== 0 || part.clause.startsWith('exclude.')))
      .sort((a, b) => tierIndexOf(a) - tierIndexOf(b) || a.rate - b.rate);
    return [...deals, ...withAmounts(byRate, total - deals.reduce((sum, { amount }) => sum + amount, 0))];
  };
  return { count, parts };
};

/** True if a line that now begins at `cum` stays in the same tier and on the same side of the quota, so that only its position changes. */
const keepsPrice = (terms: Terms, { fixed, priced, net, counts }: LedgerLine, cum: Cents): boolean => {
  if (fixed !== null) return !terms.memosCarrySteps;
  if (priced.kind === 'outside tiers') return priced.team === null;
  const [part] = priced.parts;
  if (terms.retroactive || terms.hasConditions || counts !== net || priced.parts.length !== 1 || !part) return false;
  const [low, high] = net < 0 ? [cum + net, cum] : [cum, cum + net];
  const staysOnSide = priced.over === 0 ? high <= terms.quota : priced.base === 0 && low >= terms.quota;
  const step = terms.clauses[priced.clause]?.steps[tierIndexOf(part)];
  return staysOnSide && (priced.kind === 'own rate' || (step !== undefined && low >= step.low && high <= step.high));
};

/**
 * Reprices the lines from the one that a memo reduces (decisions 2.23): the memo's record is the difference, so that the period pays what
 * the plan pays on net sales.
 */
export const reduceLine = (ledger: Ledger, index: number, memo: Booking): Computed => {
  const { terms, lines, running } = ledger;
  const difference = createDifference(terms, planOfBooking(terms, memo).id);
  const sum = { base: 0, over: 0, uncapped: 0, minimum: 0, record: 0, period: 0 };
  const count = (line: LedgerLine, sign: 1 | -1): void => {
    difference.count(line, sign);
    sum.base += sign * line.priced.base;
    sum.over += sign * line.priced.over;
    sum.uncapped += sign * line.priced.uncapped;
  };
  const countReduction = ({ cut }: LedgerLine, sign: 1 | -1): void => {
    sum.minimum += sign * cut.minimum;
    sum.record += sign * cut.record;
    sum.period += sign * cut.period;
  };
  const reduceBy = (line: LedgerLine, isCredited: boolean): LedgerLine => {
    const net = line.net + memo.net;
    // Rounding must not leave a cent of a fully credited sale on the counter.
    if (!isCredited) return line;
    const { adds } = line.booking;
    const sold = line.sold + soldOf(memo);
    const counts = net === 0 ? 0 : remainingCounts(terms, line, memo, net);
    return { ...line, net, counts, adds: adds && remainingAdds(adds, sold, soldOf(line.booking)), sold, memos: line.memos + 1 };
  };
  ledger.running = lines[index]?.before ?? running;
  for (let lineIndex = index; lineIndex < lines.length; lineIndex += 1) {
    const line = lines[lineIndex];
    if (!line) continue;
    const changed =
      lineIndex === index || !keepsPrice(terms, line, ledger.running.cum) ? lineAt(ledger, reduceBy(line, lineIndex === index)) : line;
    countReduction(line, -1);
    if (changed !== line) {
      count(line, -1);
      count(changed, 1);
      lines[lineIndex] = changed;
    } else {
      line.before = ledger.running;
      line.cut = limitEffectOfLine(terms, line, ledger.running);
      line.amount = line.priced.uncapped + cutTotal(line.cut);
    }
    countReduction(changed, 1);
    ledger.running = totalsAfterLine(ledger, changed);
  }
  const amount = ledger.running.earned - running.earned;
  const parts = [...difference.parts(sum.uncapped), ...cutParts(sum)];
  const { cum } = running;
  return { id: memo.id, cum, quota: terms.quota, parts, base: sum.base, over: sum.over, amount, capped: isCapping(sum) };
};
