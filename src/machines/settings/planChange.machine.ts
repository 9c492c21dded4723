import type { PlanChangeNotice } from '../../../contract/entities/configChange.ts';
import { messages } from '../../../contract/messages.ts';
import { deskOf } from '../support/desk.ts';
import { toFailureMessage } from '../support/failure.ts';

const t = messages.planChange;

/**
 * A change of the user's plan, to be read and acknowledged (decisions 2.09).
 * Normal path: loading → shown → saving → shown as acknowledged.
 * Never: acknowledge a text that was not shown: the sent hash is that of the displayed text.
 */
export const planChangeMachine = deskOf<PlanChangeNotice, 'acknowledge', PlanChangeNotice>()({
  id: 'planChange',
  canTake: ({ acknowledged_at }) => acknowledged_at === null,
  toContent: (notice) => notice,
  describeFailure: (error, step) => toFailureMessage({ error, fallback: step ? t.acknowledgeFailed : t.failed }),
});
