import type { Cents } from '../../money.ts';
import { ROUNDING, tierOfKey } from '../clauses/keys.ts';
import type { Booking, Computed, Part } from './booking.ts';
import { type Cut, cutOf, cutParts } from './limits.ts';
import { type DraftPart, withAmounts } from './parts.ts';
import { after, type Priced, priceSale } from './price.ts';
import type { Sofar } from './rate.ts';
import { planOfBooking, type Terms } from './terms.ts';

/**
 * A priced line of the period. `net`: the amount left after the period's credit memos; `fixed`: a price independent of its position;
 * `amount`: the price after the plan's limits.
 */
export type LedgerLine = Readonly<{ booking: Booking; net: Cents; isMemo: boolean; fixed: Priced | null; priced: Priced }> & {
  before: Sofar;
  cut: Cut;
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
  const cut = cutOf(planOfBooking(terms, booking), priced.uncapped, sofar.earned, isMemo);
  return { booking, net, isMemo, fixed, before: sofar, priced, cut, amount: priced.uncapped + cut.record + cut.period };
};

export const addLine = (ledger: Ledger, booking: Booking, isMemo: boolean, fixed: Priced | null): LedgerLine => {
  const line = lineAt(ledger, { booking, net: booking.net, isMemo, fixed });
  ledger.lines.push(line);
  ledger.sofar = after(ledger.sofar, line.priced, line.net, line.amount);
  return line;
};

/** The parts of a line, whose amounts add up to its own. */
export const partsOf = ({ priced: { parts }, cut }: LedgerLine): readonly Part[] => {
  const cuts = cutParts(cut);
  return cuts.length === 0 ? parts : [...parts, ...cuts];
};

const tierIn = ({ clause }: DraftPart): number => tierOfKey(clause)?.tier ?? -1;

/** Revenue by rule and rate: lines after a change minus lines before it, as parts of a record under the version `own`. */
const createDifference = (terms: Terms, own: string) => {
  const sums = new Map<string, { net: Cents; rate: number; clause: string; plan?: string }>();
  const count = ({ booking, priced }: LedgerLine, sign: 1 | -1): void => {
    for (const { net, rate, clause, plan = planOfBooking(terms, booking).id } of priced.parts) {
      if (clause === ROUNDING) continue;
      const key = `${clause} ${rate} ${plan}`;
      const sum = sums.get(key);
      if (sum) sum.net += sign * net;
      else sums.set(key, { net: sign * net, rate, clause, ...(plan === own ? {} : { plan }) });
    }
  };
  const parts = (): DraftPart[] =>
    [...sums.values()]
      .filter(({ net, clause }) => net !== 0 || clause.startsWith('exclude.'))
      .sort((a, b) => tierIn(a) - tierIn(b) || a.rate - b.rate);
  return { count, parts };
};

/** True if a line that now begins at `cum` is in the same tier and on the same side of the quota, so that only its position changes. */
const isPricedAlike = (terms: Terms, { fixed, priced, net }: LedgerLine, cum: Cents): boolean => {
  if (fixed !== null || priced.kind === 'apart') return true;
  const [part] = priced.parts;
  if (terms.retroactive || priced.parts.length !== 1 || !part) return false;
  const [low, high] = net < 0 ? [cum + net, cum] : [cum, cum + net];
  const isSameSide = priced.over === 0 ? high <= terms.quota : priced.base === 0 && low >= terms.quota;
  const step = terms.clauses[priced.clause]?.steps[tierIn(part)];
  return isSameSide && (priced.kind === 'own rate' || (step !== undefined && low >= step.low && high <= step.high));
};

/**
 * Reprices the lines from the one that a memo reduces (decisions 2.23): the memo's record is the difference, so that the period pays what
 * the plan pays on net sales.
 */
export const reduceLine = (ledger: Ledger, index: number, memo: Booking): Computed => {
  const { terms, lines, sofar } = ledger;
  const difference = createDifference(terms, planOfBooking(terms, memo).id);
  const sum = { base: 0, over: 0, uncapped: 0, record: 0, period: 0 };
  const count = (line: LedgerLine, sign: 1 | -1): void => {
    difference.count(line, sign);
    sum.base += sign * line.priced.base;
    sum.over += sign * line.priced.over;
    sum.uncapped += sign * line.priced.uncapped;
  };
  const countCut = ({ cut }: LedgerLine, sign: 1 | -1): void => {
    sum.record += sign * cut.record;
    sum.period += sign * cut.period;
  };
  const reduced = (line: LedgerLine, isCredited: boolean): LedgerLine => (isCredited ? { ...line, net: line.net + memo.net } : line);
  ledger.sofar = lines[index]?.before ?? sofar;
  for (let lineIndex = index; lineIndex < lines.length; lineIndex += 1) {
    const line = lines[lineIndex];
    if (!line) continue;
    const changed =
      lineIndex === index || !isPricedAlike(terms, line, ledger.sofar.cum) ? lineAt(ledger, reduced(line, lineIndex === index)) : line;
    countCut(line, -1);
    if (changed !== line) {
      count(line, -1);
      count(changed, 1);
      lines[lineIndex] = changed;
    } else {
      line.before = ledger.sofar;
      line.cut = cutOf(planOfBooking(terms, line.booking), line.priced.uncapped, ledger.sofar.earned, line.isMemo);
      line.amount = line.priced.uncapped + line.cut.record + line.cut.period;
    }
    countCut(changed, 1);
    ledger.sofar = after(ledger.sofar, changed.priced, changed.net, changed.amount);
  }
  const amount = ledger.sofar.earned - sofar.earned;
  const parts = [...withAmounts(difference.parts(), sum.uncapped), ...cutParts(sum)];
  const { cum } = sofar;
  return { id: memo.id, cum, quota: terms.quota, parts, base: sum.base, over: sum.over, amount, capped: amount !== sum.uncapped };
};
