import type { Commission } from '../../../../contract/entities/commission.ts';
import type { Explanation, TraceRef } from '../../../../contract/entities/explanation.ts';
import { messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { StepLine } from '../../../shared/story/StepLine.tsx';
import { RefLink } from '../../../shared/trace/RefLink.tsx';
import { formatDate, formatMoney } from '../../../ui/display/format.ts';
import { formatAmount } from '../columns.tsx';

const t = messages.explain.story;
/** `of`: the step's item if there is exactly one; several are listed below. */
type Step = Readonly<{ name: string; amount: string; date: string | null; reached: boolean; of: TraceRef | undefined }>;

/** The total of all rows of one kind, and the date of the latest. */
const sumRows = (rows: Explanation['rows'], kind: Explanation['rows'][number]['kind']) => {
  const matching = rows.filter((row) => row.kind === kind);
  const cents = matching.reduce((sum, { amount }) => sum + toCents(amount ?? 0), 0);
  const date = matching.reduce<string | null>((last, row) => (row.date !== null && row.date > (last ?? '') ? row.date : last), null);
  return { amount: formatMoney(cents), date, reached: matching.length > 0, of: matching.length === 1 ? matching[0]?.ref : undefined };
};

const toSteps = (row: Commission, { amounts, rows }: Explanation): readonly Step[] => [
  {
    name: t.booked,
    amount: formatAmount(row.gross_amount),
    date: row.booking_date,
    reached: true,
    of: { kind: 'invoice', id: row.invoice_id },
  },
  { name: t.payment, ...sumRows(rows, 'payment') },
  {
    name: t.released,
    amount: formatAmount(amounts.released),
    date: null,
    reached: amounts.released !== 0,
    of: sumRows(rows, 'payment').of,
  },
  { name: t.paid, ...sumRows(rows, 'payout'), amount: formatAmount(amounts.paid) },
];

/** The record's timeline in one line: booking, customer payments, released amount, payout. */
export function WhyStory({ row, explanation }: { row: Commission; explanation: Explanation }) {
  const steps = toSteps(row, explanation).map(({ name, amount, date, reached, of: subject }) => ({
    name,
    state: reached ? ('done' as const) : ('open' as const),
    content: (
      <>
        <span className="figure">
          <RefLink of={reached ? subject : undefined}>{amount}</RefLink>
        </span>
        <span className="muted">{reached ? date !== null && formatDate(date) : t.notYet}</span>
      </>
    ),
  }));
  return <StepLine label={t.label} steps={steps} />;
}
