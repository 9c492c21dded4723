import type { PayoutDetail } from '../../../../contract/entities/payout.ts';
import { messages } from '../../../../contract/messages.ts';
import { useApp } from '../../../app/context.ts';
import { createPayouts } from '../../../services/payouts.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';

/** A payout compared with an earlier one, which `compare` chooses. Each component shows a single payout. */
export const usePayoutDetail = (id: string) => {
  const { http } = useApp();
  const binding = useAnswer<PayoutDetail>(
    ({ against: comparedId = '' }) => createPayouts(http).one(id, comparedId),
    { against: '' },
    messages.payouts.oneFailed,
  );
  return { ...binding, compare: (comparedId: string) => binding.follow({ against: comparedId }) };
};
