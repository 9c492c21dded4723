import { type Adjustment, invoiceLabelOf } from '../../../../contract/entities/adjustment.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { useFeature } from '../../../app/context.ts';
import { RowPanel } from '../../../shared/lists/RowPanel.tsx';
import { RefLink } from '../../../shared/trace/RefLink.tsx';
import { WakeLink } from '../../../shared/trace/WakeLink.tsx';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { Button } from '../../../ui/Button.tsx';
import { LazyDialog } from '../../../ui/dialog/index.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import HistoryTab from '../why/HistoryTab.tsx';
import { sortActions } from './AdjustmentsColumns.tsx';
import { type AdjustmentAction, adjustmentTitle, describeAdjustment, stateLabel } from './connectAdjustments.ts';
import type { Adjustments } from './useAdjustments.ts';

const t = messages.adjustments;

type Props = {
  opened: NonNullable<Adjustments['view']['opened']>;
  service: Adjustments['service'];
  actionsOf: (row: Adjustment) => readonly AdjustmentAction[];
  onAction: (action: AdjustmentAction, row: Adjustment) => void;
  onOpen: (id: string) => void;
  onClose: () => void;
};

/** The adjustment's reason and history: each action with its author and reason. */
function Details({ row, opened: { previous, next }, actionsOf, onAction, onOpen, onClose }: Props & { row: Adjustment }) {
  const hasWake = useFeature('wake');
  return (
    <RowPanel
      title={adjustmentTitle(row)}
      onClose={onClose}
      onPrevious={previous === null ? undefined : () => onOpen(previous)}
      onNext={next === null ? undefined : () => onOpen(next)}
      actions={sortActions(actionsOf(row)).map((action) => (
        <Button key={action} size="small" severity={action === 'approve' ? 'primary' : 'secondary'} onClick={() => onAction(action, row)}>
          {t.actions[action]}
        </Button>
      ))}
    >
      <div className="why">
        <p>{fill(t.about, { person: describeAdjustment(row).person, state: stateLabel(row.state ?? 'approved') })}</p>
        <p>{row.adjustment_reason}</p>
        {hasWake && (
          <p className="why-links">
            {row.commission_id !== null && (
              <RefLink of={{ kind: 'record', id: row.commission_id }}>
                {fill(messages.wake.record, { number: invoiceLabelOf(row) })}
              </RefLink>
            )}
            <WakeLink of={{ kind: 'adjustment', id: row.id }}>{messages.wake.link}</WakeLink>
          </p>
        )}
        <HistoryTab key={row.id} kind="adjustments" id={row.id} />
      </div>
    </RowPanel>
  );
}

/** An adjustment that is on another page or in another month, for example one linked from a notice. */
function UnlistedAdjustment(props: Props) {
  const { answer, error, retry } = useAnswer<Adjustment>(() => props.service.one(props.opened.id), {}, t.rowFailed);
  if (answer) return <Details {...props} row={answer} />;
  if (error === null) return null;
  return (
    <LazyDialog title={t.title} onClose={props.onClose} size="small">
      <Alert onRetry={retry}>{error}</Alert>
    </LazyDialog>
  );
}

/** The open adjustment: the row of the page, or loaded by id if the page does not list it. */
export default function AdjustmentPanel(props: Props) {
  const { row } = props.opened;
  return row ? <Details {...props} row={row} /> : <UnlistedAdjustment {...props} />;
}
