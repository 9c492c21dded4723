import { Suspense } from 'react';
import type { Explanation } from '../../../contract/entities/explanation.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { can } from '../../../contract/permissions.ts';
import { useFeature, useUser } from '../../app/context.ts';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { formatDate } from '../../ui/display/format.ts';
import { lazyComponent } from '../../ui/support/later.tsx';
import type { HeldCommission } from './HoldDialog.tsx';
import { useHold } from './useHold.ts';

const [HoldDialog] = lazyComponent(() => import('./HoldDialog.tsx'));
const t = messages.holds;

type Props = { commissionId: string; record: HeldCommission; hold: Explanation['hold']; onChanged: () => void };

function Controls({ commissionId, record, hold, onChanged }: Props) {
  const view = useHold(commissionId, record.invoice, onChanged);
  return (
    <>
      {view.error !== null && !view.formOpen && <Alert>{view.error}</Alert>}
      {hold ? (
        <Button size="small" severity="secondary" loading={view.busy} onClick={view.release}>
          {t.release}
        </Button>
      ) : (
        <Button size="small" severity="secondary" onClick={view.open}>
          {t.button}
        </Button>
      )}
      {view.formOpen && (
        <Suspense fallback={null}>
          <HoldDialog view={view} record={record} />
        </Suspense>
      )}
    </>
  );
}

/** Shows a hold and its author to everyone who may read the record; users with permission can place and release it (decisions 2.08). */
export function HoldBar(props: Props) {
  const hasHolds = useFeature('holds');
  const canHold = can(useUser(), 'commission:hold');
  const { hold } = props;
  if (!hasHolds || !(hold || canHold)) return null;
  const values = hold && { by: hold.by, reason: hold.reason, day: formatDate(hold.since) };
  return (
    <div className="hold-bar">
      {values && <p>{hold.until === null ? fill(t.held, values) : fill(t.heldUntil, { ...values, until: formatDate(hold.until) })}</p>}
      {canHold && <Controls {...props} />}
    </div>
  );
}
