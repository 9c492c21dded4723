import '../../../ui/theme/plainTable.css';
import type { Projection } from '../../../../contract/entities/projection.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { Bars } from '../../../ui/chart/Bars.tsx';
import { formatDate, formatPercent, NONE } from '../../../ui/format.ts';
import { formatAmount } from '../columns.tsx';
import { WhyTable } from './WhyTable.tsx';

const text = messages.projections;
type Totals = Projection['before'];

const lines: readonly (readonly [string, (totals: Totals) => string])[] = [
  [text.commission, ({ commission }) => formatAmount(commission)],
  [text.revenue, ({ net_revenue }) => formatAmount(net_revenue)],
  [text.attainment, ({ quota_attainment }) => (quota_attainment === null ? NONE : formatPercent(quota_attainment))],
  [text.rate, ({ effective_rate }) => formatPercent(effective_rate)],
];

/** What is now and what would be, the way to the next rate, and what each row brings. */
export function ProjectionResult({ projection, busy }: { projection: Projection; busy: boolean }) {
  const { before, after, rows, next_threshold: next } = projection;
  const bar = (key: string, label: string, cents: number, tone: 'total' | 'up') => ({ key, label, from: 0, to: cents, value: cents, tone });
  return (
    <section className="projection-result" aria-busy={busy}>
      <p role="status" className="projection-threshold">
        {next === null ? text.lastTier : fill(text.threshold, { amount: formatAmount(next.missing), rate: formatPercent(next.rate) })}
      </p>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{text.figure}</th>
            <th scope="col" data-align="end">
              {text.before}
            </th>
            <th scope="col" data-align="end">
              {text.after}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(([label, show]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td data-align="end">{show(before)}</td>
              <td data-align="end">{show(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Bars
        label={text.chart}
        bars={[bar('before', text.before, toCents(before.commission), 'total'), bar('after', text.after, toCents(after.commission), 'up')]}
        words={{ label: text.row, value: text.commission, asTable: messages.waterfall.asTable, asChart: messages.waterfall.asChart }}
      />
      {rows.length > 0 && (
        <WhyTable
          title={text.rows}
          amounts={3}
          headers={[text.row, text.date, text.net, text.rate, text.commission]}
          rows={rows.map((row) => [
            row.label,
            formatDate(row.booking_date),
            formatAmount(row.net_revenue),
            formatPercent(row.rate),
            formatAmount(row.commission),
          ])}
        />
      )}
      <p className="muted">{text.stored}</p>
    </section>
  );
}
