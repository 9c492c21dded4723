import { type CommissionStatus, type CommissionSummary, commissionStatuses } from '../../../contract/entities/commission.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { percent } from '../../../contract/rules/commission/explain/wording.ts';
import { earnedOn, fromCents, toCents } from '../../../contract/rules/money.ts';
import { addDays, type DateRange, daysIn, firstOf, yearOf } from '../../../contract/rules/time/period.ts';
import type { SummaryFigure } from '../../machines/commissions/commissions.machine.ts';
import { formatDate } from '../../ui/display/format.ts';
import { formatAmount, statusBadge } from './columns.tsx';
import { earnedBeyondTotal, figureText, ratesThatHold } from './connectCommissions.ts';

const text = messages.figures;
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
const rowCount = (count: number): string => (count === 1 ? text.row : fill(text.rows, { count }));

/** The figure itself as the last line of its formula. */
const result = (figure: SummaryFigure, { summary }: ShownSummary): Term => [`= ${label[figure]}`, '', figureText(figure, summary).amount];
const figure = (name: SummaryFigure, { summary }: ShownSummary, sign = ''): Term => [
  `${sign}${label[name]}`,
  '',
  figureText(name, summary).amount,
  { figure: name },
];

const january = ({ range }: ShownSummary): DateRange => ({ start_date: firstOf(yearOf(range.end_date), 0), end_date: range.end_date });
const days = ({ start_date, end_date }: DateRange) => ({ start: formatDate(start_date), end: formatDate(end_date) });

const quotaTerms = (name: 'quota_amount' | 'ytd_target', asked: ShownSummary, range: DateRange): Term[] => {
  const count = daysIn(range);
  return [[fill(text.days, days(range)), '', String(count)], [text.perDay, '', money(asked.summary[name] / count)], result(name, asked)];
};

/** Bookings of this year before the range, and those within it. */
const yearTerms = (asked: ShownSummary): Term[] => {
  const year = january(asked);
  const { range, summary } = asked;
  if (range.start_date <= year.start_date) return [result('ytd_progress', asked)];
  const before = { start_date: year.start_date, end_date: addDays(range.start_date, -1) };
  return [
    [fill(text.before, days(before)), '', money(difference(summary.ytd_progress, summary.total_commissionable_sales)), { days: before }],
    [`+ ${fill(text.before, days(range))}`, '', money(summary.total_commissionable_sales), { figure: 'total_commissionable_sales' }],
    result('ytd_progress', asked),
  ];
};

const commissionTerms = (asked: ShownSummary): Term[] => {
  const { summary } = asked;
  const { base, over } = ratesThatHold(summary);
  if (base === null || over === null || base === undefined || over === undefined)
    return [figure('period_net_revenue', asked), figure('effective_commission_rate', asked, '× '), result('period_commission', asked)];
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
    ...(rest === 0 ? [] : [[text.rounding, '', money(fromCents(rest))] as const]),
    result('period_commission', asked),
  ];
};

/** The share of adjustments that belong to no record. */
const aloneTerms = ({ summary }: ShownSummary, of: 'earned' | 'due' | 'paid', first: boolean): Term[] => {
  const amount = summary.without_record?.[of] ?? 0;
  return amount === 0 ? [] : [[fill(text.withoutRecord, { sign: first ? '' : '+ ' }), '', money(amount)]];
};

/** The amount of each status, plus adjustments without a record. */
const statusTerms = (name: SummaryFigure, of: 'due' | 'paid', asked: ShownSummary): Term[] => {
  const found = partsOf(asked).filter((part) => part[of] !== 0);
  return [
    ...found.map((part, at): Term => {
      const sign = at === 0 ? '' : '+ ';
      return [`${sign}${statusBadge(part.status).label}`, rowCount(part.records), money(part[of]), { status: part.status }];
    }),
    ...aloneTerms(asked, of, found.length === 0),
    result(name, asked),
  ];
};

/** The card's equation, solved for one of its parts. */
const equationTerms = (name: 'total_commission_not_yet_due' | 'total_commission_overpaid', asked: ShownSummary): Term[] => {
  if (name === 'total_commission_overpaid')
    return [
      figure('total_commission_paid', asked),
      figure('total_commission_due', asked, '+ '),
      figure('total_commission_not_yet_due', asked, '+ '),
      figure('total_commission_earned', asked, '− '),
      result(name, asked),
    ];
  return [
    figure('total_commission_earned', asked),
    figure('total_commission_paid', asked, '− '),
    figure('total_commission_due', asked, '− '),
    figure('total_commission_overpaid', asked, '+ '),
    result(name, asked),
  ];
};

const ownAdjustments = ({ summary }: ShownSummary): number =>
  difference(summary.total_commission_earned, summary.period_commission, summary.without_record?.earned ?? 0);

/** Revenue a plan excludes and shares of team revenue are net revenue, but count toward no quota. */
const notCounted = ({ summary }: ShownSummary): Term[] => {
  const left = difference(summary.period_net_revenue, summary.total_commissionable_sales);
  return left === 0 ? [] : [[`− ${text.notCounted}`, '', money(left)]];
};

const averageTerms = (asked: ShownSummary): Term[] => {
  const { positive_net_revenue: net, positive_records: count } = asked.summary;
  const parts: Term[] =
    net === undefined || count === undefined
      ? []
      : [
          [text.sales, '', money(net)],
          [text.salesCount, '', String(count)],
        ];
  return [...parts, result('average_deal_size', asked)];
};

const wait = {
  payout: ({ summary }: ShownSummary): Wait[] =>
    summary.total_commission_due === 0
      ? []
      : [{ sentence: fill(text.payout, { amount: money(summary.total_commission_due) }), who: text.payoutWho }],
  unreleased: (asked: ShownSummary): Wait[] => {
    const open = partsOf(asked).filter(({ status }) => status !== 'over_paid');
    const amount = sum(open.map(({ earned, paid, due }) => difference(earned, paid, due)));
    return amount === 0 ? [] : [{ sentence: fill(text.unreleased, { amount: money(amount) }), who: text.unreleasedWho }];
  },
  overPaid: (asked: ShownSummary): Wait[] =>
    partsOf(asked)
      .filter(({ status }) => status === 'over_paid')
      .map(({ earned, paid }) => ({
        sentence: fill(text.overPaid, { paid: money(paid), earned: money(earned) }),
        who: text.overPaidWho,
      })),
};

const present = (asked: ShownSummary, statuses?: readonly CommissionStatus[]): CommissionStatus[] =>
  partsOf(asked)
    .map(({ status }) => status)
    .filter((status) => !statuses || statuses.includes(status));
const allRows = (asked: ShownSummary): FigureReason['rows'] => ['', ...present(asked)];

const rateSentence = (rate: number | null | undefined): string =>
  rate === null || rate === undefined ? text.severalRates : fill(text.atRate, { rate: percent(rate) });

type Told = Partial<Omit<FigureReason, 'terms' | 'sentences'>> & Readonly<{ terms: readonly Term[]; more?: readonly string[] }>;

/** For each summary figure: its formula, its sources and its blockers. */
const reasons: Readonly<Record<SummaryFigure, (asked: ShownSummary) => Told>> = {
  total_commission: (asked) => ({
    terms: [figure('period_commission', asked), figure('total_adjustments', asked, '+ '), result('total_commission', asked)],
    rows: allRows(asked),
    ofAdjustments: true,
    hasChanges: true,
  }),
  total_commission_due: (asked) => ({
    terms: statusTerms('total_commission_due', 'due', asked),
    waits: [...wait.payout(asked), ...wait.unreleased(asked)],
    rows: present(asked, ['due', 'partially_paid', 'not_due']),
  }),
  total_commission_paid: (asked) => ({
    terms: statusTerms('total_commission_paid', 'paid', asked),
    waits: [...wait.payout(asked), ...wait.overPaid(asked)],
    rows: present(asked, ['paid', 'partially_paid', 'over_paid']),
  }),
  total_commission_earned: (asked) => ({
    terms: [
      figure('period_commission', asked),
      [text.ownAdjustments, '', money(ownAdjustments(asked))],
      ...aloneTerms(asked, 'earned', false),
      result('total_commission_earned', asked),
    ],
    more: earnedBeyondTotal(asked.summary) === null ? [] : [fill(text.beyondTotal, days(asked.range))],
    hasDifference: earnedBeyondTotal(asked.summary) !== null,
    ofAdjustments: true,
    waits: [...wait.payout(asked), ...wait.unreleased(asked), ...wait.overPaid(asked)],
    rows: allRows(asked),
  }),
  total_commission_not_yet_due: (asked) => ({
    terms: equationTerms('total_commission_not_yet_due', asked),
    waits: wait.unreleased(asked),
    rows: present(asked, ['not_due', 'partially_paid']),
  }),
  total_commission_overpaid: (asked) => ({
    terms: equationTerms('total_commission_overpaid', asked),
    waits: wait.overPaid(asked),
    rows: present(asked, ['over_paid']),
  }),
  quota_amount: (asked) => ({ terms: quotaTerms('quota_amount', asked, asked.range), ofPlan: true }),
  quota_attainment: (asked) => ({
    terms: [figure('total_commissionable_sales', asked), figure('quota_amount', asked, '÷ '), result('quota_attainment', asked)],
    more: asked.summary.quota_attainment === null ? [text.noQuota] : [],
    rows: allRows(asked),
    ofPlan: true,
  }),
  period_net_revenue: (asked) => ({
    terms: [figure('base_revenue', asked), figure('over_quota_revenue', asked, '+ '), result('period_net_revenue', asked)],
    rows: allRows(asked),
  }),
  base_revenue: (asked) => ({
    terms: [figure('period_net_revenue', asked), figure('over_quota_revenue', asked, '− '), result('base_revenue', asked)],
    more: [text.counted, rateSentence(ratesThatHold(asked.summary).base)],
    rows: allRows(asked),
    ofPlan: true,
  }),
  over_quota_revenue: (asked) => ({
    terms: [figure('period_net_revenue', asked), figure('base_revenue', asked, '− '), result('over_quota_revenue', asked)],
    more: [text.counted, rateSentence(ratesThatHold(asked.summary).over)],
    rows: allRows(asked),
    ofPlan: true,
  }),
  period_commission: (asked) => {
    const { base, over } = ratesThatHold(asked.summary);
    return {
      terms: commissionTerms(asked),
      more: base === null || over === null ? [text.severalRates] : [],
      rows: allRows(asked),
      ofPlan: true,
    };
  },
  total_adjustments: () => ({ terms: [], ofAdjustments: true }),
  effective_commission_rate: (asked) => ({
    terms: [figure('period_commission', asked), figure('period_net_revenue', asked, '÷ '), result('effective_commission_rate', asked)],
    rows: allRows(asked),
  }),
  average_deal_size: (asked) => ({ terms: averageTerms(asked), rows: allRows(asked) }),
  total_commissionable_sales: (asked) => ({
    terms: [figure('period_net_revenue', asked), ...notCounted(asked), result('total_commissionable_sales', asked)],
    rows: allRows(asked),
  }),
  ytd_progress: (asked) => ({ terms: yearTerms(asked) }),
  ytd_target: (asked) => ({ terms: quotaTerms('ytd_target', asked, january(asked)), ofPlan: true }),
};

/** Explains a figure of the summary (decisions 2.04). */
export const reasonOf = (name: SummaryFigure, asked: ShownSummary): FigureReason => {
  const { more = [], ...told } = reasons[name](asked);
  const words = { who: asked.who, ...days(asked.range), january: formatDate(january(asked).start_date) };
  return {
    waits: null,
    rows: [],
    ofPlan: false,
    ofAdjustments: false,
    hasDifference: false,
    hasChanges: false,
    ...told,
    sentences: [fill(text[name], words), ...more],
  };
};
