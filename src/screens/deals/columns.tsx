import type { Deal } from '../../../contract/entities/deal.ts';
import { messages } from '../../../contract/messages.ts';
import { CustomerLink } from '../../shared/customers/CustomerLink.tsx';
import { toNameWithoutCustomer } from '../../shared/deals/toNameWithoutCustomer.ts';
import { PersonLink } from '../../shared/people/PersonLink.tsx';
import { formatDate } from '../../ui/display/format.ts';
import type { CardContent } from '../../ui/display/RowCard.tsx';
import type { GridColumn } from '../../ui/grid/types.ts';
import { formatDays, formatDealAmount, formatProbability } from './dealNames.ts';
import { DealWarnings } from './parts/DealWarnings.tsx';

const { columns, unknown, nobody } = messages.deals;
const dayText = (day: string | null): string => (day === null ? unknown : formatDate(day));

const textColumn = (
  key: keyof typeof columns,
  width: number,
  toText: (row: Deal) => string,
  options: Partial<GridColumn<Deal>> = {},
): GridColumn<Deal> => ({
  key,
  header: columns[key],
  width,
  cell: toText,
  text: toText,
  ...options,
});

/** The phone card: customer, amount, stage and time in stage; the owner where the list has several. */
export const createDealCard =
  (isOwn: boolean) =>
  (deal: Deal): CardContent => ({
    title: toNameWithoutCustomer(deal.name, deal.customer_name),
    figure: formatDealAmount(deal),
    lines: [
      deal.customer_name,
      [deal.stage, formatProbability(deal), `${columns.expected_close_date}: ${dayText(deal.expected_close_date)}`].join(' · '),
      [...(isOwn ? [] : [deal.owner_name ?? nobody]), `${columns.stage_entered_at}: ${formatDays(deal.stage_days)}`].join(' · '),
      <DealWarnings key="marks" deal={deal} />,
    ],
  });
/** Columns hidden by default: the probability nearly always follows from the stage. */
export const hiddenDealColumns: readonly string[] = ['probability'];

/** decisions 2.17: the columns of the deals table. */
export const dealColumns: readonly GridColumn<Deal>[] = [
  textColumn('name', 190, ({ name }) => name, {
    sortable: true,
    grows: true,
    cell: (deal) => <span className="grid-lines">{toNameWithoutCustomer(deal.name, deal.customer_name)}</span>,
    tip: ({ name }) => name,
  }),
  textColumn('stage', 104, ({ stage }) => stage),
  textColumn('amount', 104, formatDealAmount, {
    align: 'end',
    sortable: true,
    figure: formatDealAmount,
    text: ({ amount }) => amount?.toFixed(2) ?? '',
  }),
  textColumn('probability', 96, formatProbability, { align: 'end' }),
  textColumn('expected_close_date', 112, (deal) => dayText(deal.expected_close_date), {
    sortable: true,
    text: (deal) => deal.expected_close_date ?? '',
  }),
  textColumn('owner_name', 132, (deal) => deal.owner_name ?? nobody, {
    cell: ({ owner_id: id, owner_name: name }) => (name === null ? nobody : <PersonLink id={id} name={name} isListed />),
  }),
  textColumn('stage_entered_at', 96, ({ stage_days }) => formatDays(stage_days), {
    align: 'end',
    sortable: true,
    text: (deal) => String(deal.stage_days),
  }),
  {
    ...textColumn('marks', 130, ({ stale, needs }) => [...(stale ? [messages.deals.stale] : []), ...needs].join(' ')),
    cell: (deal) => <DealWarnings deal={deal} />,
  },
  textColumn('customer_name', 176, (deal) => deal.customer_name, {
    sortable: true,
    grows: true,
    tip: (deal) => deal.customer_name,
    cell: ({ customer_id: id, customer_name: name }) => (
      <span className="grid-lines">
        <CustomerLink id={id} name={name} />
      </span>
    ),
  }),
];
