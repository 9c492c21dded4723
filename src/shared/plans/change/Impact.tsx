import '../../../ui/display/facts.css';
import type { ConfigImpact } from '../../../../contract/entities/configChange.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { displayedAttainment } from '../../../../contract/rules/commission/attainment.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { formatDate, formatMoney, formatPercent, NONE } from '../../../ui/display/format.ts';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { type PlainColumn, PlainTable } from '../../../ui/display/PlainTable.tsx';
import { describeMonths } from './describeMonths.ts';

const t = messages.configChange;
const money = (amount: number): string => formatMoney(toCents(amount));
const formatShare = (attainment: number | null): string => (attainment === null ? NONE : formatPercent(displayedAttainment(attainment)));
const formatMove = (before: string, after: string): string =>
  before === after ? fill(t.same, { value: after }) : fill(t.beforeAfter, { before, after });

const quota = (amount: number | null): string => (amount === null ? NONE : money(amount));
type Row = Readonly<Record<'user_id' | 'person' | 'records' | 'before' | 'after' | 'due' | 'quota' | 'attainment', string>>;
const keys = ['person', 'records', 'before', 'after', 'due', 'quota', 'attainment'] as const;
const columns = keys.map(
  (key): PlainColumn<Row> => ({
    key,
    header: t.columns[key],
    cell: (row) => row[key],
    ...(key === 'person' ? { names: true } : { align: 'end' }),
  }),
);

const toRow = (row: ConfigImpact['by_user'][number]): Row => ({
  user_id: row.user_id,
  person: row.name,
  records: String(row.records),
  before: money(row.before),
  after: money(row.after),
  due: money(row.due_change ?? 0),
  quota: formatMove(quota(row.quota_before), quota(row.quota_after)),
  attainment: formatMove(formatShare(row.attainment_before), formatShare(row.attainment_after)),
});

function People({ impact }: { impact: ConfigImpact }) {
  // People without a change or beyond the list's limit: this row makes the table add up to the total.
  const remainderOf = (figure: 'before' | 'after'): number =>
    impact.by_user.reduce((remaining, row) => remaining - toCents(row[figure]), toCents(impact[`total_${figure}`]));
  const [before, after] = [remainderOf('before'), remainderOf('after')];
  const due = impact.by_user.reduce((remaining, row) => remaining - toCents(row.due_change ?? 0), toCents(impact.due_change ?? 0));
  const othersRow: Row = {
    ...{ user_id: '', person: t.everybodyElse, records: NONE, quota: NONE, attainment: NONE },
    ...{ before: formatMoney(before), after: formatMoney(after), due: formatMoney(due) },
  };
  const hasOthers = before !== 0 || after !== 0 || due !== 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard.
    <section className="change-people" aria-label={t.byUser} tabIndex={0}>
      <PlainTable
        stacks
        columns={columns}
        rows={[...impact.by_user.map(toRow), ...(hasOthers ? [othersRow] : [])]}
        rowKey={({ user_id }) => user_id}
      />
    </section>
  );
}

/** For a date within a quota period: how many quota counters continue or restart, and how many quotas change (decisions 2.21). */
function Counters({ impact: { counters, effective_date } }: { impact: ConfigImpact }) {
  const sentences = [
    ...(counters.kept > 0 ? [fill(t.countersKept, { count: counters.kept })] : []),
    ...(counters.restarted > 0 ? [fill(t.countersRestarted, { count: counters.restarted, day: formatDate(effective_date) })] : []),
    ...(counters.quotas > 0 ? [fill(t.quotasChange, { count: counters.quotas })] : []),
  ];
  return sentences.length === 0 ? null : <p>{sentences.join(' ')}</p>;
}

/** The people who will be asked to acknowledge the change. */
function Readers({ readers }: Readonly<{ readers: NonNullable<ConfigImpact['readers']> }>) {
  if (readers.length === 0) return <p>{t.readersNone}</p>;
  return (
    <details>
      <summary>{fill(t.readers, { count: readers.length })}</summary>
      <p>{readers.map(({ name }) => name).join(', ')}</p>
    </details>
  );
}

const formerName = ({ name, plan, left_on }: NonNullable<ConfigImpact['former']>[number]): string =>
  left_on === null ? fill(t.formerUndated, { name, plan }) : fill(t.formerOne, { name, plan, day: formatDate(left_on) });

/** People who lose their plan, and former employees whom the configuration still names. */
function Warnings({ impact: { without_plan: without = [], former = [] } }: { impact: ConfigImpact }) {
  return (
    <>
      {without.length > 0 && (
        <Alert severity="warning">
          {fill(t.withoutPlan, { count: without.length, people: without.map(({ name }) => name).join(', ') })}
        </Alert>
      )}
      {former.length > 0 && <Alert severity="warning">{fill(t.former, { people: former.map(formerName).join(', ') })}</Alert>}
    </>
  );
}

/** People, records, totals and attainment before and after; names the closed months, which stay unchanged. */
export function ConfigImpactCard({ impact }: { impact: ConfigImpact }) {
  const { closed_months: closedMonths } = impact;
  const facts: readonly (readonly [string, string])[] = [
    [fill(t.total, { day: formatDate(impact.effective_date) }), formatMove(money(impact.total_before), money(impact.total_after))],
    [t.dueChange, money(impact.due_change ?? 0)],
    [t.people, String(impact.people)],
    [t.records, String(impact.records)],
    [t.attainment, formatMove(formatShare(impact.attainment_before), formatShare(impact.attainment_after))],
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
        {closedMonths.length === 0 ? t.noneClosed : fill(t.closed, { months: describeMonths(closedMonths) })}{' '}
        {impact.closed_untouched > 0 && fill(t.closedRecords, { count: impact.closed_untouched })}
      </p>
      <Warnings impact={impact} />
      <Counters impact={impact} />
      {impact.readers && <Readers readers={impact.readers} />}
      {impact.by_user.length > 0 ? <People impact={impact} /> : <p>{t.nothing}</p>}
      <p className="muted">
        {fill(t.asOf, { when: formatInstant(impact.as_of) })} {t.besides}
      </p>
    </>
  );
}
