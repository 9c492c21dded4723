import { useEffect, useRef } from 'react';
import type { AdjustmentsWaiting } from '../../../../contract/entities/adjustment.ts';
import type { Commission } from '../../../../contract/entities/commission.ts';
import type { Dispute } from '../../../../contract/entities/dispute.ts';
import { messages } from '../../../../contract/messages.ts';
import { useApp } from '../../../app/context.ts';
import type { AnswerQuestion } from '../../../machines/commissions/answer.machine.ts';
import { createCommissions } from '../../../services/commissions.ts';
import { createDisputes } from '../../../services/disputes.ts';
import { useAsOf } from '../../../shared/lens/asOf.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import type { Adjustments } from '../adjustments/useAdjustments.ts';

const nothing: AdjustmentsWaiting = { count: 0, months: [] };

/** Asks again when `version` changes; the first question is asked on its own. */
const useAgain = (ask: (question: AnswerQuestion) => void, version: unknown): void => {
  const known = useRef(version);
  useEffect(() => {
    // Before the first page is read there is none.
    const isFirst = known.current === null || known.current === version;
    known.current = version;
    if (!isFirst) ask({});
  }, [ask, version]);
};

/** What waits for the user's decision, in every month; asked again whenever the table was read. A user who decides nothing asks for nothing. */
export const useWaiting = (decides: boolean, { service, view }: Pick<Adjustments, 'service' | 'view'>): AdjustmentsWaiting => {
  const { answer, ask } = useAnswer<AdjustmentsWaiting>(() => (decides ? service.waiting() : Promise.resolve(nothing)), {}, '');
  useAgain(ask, view.page);
  return answer ?? nothing;
};

/** Questions that wait for an answer of the user's; `version` changes where they may be others. */
export const useQuestions = (version: unknown) => {
  const { http } = useApp();
  const questions = useAnswer<readonly Dispute[]>(() => createDisputes(http).live(), {}, messages.commissions.questionsFailed);
  useAgain(questions.ask, version);
  return questions;
};

/** A record that need not be on the page. */
export const useRecord = (id: string) => {
  const { serviceOf } = useApp();
  const asOf = useAsOf();
  return useAnswer<Commission>(() => serviceOf(createCommissions).one(id, asOf), {}, messages.commissions.recordFailed);
};
