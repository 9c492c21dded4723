import '../../../ui/display/facts.css';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { type BankDetail, type BankTransaction, bankStateBadges } from '../../../../contract/entities/bank.ts';
import { messages } from '../../../../contract/messages.ts';
import type { OpenedRowState } from '../../../shared/lists/OpenedRow.tsx';
import { RowPanel } from '../../../shared/lists/RowPanel.tsx';
import { methodText } from '../../../shared/payments/methodText.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import type { KeyRow } from '../../../ui/support/pageKeys.ts';
import { PaymentStory } from '../parts/PaymentStory.tsx';
import { bankTitle } from './bankNames.ts';
import { CandidateCard, MatchLines } from './Candidates.tsx';
import { IgnoreDialog, ReceiptDialog } from './DeskDialogs.tsx';
import { SplitDialog } from './SplitDialog.tsx';
import type { Bank } from './useBank.ts';
import { type BankDesk, useBankDesk } from './useBankDesk.ts';

const t = messages.bank;
const { panel, keys } = t;
const FACTS_PX = 340;
export const bankKeyRows: readonly KeyRow[] = [
  ['J K', keys.move],
  ['Enter', keys.accept],
  ['S', keys.split],
  ['R', keys.receipt],
  ['I', keys.ignore],
  ['U', keys.undo],
];

function Facts({ transaction: row }: { transaction: BankDetail }) {
  const link = row.dashboard_link?.startsWith('https://') ? row.dashboard_link : null;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      t.columns.state,
      <Badge key="state" severity={bankStateBadges[row.state].severity}>
        {bankStateBadges[row.state].label}
      </Badge>,
    ],
    [panel.direction, t.directions[row.direction]],
    [panel.method, methodText(row.method)],
    [panel.bankStatus, t.statuses[row.bank_status]],
    ...(row.memo === null ? [] : [[panel.memo, row.memo] as const]),
    ...(row.description === null ? [] : [[panel.description, row.description] as const]),
    ...(row.failure === null ? [] : [[panel.failure, row.failure] as const]),
    [panel.account, row.account],
    [panel.source, row.source],
    ...(link === null
      ? []
      : [
          [
            panel.link,
            <a key="link" href={link} target="_blank" rel="noreferrer">
              {panel.link}
            </a>,
          ] as const,
        ]),
  ];
  return (
    <dl className="facts payment-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Matches({ row, desk }: { row: BankDetail; desk: BankDesk }) {
  const proposalKey = JSON.stringify(row.proposal?.lines ?? null);
  const otherCandidates = row.candidates.filter(({ lines }) => JSON.stringify(lines) !== proposalKey);
  if (row.state === 'matched')
    return (
      <section>
        <h3>{panel.matched}</h3>
        {row.returned && <Alert severity="warning">{row.why}</Alert>}
        <MatchLines lines={row.matched} />
        <p>
          {row.matched.map(({ id }) => (
            <Link key={id} href={`/payments?${new URLSearchParams({ payment: id })}`} className="bank-payment">
              {id}
            </Link>
          ))}
        </p>
      </section>
    );
  if (row.state === 'ignored') return <Alert severity="info">{row.why}</Alert>;
  return (
    <section>
      {row.proposal && <h3>{panel.proposal}</h3>}
      {row.proposal && <CandidateCard candidate={row.proposal} desk={desk} isProposed />}
      {!row.proposal && <Alert severity="info">{row.why}</Alert>}
      {otherCandidates.length > 0 && <h3>{row.proposal ? panel.others : panel.candidates}</h3>}
      {otherCandidates.map((candidate) => (
        <CandidateCard key={JSON.stringify(candidate.lines)} candidate={candidate} desk={desk} isProposed={false} />
      ))}
      {!row.proposal && otherCandidates.length === 0 && row.bank_status === 'settled' && <p className="muted">{panel.noCandidates}</p>}
    </section>
  );
}

/** The actions the server currently allows; each button shows its keyboard shortcut. */
function DeskActions({ desk }: { desk: BankDesk }) {
  const acceptRef = useRef<HTMLSpanElement>(null);
  const acceptableVersion = desk.canAccept ? (desk.transaction?.version ?? null) : null;
  // The Accept button gets focus once it is available, so that Enter accepts, unless the user is typing.
  useEffect(() => {
    if (acceptableVersion !== null && !document.activeElement?.matches('input, textarea, select'))
      acceptRef.current?.querySelector('button')?.focus();
  }, [acceptableVersion]);
  const renderAction = (isAllowed: boolean, key: string, label: string, onPress: () => void) =>
    isAllowed && (
      <Button severity="secondary" aria-keyshortcuts={key} unavailable={desk.busy} onClick={onPress}>
        {label}
      </Button>
    );
  return (
    <>
      {desk.canAccept && (
        <span ref={acceptRef}>
          <Button aria-keyshortcuts="Enter" unavailable={desk.busy} onClick={desk.accept}>
            {t.actions.accept}
          </Button>
        </span>
      )}
      {renderAction(desk.canSplit, 'S', t.actions.split, () => desk.open('split'))}
      {renderAction(desk.canReceive, 'R', t.actions.receipt, () => desk.open('receipt'))}
      {renderAction(desk.canIgnore, 'I', t.actions.ignore, () => desk.open('ignore'))}
      {renderAction(desk.canUndo, 'U', t.actions.undo, desk.undo)}
    </>
  );
}

function Form({ desk, bank }: { desk: BankDesk; bank: Bank }) {
  const { transaction, form } = desk;
  if (!transaction) return null;
  if (form === 'split') return <SplitDialog desk={desk} transaction={transaction} service={bank.service} />;
  if (form === 'receipt') return <ReceiptDialog desk={desk} transaction={transaction} service={bank.service} />;
  return form === 'ignore' ? <IgnoreDialog desk={desk} transaction={transaction} /> : null;
}

/** One transaction next to the list, with its own URL; possible matches and all decisions work by keyboard. */
export default function BankPanel({ bank, opened }: { bank: Bank; opened: OpenedRowState<BankTransaction> }) {
  const { id, row, previous, next } = opened;
  const { act } = bank;
  const desk = useBankDesk({
    service: bank.service,
    id,
    version: row?.version ?? null,
    onDecided: (kind) => {
      act.reload();
      if (kind === 'undo') return;
      if (next ?? previous) act.open((next ?? previous) as string);
      else act.close();
    },
  });
  const step = (to: string | null) => (to === null ? undefined : () => act.open(to));
  const { transaction } = desk;
  const latestTransaction = transaction ?? row;
  const actionIfAllowed = (isAllowed: boolean, action: () => void) => (isAllowed && desk.form === null && !desk.busy ? action : undefined);
  return (
    <RowPanel
      title={latestTransaction ? bankTitle(latestTransaction) : t.label}
      onClose={act.close}
      onPrevious={step(previous)}
      onNext={step(next)}
      actions={<DeskActions desk={desk} />}
      keyRows={bankKeyRows}
      keys={{
        enter: actionIfAllowed(desk.canAccept, desk.accept),
        s: actionIfAllowed(desk.canSplit, () => desk.open('split')),
        r: actionIfAllowed(desk.canReceive, () => desk.open('receipt')),
        i: actionIfAllowed(desk.canIgnore, () => desk.open('ignore')),
        u: actionIfAllowed(desk.canUndo, desk.undo),
      }}
    >
      {desk.failed && <Alert onRetry={desk.retry}>{desk.error}</Alert>}
      {!desk.failed && desk.error !== null && desk.form === null && <Alert onDismiss={desk.dismiss}>{desk.error}</Alert>}
      {transaction === null && !desk.failed && <Skeleton height={FACTS_PX} />}
      {transaction && (
        <div className="payment-panel" aria-busy={desk.saving}>
          <Matches row={transaction} desk={desk} />
          <Facts transaction={transaction} />
          <PaymentStory entries={transaction.history} />
        </div>
      )}
      <Form desk={desk} bank={bank} />
    </RowPanel>
  );
}
