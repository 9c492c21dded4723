import type { Deal } from '../../../contract/entities/deal.ts';
import { messages } from '../../../contract/messages.ts';
import { formatDate } from '../../ui/display/format.ts';
import type { CardFace } from '../../ui/display/RowCard.tsx';
import type { GridColumn } from '../../ui/grid/types.ts';
import { daysText, dealAmountText, probabilityText } from './dealNames.ts';
import { Marks } from './parts/Marks.tsx';

const { columns, unknown, nobody } = messages.deals;
const dayText = (day: string | null): string => (day === null ? unknown : formatDate(day));

const plain = (
  key: keyof typeof columns,
  width: number,
  textOf: (row: Deal) => string,
  more: Partial<GridColumn<Deal>> = {},
): GridColumn<Deal> => ({
  key,
  header: columns[key],
  width,
  cell: textOf,
  text: textOf,
  ...more,
});

/** The phone card: customer, amount, stage and since when. */
export const dealFace = (deal: Deal): CardFace => ({
  title: deal.name,
  figure: dealAmountText(deal),
  lines: [
    deal.customer_name,
    [deal.stage, probabilityText(deal), `${columns.expected_close_date}: ${dayText(deal.expected_close_date)}`].join(' · '),
    [deal.owner_name ?? nobody, `${columns.stage_entered_at}: ${daysText(deal.stage_days)}`].join(' · '),
    <Marks key="marks" deal={deal} />,
  ],
});
/** Columns hidden by default: the probability nearly always follows from the stage. */
export const dealsHidden: readonly string[] = ['probability'];

/** decisions 2.17: the columns of the deals table. */
export const dealColumns: readonly GridColumn<Deal>[] = [
  plain('name', 230, ({ name }) => name, { sortable: true, tip: ({ name }) => name }),
  plain('stage', 104, ({ stage }) => stage),
  plain('amount', 104, dealAmountText, {
    align: 'end',
    sortable: true,
    figure: dealAmountText,
    text: ({ amount }) => amount?.toFixed(2) ?? '',
  }),
  plain('probability', 96, probabilityText, { align: 'end' }),
  plain('expected_close_date', 112, (deal) => dayText(deal.expected_close_date), {
    sortable: true,
    text: (deal) => deal.expected_close_date ?? '',
  }),
  plain('owner_name', 118, (deal) => deal.owner_name ?? nobody),
  plain('stage_entered_at', 96, ({ stage_days }) => daysText(stage_days), {
    align: 'end',
    sortable: true,
    text: (deal) => String(deal.stage_days),
  }),
  {
    ...plain('marks', 130, ({ stale, needs }) => [...(stale ? [messages.deals.stale] : []), ...needs].join(' ')),
    cell: (deal) => <Marks deal={deal} />,
  },
  plain('customer_name', 160, (deal) => deal.customer_name, { sortable: true, tip: (deal) => deal.customer_name }),
];
