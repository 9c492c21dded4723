import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { AuditEntry } from '../../../contract/entities/audit.ts';
import type { Explanation, Waterfall } from '../../../contract/entities/explanation.ts';
import type { Statement } from '../../../contract/entities/statement.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import type { DateRange } from '../../../contract/rules/period.ts';
import { useApp } from '../../app/context.ts';
import { type AnswerQuestion, answerMachine } from '../../machines/answer.machine.ts';
import { createExplanations } from '../../services/explanations.ts';
import { createHistory } from '../../services/history.ts';
import type { Http } from '../../services/http.ts';
import { createStatements } from '../../services/statements.ts';
import type { Adjustments } from './useAdjustments.ts';

type Load<Answer> = (http: Http, question: AnswerQuestion, signal: AbortSignal) => Promise<Answer>;

/** Binds one read-only question to the server. `load` and the first `question` are those of the first render. */
const useAnswer = <Answer>(load: Load<Answer>, question: AnswerQuestion, fallback: string) => {
  const { http, inspect } = useApp();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked about another thing is another component.
  const machine = useMemo(
    () => answerMachine.provide({ actors: { loadAnswer: fromPromise(({ input, signal }) => load(http, input, signal)) } }),
    [http],
  );
  const ref = useActorRef(machine, { input: { question, fallback }, ...(inspect ? { inspect } : {}) });
  const snapshot = useSelector(ref, (current) => current);
  return {
    answer: snapshot.context.answer as Answer | null,
    loading: snapshot.matches('loading'),
    error: snapshot.matches('failed') ? snapshot.context.error : null,
    retry: () => ref.send({ type: 'answer.retry' }),
    ask: (next: AnswerQuestion) => ref.send({ type: 'question.changed', question: next }),
  };
};

/** Why a record is what it is; `ask({ as_of })` replays another day. */
export const useExplanation = (commissionId: string) =>
  useAnswer<Explanation>(
    (http, question, signal) => createExplanations(http).explain(commissionId, question.as_of ?? '', signal),
    { as_of: '' },
    messages.explain.failed,
  );

/** What changed since the last statement of a person, or of everybody that may be seen. */
export const useChanges = (userId: string | null, range: DateRange) =>
  useAnswer<Waterfall>((http, _, signal) => createExplanations(http).changes(userId, range, signal), {}, messages.waterfall.failed);

/** What was done to a record. */
export const useHistory = (commissionId: string) =>
  useAnswer<readonly AuditEntry[]>((http, _, signal) => createHistory(http).of(commissionId, signal), {}, messages.history.failed);

/** Statements that the user asked for, newest first. */
export const usePastStatements = () =>
  useAnswer<readonly Statement[]>((http, _, signal) => createStatements(http).list(signal), {}, messages.statements.pastFailed);

/** How many adjustments of the shown period wait for the user's word; counted anew whenever the table was read. Kept pages are not asked for twice. */
export const useWaiting = ({ service, view }: Pick<Adjustments, 'service' | 'view'>): number => {
  const load: Load<number> = async (_, question) => {
    const asked = { ...question, sort_field: 'created_at', sort_direction: 'desc', state: 'pending' };
    const { data } = await service.page({ question: asked, cursor: null, limit: limits.list.maxLimit });
    return data.filter(({ actions }) => actions?.includes('approve')).length;
  };
  const { start_date, end_date } = view.range;
  const { answer, ask } = useAnswer(load, { start_date, end_date }, '');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `page` says that the table was read again; `ask` only sends to the actor, which stays.
  useEffect(() => ask({ start_date, end_date }), [start_date, end_date, view.page]);
  return answer ?? 0;
};
