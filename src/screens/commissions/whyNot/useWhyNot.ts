import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { DateRange } from '../../../../contract/rules/time/period.ts';
import { useApp } from '../../../app/context.ts';
import { whyNotMachine } from '../../../machines/commissions/whyNot.machine.ts';
import { createWhyNot } from '../../../services/whyNot.ts';
import { useMachineRef } from '../../../shared/useMachineRef.ts';

/** The question from the URL, and a callback for the next question. */
type LinkedQuestion = Readonly<{ ask: string; onAsk: (text: string) => void }>;

/** Connects "Why not?" to the server, for one person or for everyone. */
export const useWhyNot = ({ start_date, end_date }: DateRange, userId: string | null, { ask, onAsk }: LinkedQuestion) => {
  const { http } = useApp();
  const machine = useMemo(
    () =>
      whyNotMachine.provide({
        actors: { askWhyNot: fromPromise(({ input }) => createWhyNot(http).ask(input.text, { start_date, end_date }, userId)) },
      }),
    [http, start_date, end_date, userId],
  );
  const ref = useMachineRef(machine, { text: ask });
  const snapshot = useSelector(ref, (current) => current);
  const { asked: query } = snapshot.context;
  useEffect(() => onAsk(query), [onAsk, query]);
  useEffect(() => ref.send({ type: 'question.follow', text: ask }), [ref, ask]);
  return {
    text: snapshot.context.text,
    answer: snapshot.context.answer,
    error: snapshot.matches('failed') ? snapshot.context.error : null,
    asking: snapshot.matches('asking'),
    mayAsk: snapshot.can({ type: 'question.ask' }),
    type: (text: string): void => ref.send({ type: 'text.type', text }),
    ask: (): void => ref.send({ type: 'question.ask' }),
  };
};
