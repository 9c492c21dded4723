import type { Cents } from '../money.ts';
import type { Day } from '../time/period.ts';

/** The reasons why money is in a payout, in display order. */
export const payoutCauses = [
  'new_sales',
  'released',
  'paid_late',
  'holds_released',
  'bonuses',
  'adjustments',
  'memos',
  'clawed_back',
  'draw_advanced',
  'draw_recovered',
  'other',
] as const;
export type PayoutCause = (typeof payoutCauses)[number];

/**
 * A line of a payout with the facts that decide its cause, amounts in cents. `day`: booking day, or an adjustment's effective day.
 * `receivedOn`: the day of the customer's last payment; `adjusted`: adjustments of the record that no earlier payout included.
 */
export type PaidLine = Readonly<{
  kind: 'record' | 'adjustment';
  id: number;
  amount: Cents;
  day: Day;
  dueOn: Day | null;
  receivedOn: Day | null;
  holdEndedOn: Day | null;
  adjusted: Cents;
  isMemo: boolean;
  isBonus: boolean;
}>;
/**
 * `since`: the day of the previous payout; null for the first one. `late`: commission delayed because invoices due since then were not paid
 * on time; `amount` is missing from this payout. `other`: cents of the payout that no line explains.
 */
export type PaidContent = Readonly<{
  since: Day | null;
  lines: readonly PaidLine[];
  late: readonly PaidLine[];
  drawn: Cents;
  recovered: Cents;
  other: Cents;
}>;
/**
 * A share of one line, or of none (a draw, an unexplained remainder), with its cause. `isMissing`: it belongs to a late invoice that the
 * payout lacks.
 */
export type PayoutShare = Readonly<{ cause: PayoutCause; amount: Cents; line: PaidLine | null; isMissing: boolean }>;
export type DifferenceStep = Readonly<{
  cause: PayoutCause;
  amount: Cents;
  before: Cents;
  after: Cents;
  /** Number of distinct lines behind it, in the payout that has more of them. */
  count: number;
}>;

/** The cause of a line that its sale alone explains. */
const saleCause = ({ day }: PaidLine, since: Day | null): PayoutCause => (since === null || day > since ? 'new_sales' : 'released');

const isPaidLate = ({ dueOn, receivedOn }: PaidLine): boolean => dueOn !== null && receivedOn !== null && receivedOn > dueOn;

const recordCause = (line: PaidLine, amount: Cents, since: Day | null): PayoutCause => {
  if (amount < 0) return 'clawed_back';
  if (line.holdEndedOn !== null && (since === null || line.holdEndedOn > since)) return 'holds_released';
  return isPaidLate(line) ? 'paid_late' : saleCause(line, since);
};

/** The part of a record's line that adjustments explain; never more than the line itself if both have the same sign. */
const adjustedPart = ({ adjusted, amount }: PaidLine): Cents => {
  if (amount > 0) return Math.min(adjusted, amount);
  return adjusted < 0 ? Math.max(adjusted, amount) : 0;
};

const sharesOfLine = (line: PaidLine, since: Day | null): PayoutShare[] => {
  const share = (cause: PayoutCause, amount: Cents): PayoutShare => ({ cause, amount, line, isMissing: false });
  if (line.kind === 'adjustment') return [share(line.isBonus ? 'bonuses' : 'adjustments', line.amount)];
  if (line.isMemo) return [share('memos', line.amount)];
  const adjusted = adjustedPart(line);
  const rest = line.amount - adjusted;
  return [share(recordCause(line, rest, since), rest), share('adjustments', adjusted)].filter(({ amount }) => amount !== 0);
};

/** Counts the sale in the payout that it was meant for, and subtracts the same amount there because the customer paid late. */
const sharesOfLate = (line: PaidLine, since: Day | null): PayoutShare[] => [
  { cause: saleCause(line, since), amount: line.amount, line, isMissing: true },
  { cause: 'paid_late', amount: -line.amount, line, isMissing: true },
];

const shareWithoutLine = (cause: PayoutCause, amount: Cents): PayoutShare[] =>
  amount === 0 ? [] : [{ cause, amount, line: null, isMissing: false }];

/** Every cent of a payout with its cause; the shares add up to the payout. */
export const sharesOf = ({ since, lines, late, drawn, recovered, other }: PaidContent): PayoutShare[] => [
  ...lines.flatMap((line) => sharesOfLine(line, since)),
  ...late.flatMap((line) => sharesOfLate(line, since)),
  ...shareWithoutLine('draw_advanced', drawn),
  ...shareWithoutLine('draw_recovered', -recovered || 0),
  ...shareWithoutLine('other', other),
];

const sumOf = (shares: readonly PayoutShare[]): Cents => shares.reduce((sum, { amount }) => sum + amount, 0);
const countOf = (shares: readonly PayoutShare[]): number =>
  new Set(shares.map(({ line }) => (line === null ? '' : `${line.kind} ${line.id}`))).size;

/** The payout by cause, without causes that contribute nothing. */
export const payoutPartsOf = (content: PaidContent): Readonly<{ cause: PayoutCause; amount: Cents; shares: readonly PayoutShare[] }>[] => {
  const shares = sharesOf(content);
  return payoutCauses
    .map((cause) => ({ cause, shares: shares.filter((share) => share.cause === cause) }))
    .filter((part) => part.shares.length > 0)
    .map((part) => ({ ...part, amount: sumOf(part.shares) }));
};

/** Why one payout differs from another, cause by cause; the steps add up to the difference exactly. */
export const differenceOf = (before: PaidContent, after: PaidContent): DifferenceStep[] => {
  const [earlier, later] = [sharesOf(before), sharesOf(after)];
  return payoutCauses.flatMap((cause) => {
    const [sharesBefore, sharesAfter] = [earlier, later].map((shares) => shares.filter((share) => share.cause === cause)) as [
      PayoutShare[],
      PayoutShare[],
    ];
    const amounts = { before: sumOf(sharesBefore), after: sumOf(sharesAfter) };
    const amount = amounts.after - amounts.before;
    if (amount === 0) return [];
    const largerSide = Math.abs(amounts.after) >= Math.abs(amounts.before) ? sharesAfter : sharesBefore;
    return [{ cause, amount, ...amounts, count: countOf(largerSide) }];
  });
};
