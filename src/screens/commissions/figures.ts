import { type CommissionStatus, type CommissionSummary, commissionStatuses } from '../../../contract/entities/commission.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { percent } from '../../../contract/rules/commission/explain/wording.ts';
import { earnedOn, fromCents, toCents } from '../../../contract/rules/money.ts';
import { addDays, type DateRange, daysIn, firstDayOfMonth, yearOf } from '../../../contract/rules/time/period.ts';
import type { SummaryFigure } from '../../machines/commissions/commissions.machine.ts';
import { formatDate } from '../../ui/display/format.ts';
import { formatAmount, statusBadge } from './columns.tsx';
import { earnedBeyondTotal, figureText, ratesThatHold } from './connectCommissions.ts';

const t = messages.figures;
const label = messages.commissions.summary;

/** The link of a formula line: another figure, the rows of a status, or the records of other days. */
export type TermLink = Readonly<{ figure: SummaryFigure }> | Readonly<{ status: CommissionStatus }> | Readonly<{ days: DateRange }>;
/** A line of the formula: label, calculation, amount and link; without a link, its source is shown next to the formula. */
export type Term = readonly [label: string, calculation: string, amount: string, to?: TermLink];
type Wait = Readonly<{ sentence: string; who: string }>;
export type FigureReason = Readonly<{
  sentences: readonly string[];
  terms: readonly Term[];
  /** Blockers of the money and who can clear them; null if nothing blocks it. */
  waits: readonly Wait[] | null;
  /** The statuses of the rows behind the figure; '' for all rows. */
  rows: readonly (CommissionStatus | '')[];
  /** True if the plan explains more. */
  ofPlan: boolean;
  /** True if the figure includes adjustments that can be shown. */
  ofAdjustments: boolean;
  /** True if adjustments explain its difference from the total. */
  hasDifference: boolean;
  /** True if changes since the last statement contributed to the figure. */
  hasChanges: boolean;
}>;
export type ShownSummary = Readonly<{ summary: CommissionSummary; range: DateRange; who: string }>;

const money = formatAmount;
const difference = (a: number, ...others: number[]): number => fromCents(others.reduce((rest, each) => rest - toCents(each), toCents(a)));
const sum = (values: readonly number[]): number => fromCents(values.reduce((total, each) => total + toCents(each), 0));
/** The parts by status, in the order of the filter. */
const partsOf = ({ summary }: ShownSummary) =>
  commissionStatuses.flatMap((each) => summary.by_status?.filter(({ status }) => status === each) ?? []);
const rowCount = (count: number): string => (count === 1 ? t.row : fill(t.rows, { count }));

/** The figure itself as the last line of its formula. */
const result = (figure: SummaryFigure, { summary }: ShownSummary): Term => [`= ${label[figure]}`, '', figureText(figure, summary).amount];
const figure = (name: SummaryFigure, { summary }: ShownSummary, sign = ''): Term => [
  `${sign}${label[name]}`,
  '',
  figureText(name, summary).amount,
  { figure: name },
];

const january = ({ range }: ShownSummary): DateRange => ({
  start_date: firstDayOfMonth(yearOf(range.end_date), 0),
  end_date: range.end_date,
});
const days = ({ start_date, end_date }: DateRange) => ({ start: formatDate(start_date), end: formatDate(end_date) });

const quotaTerms = (name: 'quota_amount' | 'ytd_target', shown: ShownSummary, range: DateRange): Term[] => {
  const count = daysIn(range);
  return [[fill(t.days, days(range)), '', String(count)], [t.perDay, '', money(shown.summary[name] / count)], result(name, shown)];
};

/** Bookings of this year before the range, and those within it. */
const yearTerms = (shown: ShownSummary): Term[] => {
  const year = january(shown);
  const { range, summary } = shown;
  if (range.start_date <= year.start_date) return [result('ytd_progress', shown)];
  const before = { start_date: year.start_date, end_date: addDays(range.start_date, -1) };
  return [
    [fill(t.before, days(before)), '', money(difference(summary.ytd_progress, summary.total_commissionable_sales)), { days: before }],
    [`+ ${fill(t.before, days(range))}`, '', money(summary.total_commissionable_sales), { figure: 'total_commissionable_sales' }],
    result('ytd_progress', shown),
  ];
};

const commissionTerms = (shown: ShownSummary): Term[] => {
  const { summary } = shown;
  const { base, over } = ratesThatHold(summary);
  if (base === null || over === null || base === undefined || over === undefined)
    return [figure('period_net_revenue', shown), figure('effective_commission_rate', shown, '× '), result('period_commission', shown)];
  const part = (name: 'base_revenue' | 'over_quota_revenue', rate: number, sign: string): { cents: number; term: Term } => {
    const cents = earnedOn([{ net: toCents(summary[name]), rate }]);
    return {
      cents,
      term: [`${sign}${label[name]}`, `${money(summary[name])} × ${percent(rate)}`, money(fromCents(cents)), { figure: name }],
    };
  };
  const parts = [part('base_revenue', base, ''), part('over_quota_revenue', over, '+ ')];
  const rest = parts.reduce((left, { cents }) => left - cents, toCents(summary.period_commission));
  return [
    ...parts.map(({ term }) => term),
    ...(rest === 0 ? [] : [[t.rounding, '', money(fromCents(rest))] as const]),
    result('period_commission', shown),
  ];
};

/** The share of adjustments that belong to no record. */
const aloneTerms = ({ summary }: ShownSummary, amountName: 'earned' | 'due' | 'paid', first: boolean): Term[] => {
  const amount = summary.without_record?.[amountName] ?? 0;
  return amount === 0 ? [] : [[fill(t.withoutRecord, { sign: first ? '' : '+ ' }), '', money(amount)]];
};

/** The amount of each status, plus adjustments without a record. */
const statusTerms = (name: SummaryFigure, amountName: 'due' | 'paid', shown: ShownSummary): Term[] => {
  const found = partsOf(shown).filter((part) => part[amountName] !== 0);
  return [
    ...found.map((part, index): Term => {
      const sign = index === 0 ? '' : '+ ';
      return [`${sign}${statusBadge(part.status).label}`, rowCount(part.records), money(part[amountName]), { status: part.status }];
    }),
    ...aloneTerms(shown, amountName, found.length === 0),
    result(name, shown),
  ];
};

/** The card's equation, solved for one of its parts. */
const equationTerms = (name: 'total_commission_not_yet_due' | 'total_commission_overpaid', shown: ShownSummary): Term[] => {
  if (name === 'total_commission_overpaid')
    return [
      figure('total_commission_paid', shown),
      figure('total_commission_due', shown, '+ '),
      figure('total_commission_not_yet_due', shown, '+ '),
      figure('total_commission_earned', shown, '− '),
      result(name, shown),
    ];
  return [
    figure('total_commission_earned', shown),
    figure('total_commission_paid', shown, '− '),
    figure('total_commission_due', shown, '− '),
    figure('total_commission_overpaid', shown, '+ '),
    result(name, shown),
  ];
};

const ownAdjustments = ({ summary }: ShownSummary): number =>
  difference(summary.total_commission_earned, summary.period_commission, summary.without_record?.earned ?? 0);

/** Revenue a plan excludes and shares of team revenue are net revenue, but count toward no quota. */
const notCounted = ({ summary }: ShownSummary): Term[] => {
  const left = difference(summary.period_net_revenue, summary.total_commissionable_sales);
  return left === 0 ? [] : [[`− ${t.notCounted}`, '', money(left)]];
};

const averageTerms = (shown: ShownSummary): Term[] => {
  const { positive_net_revenue: net, positive_records: count } = shown.summary;
  const parts: Term[] =
    net === undefined || count === undefined
      ? []
      : [
          [t.sales, '', money(net)],
          [t.salesCount, '', String(count)],
        ];
  return [...parts, result('average_deal_size', shown)];
};

const wait = {
  payout: ({ summary }: ShownSummary): Wait[] =>
    summary.total_commission_due === 0
      ? []
      : [{ sentence: fill(t.payout, { amount: money(summary.total_commission_due) }), who: t.payoutWho }],
  unreleased: (shown: ShownSummary): Wait[] => {
    const open = partsOf(shown).filter(({ status }) => status !== 'over_paid');
    const amount = sum(open.map(({ earned, paid, due }) => difference(earned, paid, due)));
    return amount === 0 ? [] : [{ sentence: fill(t.unreleased, { amount: money(amount) }), who: t.unreleasedWho }];
  },
  overPaid: (shown: ShownSummary): Wait[] =>
    partsOf(shown)
      .filter(({ status }) => status === 'over_paid')
      .map(({ earned, paid }) => ({
        sentence: fill(t.overPaid, { paid: money(paid), earned: money(earned) }),
        who: t.overPaidWho,
      })),
};

const present = (shown: ShownSummary, statuses?: readonly CommissionStatus[]): CommissionStatus[] =>
  partsOf(shown)
    .map(({ status }) => status)
    .filter((status) => !statuses || statuses.includes(status));
const allRows = (shown: ShownSummary): FigureReason['rows'] => ['', ...present(shown)];

const rateSentence = (rate: number | null | undefined): string =>
  rate === null || rate === undefined ? t.severalRates : fill(t.atRate, { rate: percent(rate) });

type Told = Partial<Omit<FigureReason, 'terms' | 'sentences'>> & Readonly<{ terms: readonly Term[]; more?: readonly string[] }>;

/** For each summary figure: its formula, its sources and its blockers. */
const reasons: Readonly<Record<SummaryFigure, (shown: ShownSummary) => Told>> = {
  total_commission: (shown) => ({
    terms: [figure('period_commission', shown), figure('total_adjustments', shown, '+ '), result('total_commission', shown)],
    rows: allRows(shown),
    ofAdjustments: true,
    hasChanges: true,
  }),
  total_commission_due: (shown) => ({
    terms: statusTerms('total_commission_due', 'due', shown),
    waits: [...wait.payout(shown), ...wait.unreleased(shown)],
    rows: present(shown, ['due', 'partially_paid', 'not_due']),
  }),
  total_commission_paid: (shown) => ({
    terms: statusTerms('total_commission_paid', 'paid', shown),
    waits: [...wait.payout(shown), ...wait.overPaid(shown)],
    rows: present(shown, ['paid', 'partially_paid', 'over_paid']),
  }),
  total_commission_earned: (shown) => ({
    terms: [
      figure('period_commission', shown),
      [t.ownAdjustments, '', money(ownAdjustments(shown))],
      ...aloneTerms(shown, 'earned', false),
      result('total_commission_earned', shown),
    ],
    more: earnedBeyondTotal(shown.summary) === null ? [] : [fill(t.beyondTotal, days(shown.range))],
    hasDifference: earnedBeyondTotal(shown.summary) !== null,
    ofAdjustments: true,
    waits: [...wait.payout(shown), ...wait.unreleased(shown), ...wait.overPaid(shown)],
    rows: allRows(shown),
  }),
  total_commission_not_yet_due: (shown) => ({
    terms: equationTerms('total_commission_not_yet_due', shown),
    waits: wait.unreleased(shown),
    rows: present(shown, ['not_due', 'partially_paid']),
  }),
  total_commission_overpaid: (shown) => ({
    terms: equationTerms('total_commission_overpaid', shown),
    waits: wait.overPaid(shown),
    rows: present(shown, ['over_paid']),
  }),
  quota_amount: (shown) => ({ terms: quotaTerms('quota_amount', shown, shown.range), ofPlan: true }),
  quota_attainment: (shown) => ({
    terms: [figure('total_commissionable_sales', shown), figure('quota_amount', shown, '÷ '), result('quota_attainment', shown)],
    more: shown.summary.quota_attainment === null ? [t.noQuota] : [],
    rows: allRows(shown),
    ofPlan: true,
  }),
  period_net_revenue: (shown) => ({
    terms: [figure('base_revenue', shown), figure('over_quota_revenue', shown, '+ '), result('period_net_revenue', shown)],
    rows: allRows(shown),
  }),
  base_revenue: (shown) => ({
    terms: [figure('period_net_revenue', shown), figure('over_quota_revenue', shown, '− '), result('base_revenue', shown)],
    more: [t.counted, rateSentence(ratesThatHold(shown.summary).base)],
    rows: allRows(shown),
    ofPlan: true,
  }),
  over_quota_revenue: (shown) => ({
    terms: [figure('period_net_revenue', shown), figure('base_revenue', shown, '− '), result('over_quota_revenue', shown)],
    more: [t.counted, rateSentence(ratesThatHold(shown.summary).over)],
    rows: allRows(shown),
    ofPlan: true,
  }),
  period_commission: (shown) => {
    const { base, over } = ratesThatHold(shown.summary);
    return {
      terms: commissionTerms(shown),
      more: base === null || over === null ? [t.severalRates] : [],
      rows: allRows(shown),
      ofPlan: true,
    };
  },
  total_adjustments: () => ({ terms: [], ofAdjustments: true }),
  effective_commission_rate: (shown) => ({
    terms: [figure('period_commission', shown), figure('period_net_revenue', shown, '÷ '), result('effective_commission_rate', shown)],
    rows: allRows(shown),
  }),
  average_deal_size: (shown) => ({ terms: averageTerms(shown), rows: allRows(shown) }),
  total_commissionable_sales: (shown) => ({
    terms: [figure('period_net_revenue', shown), ...notCounted(shown), result('total_commissionable_sales', shown)],
    rows: allRows(shown),
  }),
  ytd_progress: (shown) => ({ terms: yearTerms(shown) }),
  ytd_target: (shown) => ({ terms: quotaTerms('ytd_target', shown, january(shown)), ofPlan: true }),
};

/** Explains a figure of the summary (decisions 2.04). */
export const figureReasonOf = (name: SummaryFigure, shown: ShownSummary): FigureReason => {
  const { more = [], ...reason } = reasons[name](shown);
  const words = { who: shown.who, ...days(shown.range), january: formatDate(january(shown).start_date) };
  return {
    waits: null,
    rows: [],
    ofPlan: false,
    ofAdjustments: false,
    hasDifference: false,
    hasChanges: false,
    ...reason,
    sentences: [fill(t[name], words), ...more],
  };
};
