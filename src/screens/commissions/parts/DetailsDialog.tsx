import type { Commission } from '../../../../contract/entities/commission.ts';
import { messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { LazyDialog } from '../../../ui/dialog/index.ts';
import { commissionColumns } from '../columns.tsx';

/** Every fact of one record, in the table's own words. */
export function DetailsDialog({ row, onClose }: { row: Commission; onClose: () => void }) {
  return (
    <LazyDialog title={messages.commissions.details} onClose={onClose}>
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
      <p className="form-actions">
        <Button severity="secondary" onClick={onClose}>
          {messages.close}
        </Button>
      </p>
    </LazyDialog>
  );
}
