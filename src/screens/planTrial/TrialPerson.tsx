import type { PersonTrial, TriedRecord } from '../../../contract/entities/planDraft.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { monthText } from '../../../contract/rules/time/dayText.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { formatDate, formatMoney, NONE } from '../../ui/display/format.ts';
import { type PlainColumn, PlainTable } from '../../ui/display/PlainTable.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { amountColumns, dueColumn } from './amountColumns.tsx';
import { type Trial, usePersonTrial } from './useTrial.ts';

const t = messages.planTrial;
const SKELETON_PX = 240;

const money = (amount: number | null): string => (amount === null ? NONE : formatMoney(toCents(amount)));
const rules = (sentences: readonly string[]): string => (sentences.length === 0 ? t.noRule : sentences.join(' '));

const months: readonly PlainColumn<PersonTrial['months'][number]>[] = [
  { key: 'month', header: t.month, names: true, cell: ({ month }) => monthText(month) },
  ...amountColumns<PersonTrial['months'][number]>(),
];
const records: readonly PlainColumn<TriedRecord>[] = [
  { key: 'invoice', header: t.invoice, names: true, cell: ({ invoice_number }) => invoice_number },
  { key: 'booked', header: t.booked, cell: ({ booking_date }) => formatDate(booking_date) },
  { key: 'net', header: t.net, align: 'end', cell: ({ net_revenue }) => money(net_revenue) },
  { key: 'before', header: t.before, align: 'end', cell: ({ before }) => money(before) },
  { key: 'after', header: t.after, align: 'end', cell: ({ after }) => money(after) },
  dueColumn<TriedRecord>(),
  {
    key: 'why',
    header: t.why,
    cell: ({ clauses_before, clauses_after }) => (
      <div className="trial-why">
        <p className="muted">{fill(t.whyBefore, { rules: rules(clauses_before) })}</p>
        <p>{fill(t.whyAfter, { rules: rules(clauses_after) })}</p>
      </div>
    ),
  },
];

type PersonProps = Readonly<{ service: Trial['service']; draft: string; person: string; day: string }>;

/** One person's open months and the records that the draft would change, with the clauses that apply to them. */
export function TrialPerson({ service, draft, person, day }: PersonProps) {
  const { answer, error, stale, refused, retry } = usePersonTrial(service, draft, person, day);
  if (error !== null) return <Alert {...(refused ? {} : { onRetry: retry })}>{error}</Alert>;
  if (!answer) return <Skeleton height={SKELETON_PX} />;
  const { name } = answer;
  return (
    <div className={stale ? 'form-stack trial-stale' : 'form-stack'} aria-busy={stale}>
      <Card title={fill(t.months, { name })}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard. */}
        <section className="trial-scroll" aria-label={fill(t.tableOf, { title: fill(t.months, { name }) })} tabIndex={0}>
          <PlainTable stacks columns={months} rows={answer.months} rowKey={({ month }) => month} />
        </section>
      </Card>
      <Card title={fill(t.recordsOf, { name })}>
        {answer.records.length === 0 ? (
          <p>{fill(t.noRecords, { name })}</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard.
          <section className="trial-scroll" aria-label={fill(t.tableOf, { title: fill(t.recordsOf, { name }) })} tabIndex={0}>
            <PlainTable
              stacks
              columns={records}
              rows={answer.records}
              rowKey={({ invoice_number, booking_date, before, after }) => `${invoice_number} ${booking_date} ${before} ${after}`}
            />
          </section>
        )}
        {answer.records.length === limits.planDrafts.records && (
          <p className="muted">{fill(t.mostRecords, { count: answer.records.length })}</p>
        )}
      </Card>
    </div>
  );
}
