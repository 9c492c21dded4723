import type { Commission } from '../../../../contract/entities/commission.ts';
import { messages } from '../../../../contract/messages.ts';
import { LazyDialog } from '../../../ui/dialog/index.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import type { CommissionsView } from '../connectCommissions.ts';
import { useRecord } from '../disputes/useWaiting.ts';
import { DetailsDialog } from './DetailsDialog.tsx';

type Props = {
  opened: NonNullable<CommissionsView['opened']>;
  onOpen: (id: string) => void;
  onClose: () => void;
  editOf: (row: Commission) => (() => void) | undefined;
  onChanged: () => void;
};

function Details({ row, opened, onOpen, onClose, editOf, onChanged }: Props & { row: Commission }) {
  const { previous, next, pane } = opened;
  return (
    <DetailsDialog
      row={row}
      tab={pane}
      onClose={onClose}
      onPrevious={previous === null ? undefined : () => onOpen(previous)}
      onNext={next === null ? undefined : () => onOpen(next)}
      onEdit={editOf(row)}
      onChanged={onChanged}
    />
  );
}

/** A record of another page or period, for example from a link or a question. */
function UnlistedRecord(props: Props) {
  const { answer, error, retry, ask } = useRecord(props.opened.id);
  const onRecordChanged = (): void => {
    ask({});
    props.onChanged();
  };
  if (answer) return <Details {...props} row={answer} onChanged={onRecordChanged} />;
  if (error === null) return null;
  return (
    <LazyDialog title={messages.commissions.details} onClose={props.onClose} size="small">
      <Alert onRetry={retry}>{error}</Alert>
    </LazyDialog>
  );
}

/** The open record: the row of the page, or loaded by id if the page does not list it. */
export default function RecordPanel(props: Props) {
  const { row, id } = props.opened;
  return row ? <Details {...props} row={row} /> : <UnlistedRecord key={id} {...props} />;
}
