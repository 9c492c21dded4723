import '../../../ui/theme/plainTable.css';
import { Link } from 'wouter';
import type { PeriodReview, ReviewPerson } from '../../../../contract/entities/periodReview.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { periodAt, shiftPeriod } from '../../../../contract/rules/time/period.ts';
import { commissionsPath } from '../../../app/routes.ts';
import { toPeriodQuery } from '../../../shared/period/periodInUrl.ts';
import { toRefLink } from '../../../shared/trace/traceLinks.ts';
import { formatMoney } from '../../../ui/display/format.ts';
import { MoneyText } from '../../../ui/display/Money.tsx';

const t = messages.closing;
const { columns } = t;
const sumCents = (people: readonly ReviewPerson[], getAmount: (person: ReviewPerson) => number): number =>
  people.reduce((sum, person) => sum + toCents(getAmount(person)), 0);

const figures = [
  ['commission', (person: ReviewPerson) => person.commission],
  ['adjustments', (person: ReviewPerson) => person.adjustments],
  ['total', (person: ReviewPerson) => person.total],
  ['before', (person: ReviewPerson) => person.before],
  ['change', (person: ReviewPerson) => (toCents(person.total) - toCents(person.before)) / 100],
  ['due', (person: ReviewPerson) => person.due],
] as const;

/** Links a figure to the person's records: of the month, of the month before, or the due ones. */
const toRecordsLink = (key: (typeof figures)[number][0], person: ReviewPerson, start: string): string => {
  if (key === 'due') return `${commissionsPath}?${toPeriodQuery(periodAt('month', start), { person: person.user_id, status: 'due' })}`;
  const month = periodAt('month', start);
  return `${commissionsPath}?${toPeriodQuery(key === 'before' ? shiftPeriod(month, -1) : month, { person: person.user_id })}`;
};

/** Outliers by rule; an outlier caused by one record links to it. */
function Outliers({ person, start }: { person: ReviewPerson; start: string }) {
  return person.outliers.map(({ rule, percent }) => {
    const deviation = percent ?? 0;
    const sentence = fill(t.outliers[rule], { percent: Math.abs(deviation), direction: deviation < 0 ? t.less : t.more });
    return (
      <p key={rule} className="closing-outlier">
        {rule === 'single' && person.largest_id !== null ? (
          <Link href={toRefLink({ kind: 'record', id: person.largest_id }, start)}>{sentence}</Link>
        ) : (
          sentence
        )}
      </p>
    );
  });
}

/** Each person's month compared with the month before, outliers first (decisions 2.11). */
export function ReviewPeople({ review: { people, period } }: { review: PeriodReview }) {
  if (people.length === 0) return <p className="muted">{t.noPeople}</p>;
  const start = period.start_date;
  return (
    <div className="closing-table">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{columns.person}</th>
            <th scope="col">{columns.unusual}</th>
            <th scope="col" data-align="end">
              {columns.records}
            </th>
            {figures.map(([key]) => (
              <th key={key} scope="col" data-align="end">
                {columns[key]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people
            .toSorted((a, b) => Math.sign(b.outliers.length) - Math.sign(a.outliers.length))
            .map((person) => (
              <tr key={person.user_id}>
                <th scope="row">
                  <Link href={toRecordsLink('total', person, start)}>{person.user_name}</Link>
                </th>
                <td>
                  <Outliers person={person} start={start} />
                </td>
                <td data-align="end">{person.records}</td>
                {figures.map(([key, getAmount]) => (
                  <td key={key} data-align="end">
                    <Link href={toRecordsLink(key, person, start)}>
                      <MoneyText cents={toCents(getAmount(person))} />
                    </Link>
                    {key === 'due' && person.under_way !== 0 && (
                      <p className="muted closing-outlier">
                        <Link href={`/payments?${new URLSearchParams({ person: person.user_id })}`}>
                          {fill(t.underWay, { amount: formatMoney(toCents(person.under_way)) })}
                        </Link>
                      </p>
                    )}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{columns.sum}</th>
            <td />
            <td data-align="end">{people.reduce((sum, { records }) => sum + records, 0)}</td>
            {figures.map(([key, getAmount]) => (
              <td key={key} data-align="end">
                <MoneyText cents={sumCents(people, getAmount)} />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
