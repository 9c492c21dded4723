import '../../../ui/display/facts.css';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Approval, ApprovalDetail } from '../../../../contract/entities/approval.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { displayedAttainment } from '../../../../contract/rules/commission/attainment.ts';
import { OpenedRow } from '../../../shared/lists/OpenedRow.tsx';
import { Button } from '../../../ui/Button.tsx';
import { formatDate, formatPercent } from '../../../ui/display/format.ts';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { describeEffect, getApprovalMonth, getApprovalName, getPersonText, money } from '../approvalNames.ts';
import type { Approvals } from '../useApprovals.ts';
import { ProposedChanges } from './ProposedChanges.tsx';

const t = messages.approvals;
const { details } = t;

const attainmentText = ({ attainment }: Approval): string => {
  if (attainment === null) return details.noQuota;
  const [before, after] = [displayedAttainment(attainment.before), displayedAttainment(attainment.after)].map(formatPercent);
  return before === after
    ? fill(details.attainmentSame, { percent: after ?? '' })
    : fill(details.change, { before: before ?? '', after: after ?? '' });
};

const earlierRejectionsText = ({ earlier }: Approval): string =>
  !earlier || earlier.count === 0 ? details.earlierNone : fill(details.earlierSum, { count: earlier.count, amount: money(earlier.amount) });

function Facts({ approval, detail }: { approval: Approval; detail: ApprovalDetail | null }) {
  const isPaid = approval.group === 'payment' || approval.group === 'run';
  const { calculation, created_by: person, created_at } = approval;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [details.person, getPersonText(approval)],
    [details.amount, money(approval.amount)],
    ...(approval.group === 'run' ? [] : ([[details.attainment, attainmentText(approval)]] as const)),
    ...(approval.earlier ? [[fill(details.earlier, { month: getApprovalMonth(approval) }), earlierRejectionsText(approval)] as const] : []),
    [isPaid ? details.payDay : details.day, formatDate(approval.day)],
    [details.madeBy, fill(details.made, { person, when: formatInstant(created_at) })],
  ];
  return (
    <>
      <p className="approval-answer">
        {isPaid ? details.due : details.commission} <strong>{describeEffect(approval)}</strong>
      </p>
      <h3>{details.reason}</h3>
      <p className="approval-reason">{approval.reason}</p>
      {calculation && (
        <ul className="approval-calculation" aria-label={details.calculation}>
          <li>{fill(details.was, { text: calculation.before })}</li>
          <li>{fill(details.is, { text: calculation.after })}</li>
        </ul>
      )}
      {approval.group === 'own_pay' && detail?.id === approval.id && <ProposedChanges detail={detail} />}
      <dl className="facts approval-facts">
        {facts.map(([term, fact]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      <p>
        <Link href={approval.link}>{details.open}</Link>
      </p>
    </>
  );
}

/** One pending approval with its own URL; reloads when the list changes. */
export function ApprovalPanel({ approvals }: { approvals: Approvals }) {
  const { opened } = approvals.view;
  if (!opened) return null;
  return (
    <OpenedRow<Approval, ApprovalDetail>
      opened={opened}
      list={approvals}
      load={approvals.service.one}
      failed={t.oneFailed}
      title={(approval) => (approval ? getApprovalName(approval) : t.title)}
      actions={(approval) => (
        <>
          <Button
            disabled={approvals.own.busy || approvals.own.decidedRows.has(approval.id)}
            onClick={() => approvals.ask({ decision: 'approve', approvals: [approval] })}
          >
            {t.actions.approve}
          </Button>
          <Button
            severity="secondary"
            disabled={approvals.own.busy || approvals.own.decidedRows.has(approval.id)}
            onClick={() => approvals.ask({ decision: 'reject', approvals: [approval] })}
          >
            {t.actions.reject}
          </Button>
        </>
      )}
    >
      {(approval, detail) => <Facts approval={approval} detail={detail} />}
    </OpenedRow>
  );
}
