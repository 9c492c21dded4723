import type { Commission } from '../../../../contract/entities/commission.ts';
import { messages } from '../../../../contract/messages.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { LazyDialog } from '../../../ui/dialog/index.ts';
import { useRecord } from '../disputes/useWaiting.ts';
import { DetailsDialog } from './DetailsDialog.tsx';

type Props = {
  id: string;
  onClose: () => void;
  editOf: (row: Commission, close: () => void) => (() => void) | undefined;
  onChanged: () => void;
};

/** The details of a record that a link or a question leads to, with its questions in front; it need not be on the page. */
export function DisputeRecord({ id, onClose, editOf, onChanged }: Props) {
  const { answer, error, retry } = useRecord(id);
  if (answer) return <DetailsDialog row={answer} tab="question" onClose={onClose} onEdit={editOf(answer, onClose)} onChanged={onChanged} />;
  if (error === null) return null;
  return (
    <LazyDialog title={messages.commissions.details} onClose={onClose} size="small">
      <Alert onRetry={retry}>{error}</Alert>
    </LazyDialog>
  );
}
