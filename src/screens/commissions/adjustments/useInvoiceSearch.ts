import { useActorRef, useSelector } from '@xstate/react';
import { type RefObject, useEffect, useId, useMemo } from 'react';
import { fromPromise, waitFor } from 'xstate';
import type { InvoiceLookup } from '../../../../contract/entities/invoice.ts';
import { useApp } from '../../../app/context.ts';
import { invoiceSearchMachine } from '../../../machines/adjustments/invoiceSearch.machine.ts';
import type { createAdjustments } from '../../../services/adjustments.ts';
import { useLatest } from '../../../ui/support/useLatest.ts';

type Options = {
  text: string;
  lookUp: ReturnType<typeof createAdjustments>['lookUp'];
  onChosen: (invoice: InvoiceLookup | null) => void;
  /** Set by this hook: resolves when no search is in flight. */
  finishLookup?: RefObject<() => Promise<unknown>>;
};

/** Connects the invoice search to the lookup call. */
export const useInvoiceSearch = ({ text, lookUp, onChosen, finishLookup }: Options) => {
  const { inspect } = useApp();
  const listId = useId();
  const latest = useLatest(onChosen);
  const machine = useMemo(
    () =>
      invoiceSearchMachine.provide({
        actors: { searchInvoices: fromPromise(({ input, signal }) => lookUp(input.text, signal)) },
        actions: {
          reportChosen: (_, { invoice }) => latest.current(invoice),
          logFailure: (_, { error }) => console.warn(error),
        },
      }),
    [lookUp],
  );
  const ref = useActorRef(machine, { input: { text }, ...(inspect ? { inspect } : {}) });
  useEffect(() => {
    if (!finishLookup) return;
    finishLookup.current = () => {
      ref.send({ type: 'field.leave' });
      // Rejects if the form closes before the response; nothing is left to wait for.
      return waitFor(ref, (state) => !state.hasTag('busy')).catch(() => {});
    };
  }, [ref, finishLookup]);
  const snapshot = useSelector(ref, (state) => state);
  const { context } = snapshot;
  const current = context.results[context.activeIndex];
  return {
    listId,
    text: context.text,
    found: context.results,
    searching: snapshot.matches('searching'),
    open: snapshot.hasTag('listed'),
    /** The option highlighted with the arrow keys. */
    current: snapshot.matches('found') ? (current ?? null) : null,
    type: (text: string) => ref.send({ type: 'text.type', text }),
    choose: (invoice: InvoiceLookup) => ref.send({ type: 'option.choose', invoice }),
    move: (delta: number) => ref.send(snapshot.matches('found') ? { type: 'option.move', delta } : { type: 'list.open' }),
    close: () => ref.send({ type: 'list.close' }),
    leave: () => ref.send({ type: 'field.leave' }),
    /** True if Escape has a list to close or a search to cancel. */
    closable: snapshot.can({ type: 'list.close' }),
  };
};
