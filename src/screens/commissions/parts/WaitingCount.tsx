import { fill, messages } from '../../../../contract/messages.ts';
import type { Adjustments } from '../useAdjustments.ts';
import { useWaiting } from '../useAnswers.ts';

/** How many adjustments of the period wait for the user's word; nothing where none does. */
export function WaitingCount({ adjustments }: { adjustments: Adjustments }) {
  const count = useWaiting(adjustments);
  if (count === 0) return null;
  return (
    <span className="quick-count" role="img" aria-label={fill(messages.commissions.quickWaiting, { count })}>
      {count}
    </span>
  );
}
