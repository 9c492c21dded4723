import type { NextPayout } from '../../../contract/entities/payout.ts';
import { messages } from '../../../contract/messages.ts';
import { useApp } from '../../app/context.ts';
import { createPayouts } from '../../services/payouts.ts';
import { useAnswerTo } from '../useAnswer.ts';

/** A person's next check; null without a person or before it arrived. */
export const useNextPayout = (userId: string | null) => {
  const { http } = useApp();
  return useAnswerTo<NextPayout | null>(
    ({ user_id = '' }) => (user_id === '' ? Promise.resolve(null) : createPayouts(http).next(user_id)),
    { user_id: userId ?? '' },
    messages.payouts.nextFailed,
  );
};
