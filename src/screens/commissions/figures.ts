import { type CommissionStatus, type CommissionSummary, commissionStatuses } from '../../../contract/entities/commission.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { percent } from '../../../contract/rules/commission/explain/wording.ts';
import { earnedOn, fromCents, toCents } from '../../../contract/rules/money.ts';
import { addDays, type DateRange, daysIn, firstDayOfMonth, yearOf } from '../../../contract/rules/time/period.ts';
import type { SummaryFigure } from '../../machines/commissions/commissions.machine.ts';
import { formatDate } from '../../ui/display/format.ts';
import { formatAmount, statusBadge } from './columns.tsx';
import { earnedBeyondTotal, figureText, reliableRates } from './connectCommissions.ts';

const t = messages.figures;
const label = messages.commissions.summary;

/** The link of a formula line: another figure, the rows of a status, or the records of other days. */
export type TermLink = Readonly<{ figure: SummaryFigure }> | Readonly<{ status: CommissionStatus }> | Readonly<{ days: DateRange }>;
/** A line of the formula: label, calculation, amount and link; without a link, its source is shown next to the formula. */
export type Term = readonly [label: string, calculation: string, amount: string, to?: TermLink];
type FigureBlocker = Readonly<{ sentence: string; who: string }>;
export type FigureReason = Readonly<{
  sentences: readonly string[];
  terms: readonly Term[];
  /** Blockers of the money and who can clear them; null if nothing blocks it. */
  blockers: readonly FigureBlocker[] | null;
  /** The statuses of the rows behind the figure; '' for all rows. */
  rows: readonly (CommissionStatus | '')[];
  /** True if the plan's quota and version help explain the figure. */
  isFromPlan: boolean;
  /** True if the figure includes adjustments that can be shown. */
  includesAdjustments: boolean;
  /** True if adjustments explain its difference from the total. */
  hasDifference: boolean;
  /** True if changes since the last statement contribute to the figure. */
  hasChanges: boolean;
}>;
export type ShownSummary = Readonly<{ summary: CommissionSummary; range: DateRange; who: string }>;

const money = formatAmount;
const subtract = (a: number, ...others: number[]): number => fromCents(others.reduce((rest, amount) => rest - toCents(amount), toCents(a)));
const sumAmounts = (values: readonly number[]): number => fromCents(values.reduce((total, amount) => total + toCents(amount), 0));
/** The parts by status, in the order of the filter. */
const toParts = ({ summary }: ShownSummary) =>
  commissionStatuses.flatMap((current) => summary.by_status?.filter(({ status }) => status === current) ?? []);
const rowCount = (count: number): string => (count === 1 ? t.row : fill(t.rows, { count }));

/** The figure itself as the last line of its formula. */
const resultTerm = (figure: SummaryFigure, { summary }: ShownSummary): Term => [
  `= ${label[figure]}`,
  '',
  figureText(figure, summary).amount,
];
const figureTerm = (name: SummaryFigure, { summary }: ShownSummary, sign = ''): Term => [
  `${sign}${label[name]}`,
  '',
  figureText(name, summary).amount,
  { figure: name },
];

const yearToDateRange = ({ range }: ShownSummary): DateRange => ({
  start_date: firstDayOfMonth(yearOf(range.end_date), 0),
  end_date: range.end_date,
});
const formatDays = ({ start_date, end_date }: DateRange) => ({ start: formatDate(start_date), end: formatDate(end_date) });

const quotaTerms = (name: 'quota_amount' | 'ytd_target', view: ShownSummary, range: DateRange): Term[] => {
  const count = daysIn(range);
  return [[fill(t.days, formatDays(range)), '', String(count)], [t.perDay, '', money(view.summary[name] / count)], resultTerm(name, view)];
};

/** Bookings of this year before the range, and those within it. */
const yearTerms = (view: ShownSummary): Term[] => {
  const year = yearToDateRange(view);
  const { range, summary } = view;
  if (range.start_date <= year.start_date) return [resultTerm('ytd_progress', view)];
  const earlierDays = { start_date: year.start_date, end_date: addDays(range.start_date, -1) };
  return [
    [
      fill(t.before, formatDays(earlierDays)),
      '',
      money(subtract(summary.ytd_progress, summary.total_commissionable_sales)),
      { days: earlierDays },
    ],
    [`+ ${fill(t.before, formatDays(range))}`, '', money(summary.total_commissionable_sales), { figure: 'total_commissionable_sales' }],
    resultTerm('ytd_progress', view),
  ];
};

const commissionTerms = (view: ShownSummary): Term[] => {
  const { summary } = view;
  const { base, over } = reliableRates(summary);
  if (base === null || over === null || base === undefined || over === undefined)
    return [
      figureTerm('period_net_revenue', view),
      figureTerm('effective_commission_rate', view, '× '),
      resultTerm('period_commission', view),
    ];
  const toPart = (name: 'base_revenue' | 'over_quota_revenue', rate: number, sign: string): { cents: number; term: Term } => {
    const cents = earnedOn([{ net: toCents(summary[name]), rate }]);
    return {
      cents,
      term: [`${sign}${label[name]}`, `${money(summary[name])} × ${percent(rate)}`, money(fromCents(cents)), { figure: name }],
    };
  };
  const parts = [toPart('base_revenue', base, ''), toPart('over_quota_revenue', over, '+ ')];
  const remainingCents = parts.reduce((left, { cents }) => left - cents, toCents(summary.period_commission));
  return [
    ...parts.map(({ term }) => term),
    ...(remainingCents === 0 ? [] : [[t.rounding, '', money(fromCents(remainingCents))] as const]),
    resultTerm('period_commission', view),
  ];
};

/** Adjustments that belong to no record, as a line of the formula. */
const withoutRecordTerms = ({ summary }: ShownSummary, amountName: 'earned' | 'due' | 'paid', first: boolean): Term[] => {
  const amount = summary.without_record?.[amountName] ?? 0;
  return amount === 0 ? [] : [[fill(t.withoutRecord, { sign: first ? '' : '+ ' }), '', money(amount)]];
};

/** The amount by status, plus adjustments without a record. */
const statusTerms = (name: SummaryFigure, amountName: 'due' | 'paid', view: ShownSummary): Term[] => {
  const matching = toParts(view).filter((part) => part[amountName] !== 0);
  return [
    ...matching.map((part, index): Term => {
      const sign = index === 0 ? '' : '+ ';
      return [`${sign}${statusBadge(part.status).label}`, rowCount(part.records), money(part[amountName]), { status: part.status }];
    }),
    ...withoutRecordTerms(view, amountName, matching.length === 0),
    resultTerm(name, view),
  ];
};

/** The card's equation, solved for one of its terms. */
const equationTerms = (name: 'total_commission_not_yet_due' | 'total_commission_overpaid', view: ShownSummary): Term[] => {
  if (name === 'total_commission_overpaid')
    return [
      figureTerm('total_commission_paid', view),
      figureTerm('total_commission_due', view, '+ '),
      figureTerm('total_commission_not_yet_due', view, '+ '),
      figureTerm('total_commission_earned', view, '− '),
      resultTerm(name, view),
    ];
  return [
    figureTerm('total_commission_earned', view),
    figureTerm('total_commission_paid', view, '− '),
    figureTerm('total_commission_due', view, '− '),
    figureTerm('total_commission_overpaid', view, '+ '),
    resultTerm(name, view),
  ];
};

const recordAdjustmentTotal = ({ summary }: ShownSummary): number =>
  subtract(summary.total_commission_earned, summary.period_commission, summary.without_record?.earned ?? 0);

/** Net revenue that counts toward no quota: revenue that a plan excludes, and shares of team revenue. */
const uncountedTerms = ({ summary }: ShownSummary): Term[] => {
  const uncountedRevenue = subtract(summary.period_net_revenue, summary.total_commissionable_sales);
  return uncountedRevenue === 0 ? [] : [[`− ${t.notCounted}`, '', money(uncountedRevenue)]];
};

const averageTerms = (view: ShownSummary): Term[] => {
  const { positive_net_revenue: netRevenue, positive_records: count } = view.summary;
  const parts: Term[] =
    netRevenue === undefined || count === undefined
      ? []
      : [
          [t.sales, '', money(netRevenue)],
          [t.salesCount, '', String(count)],
        ];
  return [...parts, resultTerm('average_deal_size', view)];
};

const blockersByAmount = {
  payout: ({ summary }: ShownSummary): FigureBlocker[] =>
    summary.total_commission_due === 0
      ? []
      : [{ sentence: fill(t.payout, { amount: money(summary.total_commission_due) }), who: t.payoutWho }],
  unreleased: (view: ShownSummary): FigureBlocker[] => {
    const open = toParts(view).filter(({ status }) => status !== 'over_paid');
    const amount = sumAmounts(open.map(({ earned, paid, due }) => subtract(earned, paid, due)));
    return amount === 0 ? [] : [{ sentence: fill(t.unreleased, { amount: money(amount) }), who: t.unreleasedWho }];
  },
  overPaid: (view: ShownSummary): FigureBlocker[] =>
    toParts(view)
      .filter(({ status }) => status === 'over_paid')
      .map(({ earned, paid }) => ({
        sentence: fill(t.overPaid, { paid: money(paid), earned: money(earned) }),
        who: t.overPaidWho,
      })),
};

const presentStatuses = (view: ShownSummary, statuses?: readonly CommissionStatus[]): CommissionStatus[] =>
  toParts(view)
    .map(({ status }) => status)
    .filter((status) => !statuses || statuses.includes(status));
const allStatuses = (view: ShownSummary): FigureReason['rows'] => ['', ...presentStatuses(view)];

const rateSentence = (rate: number | null | undefined): string =>
  rate === null || rate === undefined ? t.severalRates : fill(t.atRate, { rate: percent(rate) });

type FigureReasonParts = Partial<Omit<FigureReason, 'terms' | 'sentences'>> &
  Readonly<{ terms: readonly Term[]; moreSentences?: readonly string[] }>;

/** For each summary figure: its formula, its sources and its blockers. */
const reasons: Readonly<Record<SummaryFigure, (view: ShownSummary) => FigureReasonParts>> = {
  total_commission: (view) => ({
    terms: [figureTerm('period_commission', view), figureTerm('total_adjustments', view, '+ '), resultTerm('total_commission', view)],
    rows: allStatuses(view),
    includesAdjustments: true,
    hasChanges: true,
  }),
  total_commission_due: (view) => ({
    terms: statusTerms('total_commission_due', 'due', view),
    blockers: [...blockersByAmount.payout(view), ...blockersByAmount.unreleased(view)],
    rows: presentStatuses(view, ['due', 'partially_paid', 'not_due']),
  }),
  total_commission_paid: (view) => ({
    terms: statusTerms('total_commission_paid', 'paid', view),
    blockers: [...blockersByAmount.payout(view), ...blockersByAmount.overPaid(view)],
    rows: presentStatuses(view, ['paid', 'partially_paid', 'over_paid']),
  }),
  total_commission_earned: (view) => ({
    terms: [
      figureTerm('period_commission', view),
      [t.ownAdjustments, '', money(recordAdjustmentTotal(view))],
      ...withoutRecordTerms(view, 'earned', false),
      resultTerm('total_commission_earned', view),
    ],
    moreSentences: earnedBeyondTotal(view.summary) === null ? [] : [fill(t.beyondTotal, formatDays(view.range))],
    hasDifference: earnedBeyondTotal(view.summary) !== null,
    includesAdjustments: true,
    blockers: [...blockersByAmount.payout(view), ...blockersByAmount.unreleased(view), ...blockersByAmount.overPaid(view)],
    rows: allStatuses(view),
  }),
  total_commission_not_yet_due: (view) => ({
    terms: equationTerms('total_commission_not_yet_due', view),
    blockers: blockersByAmount.unreleased(view),
    rows: presentStatuses(view, ['not_due', 'partially_paid']),
  }),
  total_commission_overpaid: (view) => ({
    terms: equationTerms('total_commission_overpaid', view),
    blockers: blockersByAmount.overPaid(view),
    rows: presentStatuses(view, ['over_paid']),
  }),
  quota_amount: (view) => ({ terms: quotaTerms('quota_amount', view, view.range), isFromPlan: true }),
  quota_attainment: (view) => ({
    terms: [figureTerm('total_commissionable_sales', view), figureTerm('quota_amount', view, '÷ '), resultTerm('quota_attainment', view)],
    moreSentences: view.summary.quota_attainment === null ? [t.noQuota] : [],
    rows: allStatuses(view),
    isFromPlan: true,
  }),
  period_net_revenue: (view) => ({
    terms: [figureTerm('base_revenue', view), figureTerm('over_quota_revenue', view, '+ '), resultTerm('period_net_revenue', view)],
    rows: allStatuses(view),
  }),
  base_revenue: (view) => ({
    terms: [figureTerm('period_net_revenue', view), figureTerm('over_quota_revenue', view, '− '), resultTerm('base_revenue', view)],
    moreSentences: [t.counted, rateSentence(reliableRates(view.summary).base)],
    rows: allStatuses(view),
    isFromPlan: true,
  }),
  over_quota_revenue: (view) => ({
    terms: [figureTerm('period_net_revenue', view), figureTerm('base_revenue', view, '− '), resultTerm('over_quota_revenue', view)],
    moreSentences: [t.counted, rateSentence(reliableRates(view.summary).over)],
    rows: allStatuses(view),
    isFromPlan: true,
  }),
  period_commission: (view) => {
    const { base, over } = reliableRates(view.summary);
    return {
      terms: commissionTerms(view),
      moreSentences: base === null || over === null ? [t.severalRates] : [],
      rows: allStatuses(view),
      isFromPlan: true,
    };
  },
  total_adjustments: () => ({ terms: [], includesAdjustments: true }),
  effective_commission_rate: (view) => ({
    terms: [
      figureTerm('period_commission', view),
      figureTerm('period_net_revenue', view, '÷ '),
      resultTerm('effective_commission_rate', view),
    ],
    rows: allStatuses(view),
  }),
  average_deal_size: (view) => ({ terms: averageTerms(view), rows: allStatuses(view) }),
  total_commissionable_sales: (view) => ({
    terms: [figureTerm('period_net_revenue', view), ...uncountedTerms(view), resultTerm('total_commissionable_sales', view)],
    rows: allStatuses(view),
  }),
  ytd_progress: (view) => ({ terms: yearTerms(view) }),
  ytd_target: (view) => ({ terms: quotaTerms('ytd_target', view, yearToDateRange(view)), isFromPlan: true }),
};

/** Explains a figure of the summary (decisions 2.04). */
export const getFigureReason = (name: SummaryFigure, view: ShownSummary): FigureReason => {
  const { moreSentences = [], ...reason } = reasons[name](view);
  const words = { who: view.who, ...formatDays(view.range), january: formatDate(yearToDateRange(view).start_date) };
  return {
    blockers: null,
    rows: [],
    isFromPlan: false,
    includesAdjustments: false,
    hasDifference: false,
    hasChanges: false,
    ...reason,
    sentences: [fill(t[name], words), ...moreSentences],
  };
};
