import { fill, messages } from '../../../../../contract/messages.ts';
import { awardPeriod, type BonusFigures, isReached } from '../../../../../contract/rules/commission/bonus.ts';
import { percent, usd } from '../../../../../contract/rules/commission/explain/wording.ts';
import type { Bonus } from '../../../../../contract/rules/commission/plan.ts';
import type { Cents } from '../../../../../contract/rules/money.ts';
import type { DateRange } from '../../../../../contract/rules/time/period.ts';
import type { BonusRow } from '../../../../db/repositories/commissions/bonuses.ts';
import type { Calculation } from '../../../../db/repositories/commissions/engineAdjustments.ts';

/**
 * The action for one award in one period. `change`: the pending proposal to update; `moved`: the last rejected proposal, if its level was
 * lost or reached again since.
 */
export type BonusDecision = Readonly<{
  create: Cents;
  change: BonusRow | null;
  moved: BonusRow | null;
  voids: readonly BonusRow[];
  calculation: Calculation;
  reason: string;
}>;

const t = messages.bonuses;

/** @example $120,000.00 of $100,000.00 · 10 of 12 deals */
const progressText = ({ metric, level }: Bonus, { net, quota, won }: BonusFigures): string => {
  if (metric === 'won_deals') return fill(t.deals, { won, level });
  if (metric === 'net_revenue') return fill(t.net, { net: usd(net), level: usd(level) });
  return fill(t.attainment, { net: usd(net), quota: usd(quota), level: percent(level) });
};

/** The result of a bonus or contest for a person; `amount` is 0 if nothing is won. `calculation` is shown to approvers. */
export type Award = Readonly<{ amount: Cents; calculation: Calculation; reason: string; lost: string }>;

/** True if the same proposal was already decided and the level has not moved since. */
const isDecided = (last: BonusRow | undefined, amount: Cents, after: string): boolean =>
  last !== undefined && last.level_moved_at === null && last.amount_cents === amount && last.after === after;

/**
 * Decides which proposals a bonus needs, without repeating any: approved ones count, pending ones are updated or voided, and rejected ones
 * are not proposed again until the level is lost or reached again.
 * @param rows earlier proposals of this bonus for the period, oldest first
 */
export const decideBonus = (bonus: Bonus, range: DateRange, figures: BonusFigures, rows: readonly BonusRow[]): BonusDecision => {
  const period = awardPeriod(bonus, range);
  const words = { name: bonus.name, period };
  const hasReached = isReached(bonus, figures);
  const calculation = {
    before: fill(t.stand, { stand: progressText(bonus, figures), period }),
    after: hasReached ? fill(t.reached, { amount: usd(bonus.amount) }) : t.missed,
  };
  const award = { amount: hasReached ? bonus.amount : 0, calculation, reason: fill(t.earned, words), lost: fill(t.withdrawn, words) };
  return decideAward(award, rows);
};

/** Like `decideBonus`, for any award. @param rows its earlier proposals for the period, oldest first */
export const decideAward = ({ amount: won, calculation, reason: earned, lost }: Award, rows: readonly BonusRow[]): BonusDecision => {
  const approved = rows.reduce((sum, { state, amount_cents }) => (state === 'approved' ? sum + amount_cents : sum), 0);
  const amount = won - approved;
  const { after } = calculation;
  const [waiting, ...duplicates] = rows.filter(({ state }) => state === 'pending');
  const lowered = won > 0 ? fill(t.lowered, { reason: earned, amount: usd(-amount) }) : lost;
  const reason = amount < 0 ? lowered : earned;
  const last = rows.findLast(({ state }) => state === 'rejected' || state === 'void');
  const hasMoved = last !== undefined && last.level_moved_at === null && (last.after === t.missed) === won > 0;
  const noChange = { create: 0, change: null, moved: hasMoved ? last : null, calculation, reason };
  if (amount === 0) return { ...noChange, voids: waiting ? [waiting, ...duplicates] : [] };
  if (waiting) {
    const isSame = waiting.amount_cents === amount && waiting.after === after;
    return { ...noChange, change: isSame ? null : waiting, create: amount, voids: duplicates };
  }
  return { ...noChange, create: isDecided(last, amount, after) ? 0 : amount, voids: [] };
};
