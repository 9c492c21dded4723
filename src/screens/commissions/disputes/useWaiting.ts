import { useEffect, useRef } from 'react';
import type { AdjustmentsWaiting } from '../../../../contract/entities/adjustment.ts';
import type { Commission } from '../../../../contract/entities/commission.ts';
import type { Dispute } from '../../../../contract/entities/dispute.ts';
import { messages } from '../../../../contract/messages.ts';
import { useApp } from '../../../app/context.ts';
import type { AnswerQuestion } from '../../../machines/support/answer.machine.ts';
import { createCommissions } from '../../../services/commissions.ts';
import { createDisputes } from '../../../services/disputes.ts';
import { useAsOf } from '../../../shared/lens/asOf.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import type { Adjustments } from '../adjustments/useAdjustments.ts';

const noAdjustments: AdjustmentsWaiting = { count: 0, months: [] };

/** Repeats the request when `version` changes; `useAnswer` already sends the first one. */
const useReloadOnChange = (ask: (question: AnswerQuestion) => void, version: unknown): void => {
  const lastVersion = useRef(version);
  useEffect(() => {
    // `version` is null until the first page is loaded.
    const isFirst = lastVersion.current === null || lastVersion.current === version;
    lastVersion.current = version;
    if (!isFirst) ask({});
  }, [ask, version]);
};

/** Adjustments of all months waiting for the user's decision; reloads with the table. Users who cannot decide send no request. */
export const useWaiting = (canDecide: boolean, { service, view }: Pick<Adjustments, 'service' | 'view'>): AdjustmentsWaiting => {
  const { answer, ask } = useAnswer<AdjustmentsWaiting>(() => (canDecide ? service.waiting() : Promise.resolve(noAdjustments)), {}, '');
  useReloadOnChange(ask, view.page);
  return answer ?? noAdjustments;
};

/** Questions the user has to answer; reloads when `version` changes. */
export const useQuestions = (version: unknown) => {
  const { http } = useApp();
  const questions = useAnswer<readonly Dispute[]>(() => createDisputes(http).live(), {}, messages.commissions.questionsFailed);
  useReloadOnChange(questions.ask, version);
  return questions;
};

/** A record loaded by id; it may be outside the current page. */
export const useRecord = (id: string) => {
  const { getService } = useApp();
  const asOf = useAsOf();
  return useAnswer<Commission>(() => getService(createCommissions).one(id, asOf), {}, messages.commissions.recordFailed);
};
