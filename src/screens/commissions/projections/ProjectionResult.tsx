import '../../../ui/theme/plainTable.css';
import { useId } from 'react';
import type { Projection } from '../../../../contract/entities/projection.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { Bars } from '../../../ui/chart/Bars.tsx';
import { formatDate, formatPercent, NONE } from '../../../ui/display/format.ts';
import { formatAmount } from '../columns.tsx';

const t = messages.projections;
type Totals = Projection['before'];

const lines: readonly (readonly [string, (totals: Totals) => string])[] = [
  [t.commission, ({ commission }) => formatAmount(commission)],
  [t.revenue, ({ net_revenue }) => formatAmount(net_revenue)],
  [t.attainment, ({ quota_attainment }) => (quota_attainment === null ? NONE : formatPercent(quota_attainment))],
  [t.rate, ({ effective_rate }) => formatPercent(effective_rate)],
];

/** The distance to the next rate, in terms of the plan's quota period. */
const describeNextRate = ({ next_threshold: next, periods }: Projection): string => {
  const last = periods.at(-1);
  if (next === null) return last === undefined ? t.lastTier : fill(t.lastTierOf, { period: last });
  const values = { amount: formatAmount(next.missing), rate: formatPercent(next.rate), period: next.period };
  return fill(next.whole ? t.thresholdWhole : t.threshold, { ...values, unit: t.units[next.quota_period] });
};

/** The range the figures cover: always whole quota periods, even if the screen shows only a part of one. */
const describeCoverage = ({ periods }: Projection): string | null => {
  const [first, last] = [periods[0], periods.at(-1)];
  if (first === undefined || last === undefined) return null;
  return periods.length === 1 ? fill(t.ofPeriod, { period: first }) : fill(t.ofPeriods, { first, last });
};

function Rows({ rows }: Pick<Projection, 'rows'>) {
  const id = useId();
  return (
    <section className="projection-part">
      <h3 id={id}>{t.rows}</h3>
      <table className="plain-table" aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{t.row}</th>
            <th scope="col" data-align="end">
              {t.commission}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a response are never reordered.
            <tr key={index}>
              <td>
                {row.label}
                <span className="quick-note muted">
                  {fill(t.rowNote, {
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

function OmittedDeals({ deals }: { deals: Projection['left_out'] }) {
  return (
    <section className="projection-part">
      <h3>{t.leftOutTitle}</h3>
      <ul>
        {deals.map(({ label, expected_close_date, why }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the deals of a response are never reordered.
          <li key={index}>{fill(t.leftOut[why], { deal: label, date: formatDate(expected_close_date) })}</li>
        ))}
      </ul>
    </section>
  );
}

/** Current and projected figures, the distance to the next rate, and the contribution of each row. */
export function ProjectionResult({ projection, team, stale }: { projection: Projection; team: boolean; stale: boolean }) {
  const { before, after, rows, left_out } = projection;
  const coverage = describeCoverage(projection);
  const bar = (key: string, label: string, cents: number, tone: 'total' | 'up') => ({ key, label, from: 0, to: cents, value: cents, tone });
  return (
    <section className={stale ? 'projection-result stale' : 'projection-result'} aria-busy={stale}>
      <p role="status" className="projection-threshold">
        {team ? t.teamWay : describeNextRate(projection)}
      </p>
      {coverage !== null && <p className="muted">{coverage}</p>}
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t.figure}</th>
            <th scope="col" data-align="end">
              {t.before}
            </th>
            <th scope="col" data-align="end">
              {t.after}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(([label, getText]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td data-align="end">{getText(before)}</td>
              <td data-align="end">{getText(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > 0 && (
        <>
          <Bars
            label={t.chart}
            bars={[bar('before', t.before, toCents(before.commission), 'total'), bar('after', t.after, toCents(after.commission), 'up')]}
            words={{ label: t.row, value: t.commission }}
          />
          <Rows rows={rows} />
        </>
      )}
      {left_out.length > 0 && <OmittedDeals deals={left_out} />}
      {rows.length + left_out.length === 0 && <p className="muted">{t.nothingYet}</p>}
      <p className="muted">{t.stored}</p>
    </section>
  );
}
