import { lazy, type ReactNode, Suspense } from 'react';
import type { Commission } from '../../../../contract/entities/commission.ts';
import { messages } from '../../../../contract/messages.ts';
import { useFeature, useUser } from '../../../app/context.ts';
import { Button } from '../../../ui/Button.tsx';
import { LazyDialog } from '../../../ui/dialog/index.ts';
import { Spinner } from '../../../ui/Spinner.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { commissionColumns } from '../columns.tsx';

const WhyTab = lazy(() => import('./WhyTab.tsx'));
const DisputeTab = lazy(() => import('./DisputeTab.tsx'));
const HistoryTab = lazy(() => import('./HistoryTab.tsx'));

const text = messages.explain.tabs;

function Facts({ row }: { row: Commission }) {
  return (
    <dl className="details">
      {commissionColumns.map((column) => (
        <div key={column.key}>
          <dt>{column.header}</dt>
          <dd>{column.cell(row)}</dd>
        </div>
      ))}
      <div className="details-notes">
        <dt>{messages.commissions.notes}</dt>
        <dd>{row.notes ?? messages.commissions.none}</dd>
      </div>
    </dl>
  );
}

type Props = {
  row: Commission;
  onClose: () => void;
  onEdit?: (() => void) | undefined;
  /** Something was saved that the page's figures may depend on. */
  onChanged: () => void;
};

/** Every fact of one record, in the table's own words; why it is so, its questions and its history where the server announces them. */
export function DetailsDialog({ row, onClose, onEdit, onChanged }: Props) {
  const user = useUser();
  const announced = { why: useFeature('explain'), question: useFeature('disputes'), history: useFeature('history') };
  const later = (content: ReactNode) => <Suspense fallback={<Spinner />}>{content}</Suspense>;
  const tabs = [
    { key: 'details', label: text.details, content: <Facts row={row} /> },
    ...(announced.why ? [{ key: 'why', label: text.why, content: later(<WhyTab commissionId={row.id} />) }] : []),
    ...(announced.question
      ? [
          {
            key: 'question',
            label: text.question,
            content: later(<DisputeTab commissionId={row.id} own={row.user_id === user.id} onSaved={onChanged} />),
          },
        ]
      : []),
    ...(announced.history ? [{ key: 'history', label: text.history, content: later(<HistoryTab commissionId={row.id} />) }] : []),
  ];
  return (
    <LazyDialog title={messages.commissions.details} onClose={onClose} size={tabs.length > 1 ? 'wide' : 'normal'}>
      {tabs.length > 1 ? <Tabs label={messages.explain.tabsLabel} tabs={tabs} /> : <Facts row={row} />}
      <p className="form-actions">
        {onEdit && <Button onClick={onEdit}>{messages.adjustments.editCommission}</Button>}
        <Button severity="secondary" onClick={onClose}>
          {messages.close}
        </Button>
      </p>
    </LazyDialog>
  );
}
