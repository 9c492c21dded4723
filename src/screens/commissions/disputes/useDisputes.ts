import { useActorRef, useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import { useApp } from '../../../app/context.ts';
import { type DisputeStep, disputeMachine } from '../../../machines/disputes/dispute.machine.ts';
import { createDisputes } from '../../../services/disputes.ts';
import { useLatest } from '../../../ui/support/useLatest.ts';

const isOpenState = (state: string): boolean => state === 'open' || state === 'in_review';

/** The draft whose text a step sent; null if it sent none. */
const toDraftKey = (step: DisputeStep | null): string | null => {
  if (step === null || step.kind === 'take') return null;
  return step.kind === 'open' ? 'new' : step.id;
};

/** Connects the questions about one record to the server. `onSaved` is called after every step the server saved. */
export const useDisputes = (commissionId: string, onSaved: () => void) => {
  const { http, inspect } = useApp();
  const latest = useLatest(onSaved);
  const machine = useMemo(() => {
    const service = createDisputes(http);
    const save = (step: DisputeStep): Promise<void> => {
      if (step.kind === 'open') return service.open(commissionId, step.text);
      if (step.kind === 'reply') return service.reply(step.id, step.text);
      if (step.kind === 'resolve') return service.resolve(step.id, step.text, step.amount ?? '');
      return step.kind === 'take' ? service.take(step.id) : service.withdraw(step.id);
    };
    return disputeMachine.provide({
      actors: {
        load: fromPromise(({ signal }) => service.of(commissionId, signal)),
        save: fromPromise(({ input }) => save(input.step)),
      },
      actions: { reportSaved: () => latest.current() },
    });
  }, [http, commissionId]);
  const ref = useActorRef(machine, inspect ? { inspect } : {});
  const { context, ...snapshot } = useSelector(ref, (current) => ({
    context: current.context,
    loading: current.matches('loading') || current.matches('rereading'),
    busy: !current.matches('shown'),
    failed: current.matches('failed'),
  }));
  const disputes = context.content ?? [];
  return {
    ...snapshot,
    disputes,
    saved: context.saved,
    error: context.error,
    /** Increments when the draft with this key is saved; 'new' is the draft of a new question. */
    sentOf: (key: string): number => (toDraftKey(context.last) === key ? context.saved : 0),
    keepsAmount: context.last?.kind === 'reply',
    /** True while a question is open: no second one can be asked. */
    waiting: disputes.some((dispute) => isOpenState(dispute.state)),
    send: (step: DisputeStep) => ref.send({ type: 'step.submit', step }),
    retry: () => ref.send({ type: 'desk.reload' }),
  };
};
