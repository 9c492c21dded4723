import { type Cents, PPM, roundRatio, toPpm } from '../money.ts';
import { matches, quotaPartOf, quotaTimesOf, type Sale, tracksSums } from './matching.ts';
import type { Match, Plan } from './plan.ts';

/** The measures of gates and kickers: attainment, and sums over matching sales of the quota period. */
export const conditionMetrics = ['attainment', 'net_revenue', 'margin', 'units', 'deals'] as const;
export type ConditionMetric = (typeof conditionMetrics)[number];
/**
 * True once a measure of the period reaches `level`: a fraction of the quota or of net revenue (margin), cents, units or deals. `quota`: id
 * of the part of the quota that attainment refers to; default: the whole quota.
 */
export type Condition = Readonly<{ metric: ConditionMetric; match?: Match; quota?: string; level: number }>;
/** Until all conditions are true, tiers at or above this attainment pay the rate of the tier below them; the lowest tier pays nothing. */
export type Gate = Readonly<{ when: readonly Condition[]; from: number }>;
/** Multiplies the commission of the period: `times` if all conditions are true, else `otherwise`. */
export type Kicker = Readonly<{ when: readonly Condition[]; times: number; otherwise: number }>;
/**
 * A part of the quota with its own sales; without `match`, all sales that no earlier part has. `weight`: its share of the attainment;
 * null: every dollar counts the same.
 */
export type QuotaPart = Readonly<{ id: string; match?: Match; amount: Cents; weight: number | null }>;

/** The quota parts of one plan. */
export type PlanParts = Readonly<{ plan: string; parts: readonly QuotaPart[] }>;

/** The period's sums by key: tallies, and the amounts counted toward each part of the quota. */
export type StandingSums = Readonly<Record<string, number>>;
/** A sum over matching sales. `profit` and `costed` (their net revenue) include only sales with a known cost. */
export type Tally = Readonly<{ key: string; kind: 'net_revenue' | 'profit' | 'costed' | 'units' | 'deals'; match: Match | null }>;
type WithConditions = Pick<Plan, 'gates' | 'kickers'>;

/** A part of the quota, by its id in the plan version that prices the sale. */
const partKey = (id: string): string => `quota.${id}`;
/** A part of another plan's quota, for sales whose own version has no part with that id. */
const foreignPartKey = (plan: string, id: string): string => `${partKey(id)}@${plan}`;
/** The amount that the period's sales count toward a part of this plan's quota. */
export const countedToward = (sums: StandingSums, plan: string, id: string): Cents =>
  (sums[partKey(id)] ?? 0) + (sums[foreignPartKey(plan, id)] ?? 0);

const kindsOf: Readonly<Record<ConditionMetric, readonly Tally['kind'][]>> = {
  attainment: [],
  net_revenue: ['net_revenue'],
  margin: ['profit', 'costed'],
  units: ['units'],
  deals: ['deals'],
};

const matchTexts = new WeakMap<Match, string>();
/** Cached, because it is computed for every sale. */
const matchText = (match: Match): string => {
  const text = matchTexts.get(match) ?? JSON.stringify(match);
  matchTexts.set(match, text);
  return text;
};

/** Equal measures have the same key in every version of a plan, so a new version continues their sums. */
const tallyKey = (kind: Tally['kind'], match: Match | undefined): string => (match ? `${kind} ${matchText(match)}` : kind);

export const conditionsOf = ({ gates = [], kickers = [] }: WithConditions): Condition[] =>
  [...gates, ...kickers].flatMap(({ when }) => when);

type WithQuotaParts = Readonly<{ id: string; quota: Pick<Plan['quota'], 'parts'> }>;
/** The plans whose quota has parts. A sale also counts toward the parts of other versions, because versions may share a quota period. */
export const quotaPartsOf = (plans: readonly WithQuotaParts[]): readonly PlanParts[] =>
  plans.flatMap(({ id, quota }) => (quota.parts ? [{ plan: id, parts: quota.parts }] : []));

/** The distinct sums that the conditions of these plans read. */
export const talliesOf = (plans: readonly WithConditions[]): Tally[] => {
  const tallies = plans
    .flatMap(conditionsOf)
    .flatMap(({ metric, match }) => kindsOf[metric].map((kind): Tally => ({ key: tallyKey(kind, match), kind, match: match ?? null })));
  return [...new Map(tallies.map((tally) => [tally.key, tally])).values()];
};

/**
 * A person's part of a sale: net revenue, the profit if its cost is known, units to a millionth, and one deal, or none for a credit memo.
 * `sold`: the net revenue of the whole sale.
 */
export type SaleFigures = Readonly<{ sold: Cents; revenue: Cents; profit: Cents | null; units: number; deals: number }>;
type SaleAmounts = Readonly<{ net_cents: Cents; cost_cents: Cents | null; units: number | null }>;

/** @param original of a credit memo, which reverses profit and units in proportion to net revenue */
export const figuresOf = (invoice: SaleAmounts, original: SaleAmounts | null, shareOf: (amount: number) => number): SaleFigures => {
  const { net_cents: wholeSale, cost_cents: cost, units } = original ?? invoice;
  const net = invoice.net_cents;
  const reversedShare = (amount: number): number =>
    original === null || wholeSale === 0
      ? amount
      : roundRatio(BigInt(amount) * BigInt(net * Math.sign(wholeSale)), BigInt(Math.abs(wholeSale)));
  return {
    sold: net,
    revenue: shareOf(net),
    profit: cost === null ? null : shareOf(reversedShare(wholeSale - cost)),
    units: shareOf(reversedShare((units ?? 0) * PPM)) / PPM,
    deals: original === null && net !== 0 ? 1 : 0,
  };
};

const figureOf = (kind: Tally['kind'], figures: SaleFigures): number => {
  const { revenue, profit } = figures;
  if (kind === 'deals' || kind === 'units') return figures[kind];
  if (kind === 'profit') return profit ?? 0;
  return kind === 'costed' && profit === null ? 0 : revenue;
};

/**
 * The amount that a sale counts toward the whole quota and, in `adds`, toward its part of it and the sums that conditions read. `sold`: the net
 * revenue of the whole sale, which decides how much of `adds` credit memos leave.
 */
export type QuotaCredits = Readonly<{ counts: Cents; adds?: StandingSums; sold?: Cents }>;

/** A sale outside all parts of a quota counts as zero; in a weighted part, credit counts as weight × quota ÷ the part's amount. */
const weightedCredit = ({ quota: { amount: whole } }: Pick<Plan, 'quota'>, { amount, weight }: QuotaPart, credit: Cents): Cents =>
  weight === null || amount === 0
    ? credit
    : roundRatio(BigInt(credit) * BigInt(toPpm(weight)) * BigInt(whole), BigInt(PPM) * BigInt(amount));

/**
 * True for a sum whose figure may be entered later (cost, units). It is stored even if it is 0, because a closed month fixes the sums
 * that its sales belong to.
 */
const isEnteredLater = (kind: Tally['kind']): boolean => kind !== 'net_revenue' && kind !== 'deals';
const tallyEntryOf = ({ key, kind }: Tally, figures: SaleFigures): [string, number][] => {
  const size = figureOf(kind, figures);
  return size === 0 && !isEnteredLater(kind) ? [] : [[key, size]];
};

const addsOf = (sums: readonly [string, number][]): Pick<QuotaCredits, 'adds'> =>
  sums.length === 0 ? {} : { adds: Object.fromEntries(sums) };

/** Keys of the quota parts that a sale belongs to: parts of its own version, and parts of other plans whose ids that version lacks. */
const partKeysOf = ({ id: own, allParts = [], quota }: Pick<Plan, 'id' | 'allParts' | 'quota'>, sale: Sale): string[] => {
  const ids = new Set(quota.parts?.map(({ id }) => id));
  const part = quotaPartOf({ quota }, sale);
  const foreignKeys = allParts.flatMap(({ plan, parts }) => {
    const otherPart = plan === own ? null : quotaPartOf({ quota: { parts } }, sale);
    return otherPart && !ids.has(otherPart.id) ? [foreignPartKey(plan, otherPart.id)] : [];
  });
  return part ? [partKey(part.id), ...foreignKeys] : foreignKeys;
};

/** @param measured the amount that the plan pays commission on */
export const quotaCreditsOf = (plan: Plan, sale: Sale, measured: Cents, figures: SaleFigures): QuotaCredits => {
  const { quota, tallies = [] } = plan;
  const { sold } = figures;
  const times = quotaTimesOf(plan, sale);
  const credit = times === 1 ? measured : roundRatio(BigInt(measured) * BigInt(toPpm(times)), BigInt(PPM));
  const sums = tallies.flatMap((tally) => (tally.match === null || matches(tally.match, sale) ? tallyEntryOf(tally, figures) : []));
  if (credit !== 0) sums.unshift(...partKeysOf(plan, sale).map((key): [string, number] => [key, credit]));
  const part = quota.parts && quotaPartOf(plan, sale);
  const counts = part === undefined ? credit : part ? weightedCredit(plan, part, credit) : 0;
  return tracksSums(plan) ? { counts, sold, ...addsOf(sums) } : { counts };
};

/**
 * Recomputes the amounts a closed record adds, from today's figures, because costs and units may be entered late. The sale stays in the
 * same quota parts and sums.
 * @param inPart converts the recorded amount of a quota part to the recomputed one
 */
export const recomputeClosedAdds = (
  { tallies = [] }: Pick<Plan, 'tallies'>,
  recorded: StandingSums,
  figures: SaleFigures,
  inPart: (cents: Cents) => Cents,
): StandingSums =>
  Object.fromEntries([
    ...Object.entries(recorded).flatMap(([key, cents]) => (key.startsWith(partKey('')) ? [[key, inPart(cents)] as const] : [])),
    ...tallies.flatMap((tally) => (tally.match === null || tally.key in recorded ? tallyEntryOf(tally, figures) : [])),
  ]);

const isOfKind = (kind: Tally['kind'], key: string): boolean => key === kind || key.startsWith(`${kind} `);

/** The `adds` that remain when `left` of `whole` remains of a sale; deals count until nothing is left. */
export const remainingAdds = (adds: StandingSums, left: Cents, whole: Cents): StandingSums => {
  if (left === whole || whole === 0) return adds;
  const isLeft = left !== 0 && Math.sign(left) === Math.sign(whole);
  const sign = BigInt(Math.sign(whole));
  const share = (size: number): number => roundRatio(BigInt(size) * BigInt(left) * sign, BigInt(Math.abs(whole)));
  return Object.fromEntries(
    Object.entries(adds).map(([key, size]) => {
      if (isOfKind('deals', key)) return [key, isLeft ? size : 0];
      return [key, isOfKind('units', key) ? share(Math.round(size * PPM)) / PPM : share(size)];
    }),
  );
};

export const addSums = (sums: StandingSums, adds: StandingSums | undefined): StandingSums => {
  if (adds === undefined) return sums;
  const total: Record<string, number> = { ...sums };
  for (const [key, size] of Object.entries(adds)) total[key] = (total[key] ?? 0) + size;
  return total;
};

/** The (negative) amounts that a credit memo adds when it reduces a sale from `before` to `after`. */
export const addsOfMemo = (adds: StandingSums, whole: Cents, before: Cents, after: Cents): StandingSums => {
  const remaining = remainingAdds(adds, before, whole);
  return Object.fromEntries(Object.entries(remainingAdds(adds, after, whole)).map(([key, size]) => [key, size - (remaining[key] ?? 0)]));
};

/** A person's quota for one part: ramps, roles and personal amounts change all parts alike. */
export const quotaOfPart = ({ quota: { parts = [], amount: whole } }: Pick<Plan, 'quota'>, quota: Cents, id: string): Cents => {
  const amount = parts.find((part) => part.id === id)?.amount ?? 0;
  return whole === 0 ? 0 : roundRatio(BigInt(quota) * BigInt(amount), BigInt(whole));
};

/** The state of a period: the amount counted toward the quota so far, and the sums. */
export type PeriodStanding = Readonly<{ cum: Cents; sums: StandingSums }>;

/** True if `part` is at least `level` × `whole`; false unless `whole` is positive, so an empty measure is never reached. */
const reachesLevel = (part: Cents, whole: Cents, level: number): boolean =>
  whole > 0 && BigInt(part) * BigInt(PPM) >= BigInt(whole) * BigInt(toPpm(level));

const isMet = (plan: Plan, { metric, match, quota: id, level }: Condition, quota: Cents, { cum, sums }: PeriodStanding): boolean => {
  const sumOf = (kind: Tally['kind']): number => sums[tallyKey(kind, match)] ?? 0;
  if (metric === 'attainment')
    return id === undefined
      ? reachesLevel(cum, quota, level)
      : reachesLevel(countedToward(sums, plan.id, id), quotaOfPart(plan, quota, id), level);
  if (metric === 'margin') return reachesLevel(sumOf('profit'), sumOf('costed'), level);
  // Units of shared sales are fractions; their sum is exact to a millionth.
  if (metric === 'units') return toPpm(sumOf(metric)) >= toPpm(level);
  return sumOf(metric) >= level;
};

export const areAllMet = (plan: Plan, when: readonly Condition[], quota: Cents, standing: PeriodStanding): boolean =>
  when.every((condition) => isMet(plan, condition, quota, standing));
