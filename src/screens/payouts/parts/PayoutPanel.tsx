import type { Payout } from '../../../../contract/entities/payout.ts';
import { messages } from '../../../../contract/messages.ts';
import { can } from '../../../../contract/permissions.ts';
import { useFeature, useUser } from '../../../app/context.ts';
import { RowPanel } from '../../../shared/lists/RowPanel.tsx';
import { AnsweredPanel } from '../../../shared/trace/AnsweredPanel.tsx';
import { RefLink } from '../../../shared/trace/RefLink.tsx';
import { PayoutStatus, payoutTitle } from '../columns.tsx';
import { PayoutComparison } from './PayoutComparison.tsx';
import { PayoutParts } from './PayoutParts.tsx';
import { usePayoutDetail } from './usePayoutDetail.ts';

const t = messages.payouts;
type Props = Readonly<{
  opened: Readonly<{ id: string; row: Payout | null; previous: string | null; next: string | null }>;
  act: Readonly<{ open: (id: string) => void; close: () => void }>;
}>;

/** One payout: its difference from an earlier one, with the reasons, and its lines by cause. */
export default function PayoutPanel({ opened: { id, row, previous, next }, act }: Props) {
  const detail = usePayoutDetail(id);
  const hasWake = useFeature('wake');
  const user = useUser();
  const payout = detail.answer ?? row;
  const step = (to: string | null) => (to === null ? undefined : () => act.open(to));
  const paymentId = /^po-(\d+)$/.exec(id)?.[1];
  return (
    <RowPanel
      title={payout ? payoutTitle(payout) : t.panel.fallback}
      onClose={act.close}
      onPrevious={step(previous)}
      onNext={step(next)}
      actions={
        hasWake &&
        payout &&
        paymentId !== undefined &&
        can(user, 'payment:read', { owner_id: payout.user_id }) && (
          <RefLink of={{ kind: 'payout', id: paymentId }}>{messages.payments.panel.moved}</RefLink>
        )
      }
    >
      <AnsweredPanel {...detail}>
        {(answer) => (
          <div className="payout-panel">
            <p>
              <PayoutStatus payout={answer} />
            </p>
            <PayoutComparison payout={answer} onCompare={detail.compare} />
            <PayoutParts parts={answer.parts} />
          </div>
        )}
      </AnsweredPanel>
    </RowPanel>
  );
}
