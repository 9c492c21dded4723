import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { Commission } from '../../../../contract/entities/commission.ts';
import { messages } from '../../../../contract/messages.ts';
import { periodAt } from '../../../../contract/rules/time/period.ts';
import { useFeature, useUser } from '../../../app/context.ts';
import { commissionsPath } from '../../../app/routes.ts';
import { useAsOf } from '../../../shared/lens/asOf.ts';
import { RowPanel } from '../../../shared/lists/RowPanel.tsx';
import { toPeriodQuery } from '../../../shared/period/periodInUrl.ts';
import { RefLink } from '../../../shared/trace/RefLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { centsOf } from '../../../ui/display/format.ts';
import { MoneyText } from '../../../ui/display/Money.tsx';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { lazyComponent } from '../../../ui/support/later.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { commissionColumns, formatAmount, invoiceText } from '../columns.tsx';
import { useDisputeDrafts } from '../disputes/useDisputeDrafts.ts';
import { WhyTab } from '../why/lazyTab.ts';

const [DisputeTab] = lazyComponent(() => import('../disputes/DisputeTab.tsx'));
const [SplitDialog] = lazyComponent(() => import('../../../shared/splits/SplitDialog.tsx'));
const [HistoryTab] = lazyComponent(() => import('../why/HistoryTab.tsx'));

const t = messages.explain.tabs;

/** A fact with its link: invoice and amounts link to their events, person and status to the month's records. */
function Fact({ row, of: field, value }: { row: Commission; of: string; value: ReactNode }) {
  const hasPersonFilter = useFeature('commission-search');
  if (['invoice', 'gross_amount', 'net_revenue'].includes(field))
    return <RefLink of={{ kind: 'invoice', id: row.invoice_id }}>{value}</RefLink>;
  if (!hasPersonFilter || (field !== 'salesperson' && field !== 'status')) return value;
  const question: Record<string, string> = field === 'status' ? { status: row.status } : { person: row.user_id };
  return <Link href={`${commissionsPath}?${toPeriodQuery(periodAt('month', row.booking_date), question)}`}>{value}</Link>;
}

/** The facts of the row; the value including adjustments is shown next to its commission if the server sends it. */
const toFacts = (row: Commission): readonly (readonly [key: string, name: string, value: ReactNode])[] => {
  const { commission_amount: amount, adjustments_amount: adjustments } = row;
  const label = messages.commissions.summary;
  const facts = commissionColumns.map(
    ({ key, header, cell }) => [key, header, <Fact key={key} row={row} of={key} value={cell(row)} />] as const,
  );
  if (adjustments === undefined) return facts;
  const index = facts.findIndex(([key]) => key === 'commission_amount') + 1;
  const totalFacts = [
    ['adjustments', label.total_adjustments, <MoneyText key="adjustments" cents={centsOf(adjustments)} />],
    ['total', label.total_commission, <MoneyText key="total" cents={centsOf(amount) + centsOf(adjustments)} />],
  ] as const;
  return [...facts.slice(0, index), ...totalFacts, ...facts.slice(index)];
};

function Facts({ row }: { row: Commission }) {
  return (
    <dl className="details">
      {toFacts(row).map(([key, name, value]) => (
        <div key={key}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div className="details-notes">
        <dt>{messages.commissions.notes}</dt>
        <dd>{row.notes || messages.commissions.none}</dd>
      </div>
    </dl>
  );
}

/** Manual split of the row's invoice, for users who may adjust the record. */
function Split({ row, onChanged }: { row: Commission; onChanged: () => void }) {
  const hasSplits = useFeature('splits');
  const [open, setOpen] = useState(false);
  if (!hasSplits) return null;
  const onSaved = (): void => {
    setOpen(false);
    onChanged();
  };
  return (
    <>
      <Button severity="secondary" onClick={() => setOpen(true)}>
        {messages.splits.button}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <SplitDialog invoice={{ id: row.invoice_id, number: invoiceText(row) }} onClose={() => setOpen(false)} onSaved={onSaved} />
        </Suspense>
      )}
    </>
  );
}

type Props = {
  row: Commission;
  onClose: () => void;
  /** Move to the rows above and below. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  /** The key of the tab shown first. */
  tab?: string;
  onEdit?: (() => void) | undefined;
  /** Called after a save that may change the page's figures. */
  onChanged: () => void;
};

/** "21906-ABC · Flagstaff Public Library · $24.34"; shows the person if the provider sends no customer name. */
const getTitle = (row: Commission): string =>
  [invoiceText(row), row.customer_name || row.salesperson_name, formatAmount(row.commission_amount)].filter(Boolean).join(' · ');

/** One record: its explanation, its facts in the table's wording, and its questions and history if the server offers them. */
export function DetailsDialog({ row, onClose, onPrevious, onNext, tab, onEdit, onChanged }: Props) {
  const drafts = useDisputeDrafts(row.id);
  const user = useUser();
  const features = { why: useFeature('explain'), question: useFeature('disputes'), history: useFeature('history') };
  const isNow = useAsOf() === null;
  // A new key remounts the tab, so one record's answer never appears under another.
  const suspend = (content: ReactNode) => (
    <Suspense key={row.id} fallback={<Spinner />}>
      {content}
    </Suspense>
  );
  const tabs = [
    ...(features.why ? [{ key: 'why', label: t.why, content: suspend(<WhyTab row={row} onChanged={onChanged} />) }] : []),
    { key: 'details', label: t.details, content: <Facts row={row} /> },
    ...(features.question && isNow
      ? [
          {
            key: 'question',
            label: t.question,
            content: suspend(<DisputeTab row={row} isOwn={row.user_id === user.id} drafts={drafts} onSaved={onChanged} />),
          },
        ]
      : []),
    ...(features.history && isNow
      ? [{ key: 'history', label: t.history, content: suspend(<HistoryTab kind="commissions" id={row.id} />) }]
      : []),
  ];
  return (
    <RowPanel
      title={getTitle(row)}
      onClose={drafts.guardLeave(onClose)}
      onPrevious={onPrevious && drafts.guardLeave(onPrevious)}
      onNext={onNext && drafts.guardLeave(onNext)}
      actions={
        isNow &&
        onEdit && (
          <>
            <Split row={row} onChanged={onChanged} />
            <Button severity="secondary" onClick={drafts.guardLeave(onEdit)}>
              {messages.adjustments.editCommission}
            </Button>
          </>
        )
      }
    >
      {tabs.length > 1 ? <Tabs label={messages.explain.tabsLabel} tabs={tabs} first={tab} /> : <Facts row={row} />}
    </RowPanel>
  );
}
