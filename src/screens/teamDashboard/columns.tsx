import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { roleLabels } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { displayedAttainment } from '../../../contract/rules/commission/attainment.ts';
import type { TeamRow } from '../../../contract/rules/performance/team.ts';
import { monthText } from '../../../contract/rules/time/dayText.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import { PersonLink } from '../../shared/people/PersonLink.tsx';
import { AttainmentRating } from '../../shared/performance/AttainmentRating.tsx';
import { Sparkline } from '../../ui/chart/Sparkline.tsx';
import { Badge } from '../../ui/display/Badge.tsx';
import { amountText, centsOf, formatCount, formatMoney, formatPercent, NONE } from '../../ui/display/format.ts';
import { MoneyText } from '../../ui/display/Money.tsx';
import type { GridColumn } from '../../ui/grid/types.ts';

const t = messages.performance;
type RowLink = ((row: TeamRow) => string) | undefined;
type ColumnContext = Readonly<{
  money: boolean;
  /** True if events replace amounts. */
  events: boolean;
  /** True once the period has started; only then are quota shares rated. */
  begun: boolean;
  /** Links to a person's commissions of the period; undefined if the user may not see any. */
  hrefOf: RowLink;
  /** `pageOf` links to a person's performance, `wonOf` to the deals they won, `eventsOf` to their events. */
  pageOf: RowLink;
  wonOf: RowLink;
  eventsOf: RowLink;
  /** The months of `monthly_sales`; empty if the provider sends none. */
  months: readonly Day[];
}>;
type Amount = 'quota_amount' | 'total_sales' | 'total_commission';

/** Links a figure to its rows, unless the person's figures failed to load. */
const linkTo = (row: TeamRow, hrefOf: RowLink, content: ReactNode): ReactNode =>
  hrefOf && !row.failed ? (
    <Link href={hrefOf(row)} className="team-figure">
      {content}
    </Link>
  ) : (
    content
  );

type Width = Readonly<{ width: number; align?: 'end'; grows?: boolean }>;
const textColumn = (
  key: string,
  header: string,
  { width, align, grows = false }: Width,
  toText: (row: TeamRow) => string,
  hrefOf?: RowLink,
): GridColumn<TeamRow> => ({
  key,
  header,
  width,
  grows,
  sortable: true,
  ...(align ? { align } : {}),
  cell: (row) => linkTo(row, hrefOf, toText(row)),
  text: toText,
});

/** Shows "—" for people without this figure. */
const amount = (key: string, header: string, field: Amount, hrefOf: RowLink): GridColumn<TeamRow> => ({
  key,
  header,
  width: 100,
  align: 'end',
  sortable: true,
  figure: (row: TeamRow) => (row[field] === null ? NONE : formatMoney(centsOf(row[field]))),
  cell: (row) => {
    return row[field] === null ? NONE : linkTo(row, hrefOf, <MoneyText cents={centsOf(row[field])} />);
  },
  text: (row) => {
    return row[field] === null ? '' : amountText(row[field]);
  },
});

const figure = { width: 84, align: 'end' } as const;
const createEventColumns = (eventsOf: RowLink): readonly GridColumn<TeamRow>[] => [
  textColumn('events', t.columns.events, figure, ({ events }) => (events ? formatCount(events.events) : NONE), eventsOf),
  textColumn('hours', t.columns.hours, figure, ({ events }) => (events ? events.hours.toFixed(1) : NONE), eventsOf),
  textColumn(
    'ready',
    t.columns.ready,
    figure,
    ({ events }) => (events && events.coming > 0 ? fill(t.readyOf, { ready: events.ready, coming: events.coming }) : NONE),
    eventsOf,
  ),
];

/** Twelve months of sales as a sparkline; exports contain the amounts. */
const createTrendColumn = (months: readonly Day[]): GridColumn<TeamRow> => {
  const describe = ({ name, monthly_sales: sales }: TeamRow): string =>
    sales === null || sales.length === 0
      ? ''
      : fill(t.trendOf, {
          name,
          last: formatMoney(centsOf(sales.at(-1) ?? 0)),
          month: monthText(months.at(-1) ?? ''),
          most: formatMoney(centsOf(Math.max(...sales))),
        });
  return {
    key: 'trend',
    header: t.columns.trend,
    width: 104,
    cell: (row) => (row.monthly_sales ? <Sparkline label={describe(row)} values={row.monthly_sales} /> : NONE),
    text: ({ monthly_sales: sales }) => (sales ?? []).map(amountText).join(' '),
  };
};

/** spec 2.41: name, role label, territory, quota, sales, commission, deals and quota attainment. */
export const teamColumns = ({
  money,
  events,
  begun,
  hrefOf,
  pageOf,
  wonOf,
  eventsOf,
  months,
}: ColumnContext): readonly GridColumn<TeamRow>[] => [
  {
    key: 'name',
    header: t.columns.name,
    width: 140,
    sortable: true,
    grows: true,
    cell: (row) => (
      <span className="team-name">
        <PersonLink
          id={row.id}
          name={row.name}
          manager_id={row.manager_id}
          fallbackHref={row.failed ? undefined : (hrefOf ?? (events ? eventsOf : undefined))?.(row)}
        />
        {!row.active && <Badge>{t.left}</Badge>}
        {row.failed && <Badge severity="warning">{t.failedMark}</Badge>}
      </span>
    ),
    text: (row) => row.name,
  },
  textColumn('role', t.columns.role, { width: 110, grows: true }, (row) => roleLabels[row.role] ?? row.role),
  textColumn('territory', t.columns.territory, { width: 96, grows: true }, (row) => row.territory ?? NONE),
  // The page explains once that the user's role may not see amounts (decisions 3.02).
  ...(money
    ? [
        amount('quota', t.columns.quota, 'quota_amount', pageOf),
        amount('sales', t.columns.sales, 'total_sales', hrefOf),
        amount('commission', t.columns.commission, 'total_commission', hrefOf),
      ]
    : []),
  textColumn('deals', t.columns.deals, { width: 66, align: 'end' }, (row) => formatCount(row.deals_closed), wonOf),
  ...(events
    ? createEventColumns(eventsOf)
    : [
        {
          key: 'attainment',
          header: t.columns.attainment,
          width: 132,
          sortable: true,
          cell: (row: TeamRow) => linkTo(row, pageOf, <AttainmentRating attainment={row.quota_attainment} hasBegun={begun} />),
          text: (row: TeamRow) => (row.quota_attainment === null ? '' : formatPercent(displayedAttainment(row.quota_attainment))),
        },
        ...(months.length > 0 ? [createTrendColumn(months)] : []),
      ]),
];
