import { Link } from 'wouter';
import { roleLabels } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { attainmentShown } from '../../../contract/rules/commission/attainment.ts';
import type { TeamRow } from '../../../contract/rules/performance/team.ts';
import { Attained } from '../../shared/performance/Attained.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { amountText, centsOf, formatMoney, formatPercent, NONE } from '../../ui/format.ts';
import type { GridColumn } from '../../ui/grid/types.ts';
import { Money } from '../../ui/Money.tsx';

const text = messages.performance;
type Shown = Readonly<{
  money: boolean;
  /** Are events shown in place of money? */
  events: boolean;
  /** The page of a person's commissions of the period; absent where nobody's are for the asker. */
  hrefOf: ((row: TeamRow) => string) | undefined;
}>;
type Amount = 'quota_amount' | 'total_sales' | 'total_commission';

const plain = (key: string, header: string, width: number, of: (row: TeamRow) => string, align?: 'end'): GridColumn<TeamRow> => ({
  key,
  header,
  width,
  sortable: true,
  ...(align ? { align } : {}),
  cell: of,
  text: of,
});

/** decisions 3.02: never a zero where money is not for the asker; "—" where there is none to know. */
const amount = (key: string, header: string, field: Amount, money: boolean): GridColumn<TeamRow> => ({
  key,
  header,
  // A sentence in two lines, so that what is for the role is in sight.
  width: money ? 120 : 96,
  align: 'end',
  sortable: money,
  ...(money ? { figure: (row: TeamRow) => (row[field] === null ? NONE : formatMoney(centsOf(row[field]))) } : {}),
  cell: (row) => {
    if (!money) return <span className="muted team-withheld">{text.notForRole}</span>;
    return row[field] === null ? NONE : <Money cents={centsOf(row[field])} />;
  },
  text: (row) => {
    if (!money) return text.notForRole;
    return row[field] === null ? '' : amountText(row[field]);
  },
});

const countOf = (value: number): string => (Number.isNaN(value) ? NONE : value.toLocaleString('en-US'));

const ofEvents: readonly GridColumn<TeamRow>[] = [
  plain('events', text.columns.events, 90, ({ events }) => (events ? countOf(events.events) : NONE), 'end'),
  plain('hours', text.columns.hours, 90, ({ events }) => (events ? events.hours.toFixed(1) : NONE), 'end'),
  plain(
    'ready',
    text.columns.ready,
    90,
    ({ events }) => (events ? fill(text.readyOf, { ready: events.ready, coming: events.coming }) : NONE),
    'end',
  ),
];

/** spec 2.41: name, role label, territory, quota, sales, commission, deals; and how much of the quota was reached. */
export const teamColumns = ({ money, events, hrefOf }: Shown): readonly GridColumn<TeamRow>[] => [
  {
    key: 'name',
    header: text.columns.name,
    width: 150,
    sortable: true,
    cell: (row) => (
      <span className="team-name">
        {hrefOf && !row.failed ? <Link href={hrefOf(row)}>{row.name}</Link> : row.name}
        {!row.active && <Badge>{text.left}</Badge>}
        {row.failed && <Badge severity="warning">{text.failedMark}</Badge>}
      </span>
    ),
    text: (row) => row.name,
  },
  plain('role', text.columns.role, 110, (row) => roleLabels[row.role] ?? row.role),
  plain('territory', text.columns.territory, 100, (row) => row.territory ?? NONE),
  amount('quota', text.columns.quota, 'quota_amount', money),
  amount('sales', text.columns.sales, 'total_sales', money),
  amount('commission', text.columns.commission, 'total_commission', money),
  plain('deals', text.columns.deals, 75, (row) => countOf(row.deals_closed), 'end'),
  ...(events
    ? ofEvents
    : [
        {
          key: 'attainment',
          header: text.columns.attainment,
          width: 188,
          sortable: true,
          cell: (row: TeamRow) => <Attained attainment={row.quota_attainment} />,
          text: (row: TeamRow) => (row.quota_attainment === null ? '' : formatPercent(attainmentShown(row.quota_attainment))),
        },
      ]),
];
