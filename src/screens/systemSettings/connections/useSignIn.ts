import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromCallback, fromPromise } from 'xstate';
import type { ConnectionKind, Integration } from '../../../../contract/entities/connection.ts';
import { integrationMessages, vendorConnect as t } from '../../../../contract/messages/integrations.ts';
import { fill } from '../../../../contract/messages.ts';
import { useToast } from '../../../app/context.ts';
import { quickbooksConnectMachine } from '../../../machines/connections/quickbooksConnect.machine.ts';
import { createPopup } from '../../../services/popup.ts';
import { useMachineRef } from '../../../shared/useMachineRef.ts';
import type { Integrations } from './useIntegrations.ts';

/** The field that is asked for before the sign-in. */
export type SignInField = 'invoice_suffix' | 'name';

/** Time of the last sign-in or test, '' if unknown; null if the connection is not connected. */
const getConnectedAt = ({ status, connection_status, last_test_at }: Integration): string | null =>
  status === 'active' && connection_status !== 'error' ? (last_test_at ?? '') : null;

/** Connects the vendor's sign-in window to the browser, and reloads the list after a success. */
export const useSignIn = (kind: ConnectionKind, { service, items, reload }: Integrations, field: SignInField = 'name') => {
  const toast = useToast();
  // One window for all renders.
  const popup = useMemo(() => createPopup(kind), [kind]);
  const machine = useMemo(() => {
    return quickbooksConnectMachine.provide({
      actors: {
        requestUrl: fromPromise(({ input: { connectionName } }) => service.signIn({ [field]: connectionName })),
        watchPopup: fromCallback(({ input, sendBack }) =>
          popup.watch(input.url, {
            succeeded: () => sendBack({ type: 'popup.succeeded' }),
            denied: (message) => sendBack({ type: 'popup.denied', message }),
            blocked: () => sendBack({ type: 'popup.blocked' }),
          }),
        ),
        isPopupClosed: fromPromise(async () => popup.isClosed()),
        isListed: fromPromise(async ({ input: { connectionName, connectedAt } }) =>
          (await service.list()).some(
            (connection) => connection[field] === connectionName && ![null, connectedAt].includes(getConnectedAt(connection)),
          ),
        ),
      },
      actions: {
        openPopup: popup.open,
        closePopup: popup.close,
        reportConnected: () => {
          toast(fill(t.connected, { kind: integrationMessages[kind].name }));
          reload();
        },
      },
    });
  }, [kind, field, popup, service, reload, toast]);
  const ref = useMachineRef(machine, { kind });
  const snapshot = useSelector(ref, (current) => current);
  return {
    kind,
    field,
    open: snapshot.hasTag('shown'),
    editing: snapshot.matches('editing'),
    asking: snapshot.matches('asking'),
    waiting: snapshot.matches('opened') && !snapshot.matches({ opened: 'unseen' }),
    unseen: snapshot.matches({ opened: 'unseen' }),
    blocked: snapshot.matches('blocked'),
    error: snapshot.context.error,
    typed: snapshot.context.connectionName,
    start: () => ref.send({ type: 'connect.open' }),
    submit: (connectionName: string) => {
      const existingConnection = items.find((connection) => connection[field] === connectionName);
      ref.send({ type: 'connect.submit', connectionName, connectedAt: existingConnection ? getConnectedAt(existingConnection) : null });
    },
    reopen: () => ref.send({ type: 'connect.reopen' }),
    cancel: () => ref.send({ type: 'connect.cancel' }),
  };
};
export type SignIn = ReturnType<typeof useSignIn>;
