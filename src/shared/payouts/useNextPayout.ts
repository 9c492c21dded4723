import type { NextPayout } from '../../../contract/entities/payout.ts';
import { messages } from '../../../contract/messages.ts';
import { useApp } from '../../app/context.ts';
import { createPayouts } from '../../services/payouts.ts';
import { useAnswerTo } from '../useAnswer.ts';

export const useNextPayout = (userId: string) => {
  const { http } = useApp();
  return useAnswerTo<NextPayout>(({ user_id = '' }) => createPayouts(http).next(user_id), { user_id: userId }, messages.payouts.nextFailed);
};
