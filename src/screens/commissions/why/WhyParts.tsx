import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Explanation } from '../../../../contract/entities/explanation.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { reachOf } from '../../../../contract/permissions.ts';
import { useFeature, useUser } from '../../../app/context.ts';
import { commissionsPath } from '../../../app/routes.ts';
import { toPeriodQuery } from '../../../shared/period/periodInUrl.ts';
import { RefLink } from '../../../shared/trace/RefLink.tsx';
import { toClauseLink } from '../../../shared/trace/traceLinks.ts';
import { WhyTable } from '../../../shared/trace/WhyTable.tsx';
import { formatDate } from '../../../ui/display/format.ts';
import { formatAmount } from '../columns.tsx';
import { nextRateText } from '../connectCommissions.ts';

const t = messages.explain;
type Row = Explanation['rows'][number];

/** Links to the person's records of the given days. */
const toRecordsUrl = ({ user_id, start_date, end_date }: NonNullable<Row['records']>): string =>
  `${commissionsPath}?${toPeriodQuery({ mode: 'custom', start_date, end_date }, { person: user_id })}`;

/** Blockers of the payment and who can clear them. */
export function PaymentBlockers({ blocks }: { blocks: Explanation['blocks'] }) {
  return (
    <section className="why-part">
      <h3>{t.blocks}</h3>
      {blocks.length === 0 ? (
        <p>{t.noBlocks}</p>
      ) : (
        <ul className="why-blocks">
          {blocks.map((block) => (
            <li key={block.sentence}>{fill(t.block, block)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The smallest changes that would make the record due, and the distance to the next rate. */
export function RequiredChanges({ takes = [], next_rate }: Pick<Explanation, 'takes' | 'next_rate'>) {
  const next = nextRateText({ next_rate });
  if (takes.length === 0 && next === null) return null;
  return (
    <section className="why-part">
      <h3>{t.takes}</h3>
      <ul className="why-blocks">
        {takes.map(({ sentence }) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {next !== null && <li>{next}.</li>}
      </ul>
    </section>
  );
}

/** The server words most rows itself; plans and adjustments send only their name or reason. */
const rowText = ({ kind, label }: Row): string => (kind === 'plan' || kind === 'adjustment' ? fill(t.kinds[kind], { label }) : label);

/** Links to the clause of the plan if the server has plan pages. */
export function ClauseLink({ clause, children }: { clause: string | undefined; children: ReactNode }) {
  const hasPlanPage = useFeature('plan-page');
  return hasPlanPage && clause !== undefined ? <Link href={toClauseLink(clause)}>{children}</Link> : children;
}

/** The row's name as a link: a plan to its clause, earlier records to their list, everything else to the item itself. */
function NamedRow({ row }: { row: Row }) {
  const user = useUser();
  const { kind, records, clause, ref, date } = row;
  const name = rowText(row);
  if (records) return <Link href={toRecordsUrl(records)}>{name}</Link>;
  if (kind !== 'plan')
    return (
      <RefLink of={ref} day={kind === 'adjustment' ? date : null}>
        {name}
      </RefLink>
    );
  const hasEffects = ref && reachOf(user, 'commission:read') === 'all';
  return (
    <>
      <ClauseLink clause={clause}>{name}</ClauseLink>
      {hasEffects && (
        <>
          {' · '}
          <RefLink of={ref}>{messages.wake.link}</RefLink>
        </>
      )}
    </>
  );
}

/** The rows behind the answer; each links to its parts or names its source. */
export function SourceRows({ title, rows }: { title: string; rows: Explanation['rows'] }) {
  return (
    <WhyTable
      title={title}
      headers={[t.row, t.date, t.note, t.amount]}
      rows={rows.map((row) => [
        <NamedRow key="row" row={row} />,
        formatDate(row.date),
        [row.note, row.source].filter(Boolean).join(' · ') || messages.commissions.none,
        row.amount === null ? messages.commissions.none : formatAmount(row.amount),
      ])}
    />
  );
}
