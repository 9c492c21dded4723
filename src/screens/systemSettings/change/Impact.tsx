import '../../../ui/display/facts.css';
import '../../../ui/theme/plainTable.css';
import type { ConfigImpact } from '../../../../contract/entities/configChange.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { attainmentShown } from '../../../../contract/rules/commission/attainment.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { formatDate, formatMoney, formatPercent, NONE } from '../../../ui/display/format.ts';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { monthRuns } from './monthRuns.ts';

const text = messages.configChange;
const money = (amount: number): string => formatMoney(toCents(amount));
const percent = (attainment: number | null): string => (attainment === null ? NONE : formatPercent(attainmentShown(attainment)));
const change = (before: string, after: string): string =>
  before === after ? fill(text.same, { value: after }) : fill(text.beforeAfter, { before, after });

const figures = ['records', 'before', 'after', 'quota', 'attainment'] as const;
const quota = (amount: number | null): string => (amount === null ? NONE : money(amount));
function People({ impact }: { impact: ConfigImpact }) {
  // People without a change, or beyond the list's limit: this row makes the table add up to the total.
  const rest = (figure: 'before' | 'after'): number =>
    impact.by_user.reduce((left, row) => left - toCents(row[figure]), toCents(impact[`total_${figure}`]));
  const [before, after] = [rest('before'), rest('after')];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with keys.
    <section className="change-people" aria-label={text.byUser} tabIndex={0}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{text.columns.person}</th>
            {figures.map((figure) => (
              <th key={figure} scope="col" data-align="end">
                {text.columns[figure]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {impact.by_user.map((row) => (
            <tr key={row.user_id}>
              <td>{row.name}</td>
              <td data-align="end">{row.records}</td>
              <td data-align="end">{money(row.before)}</td>
              <td data-align="end">{money(row.after)}</td>
              <td data-align="end">{change(quota(row.quota_before), quota(row.quota_after))}</td>
              <td data-align="end">{change(percent(row.attainment_before), percent(row.attainment_after))}</td>
            </tr>
          ))}
          {(before !== 0 || after !== 0) && (
            <tr>
              <td>{text.everybodyElse}</td>
              <td data-align="end">{NONE}</td>
              <td data-align="end">{formatMoney(before)}</td>
              <td data-align="end">{formatMoney(after)}</td>
              <td data-align="end">{NONE}</td>
              <td data-align="end">{NONE}</td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}

/** For a date inside a quota period: how many quota counters continue or restart, and how many quotas change (decisions 2.21). */
function Counters({ impact: { counters, effective_date } }: { impact: ConfigImpact }) {
  const said = [
    ...(counters.kept > 0 ? [fill(text.countersKept, { count: counters.kept })] : []),
    ...(counters.restarted > 0 ? [fill(text.countersRestarted, { count: counters.restarted, day: formatDate(effective_date) })] : []),
    ...(counters.quotas > 0 ? [fill(text.quotasChange, { count: counters.quotas })] : []),
  ];
  return said.length === 0 ? null : <p>{said.join(' ')}</p>;
}

/** People, records, totals and attainment before and after; names the closed months, which stay unchanged. */
export function Impact({ impact }: { impact: ConfigImpact }) {
  const { closed_months: closed } = impact;
  const facts: readonly (readonly [string, string])[] = [
    [fill(text.total, { day: formatDate(impact.effective_date) }), change(money(impact.total_before), money(impact.total_after))],
    [text.people, String(impact.people)],
    [text.records, String(impact.records)],
    [text.attainment, change(percent(impact.attainment_before), percent(impact.attainment_after))],
  ];
  return (
    <>
      <dl className="facts change-facts">
        {facts.map(([term, fact]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className="figure">{fact}</dd>
          </div>
        ))}
      </dl>
      <p>
        {closed.length === 0 ? text.noneClosed : fill(text.closed, { months: monthRuns(closed) })}{' '}
        {impact.closed_untouched > 0 && fill(text.closedRecords, { count: impact.closed_untouched })}
      </p>
      <Counters impact={impact} />
      {impact.by_user.length > 0 ? <People impact={impact} /> : <p>{text.nothing}</p>}
      <p className="muted">
        {fill(text.asOf, { when: formatInstant(impact.as_of) })} {text.besides}
      </p>
    </>
  );
}
