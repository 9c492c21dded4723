import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromCallback, fromPromise } from 'xstate';
import { quickbooksConnect as text } from '../../../../contract/messages/integrations.ts';
import { useToast } from '../../../app/context.ts';
import { quickbooksConnectMachine } from '../../../machines/connections/quickbooksConnect.machine.ts';
import { createPopup } from '../../../services/popup.ts';
import { useMachineRef } from '../../../shared/useMachineRef.ts';
import type { Integrations } from './useIntegrations.ts';

/** Binds the QuickBooks window to the browser, and its success to the list. */
export const useQuickBooks = ({ service, reload }: Integrations) => {
  const toast = useToast();
  // One window, whatever else of the page changes.
  const popup = useMemo(createPopup, []);
  const machine = useMemo(() => {
    return quickbooksConnectMachine.provide({
      actors: {
        requestUrl: fromPromise(({ input: { suffix } }) => service.signIn(suffix)),
        watchPopup: fromCallback(({ input, sendBack }) =>
          popup.watch(input.url, {
            succeeded: () => sendBack({ type: 'popup.succeeded' }),
            denied: (message) => sendBack({ type: 'popup.denied', message }),
            blocked: () => sendBack({ type: 'popup.blocked' }),
          }),
        ),
        isPopupClosed: fromPromise(async () => popup.isClosed()),
        isListed: fromPromise(async ({ input: { suffix } }) =>
          (await service.list()).some(({ invoice_suffix, status }) => invoice_suffix === suffix && status === 'active'),
        ),
      },
      actions: {
        openPopup: popup.open,
        closePopup: popup.close,
        reportConnected: () => {
          toast(text.connected);
          reload();
        },
      },
    });
  }, [popup, service, reload, toast]);
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (current) => current);
  return {
    open: snapshot.hasTag('shown'),
    editing: snapshot.matches('editing'),
    asking: snapshot.matches('asking'),
    waiting: snapshot.matches('opened') && !snapshot.matches({ opened: 'unseen' }),
    unseen: snapshot.matches({ opened: 'unseen' }),
    blocked: snapshot.matches('blocked'),
    error: snapshot.context.error,
    suffix: snapshot.context.suffix,
    start: () => ref.send({ type: 'connect.open' }),
    submit: (suffix: string) => ref.send({ type: 'connect.submit', suffix }),
    reopen: () => ref.send({ type: 'connect.reopen' }),
    cancel: () => ref.send({ type: 'connect.cancel' }),
  };
};
export type QuickBooks = ReturnType<typeof useQuickBooks>;
