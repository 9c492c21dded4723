import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { DateRange } from '../../../../contract/rules/time/period.ts';
import { useApp } from '../../../app/context.ts';
import { whyNotMachine } from '../../../machines/commissions/whyNot.machine.ts';
import { createWhyNot } from '../../../services/whyNot.ts';
import { useMachineRef } from '../../../shared/useMachineRef.ts';

/** What is asked, as the address has it, and who is told of the next question. */
type Linked = Readonly<{ ask: string; onAsk: (text: string) => void }>;

/** Binds the question what keeps something off the list of a person, or of everybody. */
export const useWhyNot = ({ start_date, end_date }: DateRange, userId: string | null, { ask, onAsk }: Linked) => {
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
  const { asked } = snapshot.context;
  useEffect(() => onAsk(asked), [onAsk, asked]);
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
