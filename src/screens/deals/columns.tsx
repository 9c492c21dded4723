import type { Deal } from '../../../contract/entities/deal.ts';
import { messages } from '../../../contract/messages.ts';
import { formatDate } from '../../ui/display/format.ts';
import type { GridColumn } from '../../ui/grid/types.ts';
import { amountText, daysText, probabilityText } from './dealNames.ts';
import { Marks } from './parts/Marks.tsx';

const { columns, unknown, nobody } = messages.deals;
const dayText = (day: string | null): string => (day === null ? unknown : formatDate(day));

const plain = (
  key: keyof typeof columns,
  width: number,
  of: (row: Deal) => string,
  more: Partial<GridColumn<Deal>> = {},
): GridColumn<Deal> => ({
  key,
  header: columns[key],
  width,
  cell: of,
  text: of,
  ...more,
});

/** decisions 2.17: deals as a table. */
export const dealColumns: readonly GridColumn<Deal>[] = [
  plain('name', 184, ({ name }) => name, { sortable: true, tip: ({ name }) => name }),
  plain('stage', 104, ({ stage }) => stage),
  plain('amount', 104, amountText, { align: 'end', sortable: true, figure: amountText, text: ({ amount }) => amount?.toFixed(2) ?? '' }),
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
    ...plain('marks', 200, ({ stale, needs }) => [...(stale ? [messages.deals.stale] : []), ...needs].join(' ')),
    cell: (deal) => <Marks deal={deal} />,
  },
  plain('customer_name', 200, (deal) => deal.customer_name, { sortable: true, tip: (deal) => deal.customer_name }),
];
