import '../../../ui/theme/plainTable.css';
import { useId } from 'react';
import type { Projection } from '../../../../contract/entities/projection.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { Bars } from '../../../ui/chart/Bars.tsx';
import { formatDate, formatPercent, NONE } from '../../../ui/display/format.ts';
import { formatAmount } from '../columns.tsx';

const text = messages.projections;
type Totals = Projection['before'];

const lines: readonly (readonly [string, (totals: Totals) => string])[] = [
  [text.commission, ({ commission }) => formatAmount(commission)],
  [text.revenue, ({ net_revenue }) => formatAmount(net_revenue)],
  [text.attainment, ({ quota_attainment }) => (quota_attainment === null ? NONE : formatPercent(quota_attainment))],
  [text.rate, ({ effective_rate }) => formatPercent(effective_rate)],
];

/** The distance to the next rate, in terms of the plan's quota period. */
const wayOf = ({ next_threshold: next, periods }: Projection): string => {
  const last = periods.at(-1);
  if (next === null) return last === undefined ? text.lastTier : fill(text.lastTierOf, { period: last });
  const values = { amount: formatAmount(next.missing), rate: formatPercent(next.rate), period: next.period };
  return fill(next.whole ? text.thresholdWhole : text.threshold, { ...values, unit: text.units[next.quota_period] });
};

/** The range the figures cover: always whole quota periods, even if the screen shows only a part of one. */
const coverOf = ({ periods }: Projection): string | null => {
  const [first, last] = [periods[0], periods.at(-1)];
  if (first === undefined || last === undefined) return null;
  return periods.length === 1 ? fill(text.ofPeriod, { period: first }) : fill(text.ofPeriods, { first, last });
};

function Rows({ rows }: Pick<Projection, 'rows'>) {
  const id = useId();
  return (
    <section className="projection-part">
      <h3 id={id}>{text.rows}</h3>
      <table className="plain-table" aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{text.row}</th>
            <th scope="col" data-align="end">
              {text.commission}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of an answer never move.
            <tr key={index}>
              <td>
                {row.label}
                <span className="quick-note muted">
                  {fill(text.rowNote, {
                    date: formatDate(row.booking_date),
                    net: formatAmount(row.net_revenue),
                    rate: formatPercent(row.rate),
                  })}
                </span>
              </td>
              <td data-align="end">{formatAmount(row.commission)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function LeftOut({ deals }: { deals: Projection['left_out'] }) {
  return (
    <section className="projection-part">
      <h3>{text.leftOutTitle}</h3>
      <ul>
        {deals.map(({ label, expected_close_date, why }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the deals of an answer never move.
          <li key={index}>{fill(text.leftOut[why], { deal: label, date: formatDate(expected_close_date) })}</li>
        ))}
      </ul>
    </section>
  );
}

/** Current and projected figures, the distance to the next rate, and the contribution of each row. */
export function ProjectionResult({ projection, team, stale }: { projection: Projection; team: boolean; stale: boolean }) {
  const { before, after, rows, left_out } = projection;
  const cover = coverOf(projection);
  const bar = (key: string, label: string, cents: number, tone: 'total' | 'up') => ({ key, label, from: 0, to: cents, value: cents, tone });
  return (
    <section className={stale ? 'projection-result stale' : 'projection-result'} aria-busy={stale}>
      <p role="status" className="projection-threshold">
        {team ? text.teamWay : wayOf(projection)}
      </p>
      {cover !== null && <p className="muted">{cover}</p>}
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
      {rows.length > 0 && (
        <>
          <Bars
            label={text.chart}
            bars={[
              bar('before', text.before, toCents(before.commission), 'total'),
              bar('after', text.after, toCents(after.commission), 'up'),
            ]}
            words={{ label: text.row, value: text.commission }}
          />
          <Rows rows={rows} />
        </>
      )}
      {left_out.length > 0 && <LeftOut deals={left_out} />}
      {rows.length + left_out.length === 0 && <p className="muted">{text.nothingYet}</p>}
      <p className="muted">{text.stored}</p>
    </section>
  );
}
