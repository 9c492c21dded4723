import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { ConnectionKind } from '../../../../contract/entities/connection.ts';
import { integrationMessages, integrations as text } from '../../../../contract/messages/integrations.ts';
import { fill } from '../../../../contract/messages.ts';
import { useApp } from '../../../app/context.ts';
import { type IntegrationAction, integrationsMachine } from '../../../machines/connections/integrations.machine.ts';
import { confirmWithUser } from '../../../services/browser.ts';
import { createIntegrations, type IntegrationsService } from '../../../services/integrations.ts';
import { useMachineRef } from '../../../shared/useMachineRef.ts';

const runAction = async (service: IntegrationsService, action: IntegrationAction): Promise<unknown> => {
  switch (action.kind) {
    case 'test':
      return service.test(action.id);
    case 'sync':
      return service.sync(action.id);
    case 'refresh':
      return service.refreshInfo(action.id);
    case 'delete':
      return service.remove(action.id);
    case 'schedule':
      return service.schedule(action.id, action.frequency);
    case 'settings':
      return service.choose(action.id, action.settings);
    case 'retryHeld':
      return service.retryHeld(action.id, [action.record], action.answer);
    case 'answerQuestion':
      return service.answerQuestion(action.id, action.choice);
    case 'dropHeld':
      return service.dropHeld(action.id, [action.record]);
  }
};

/** Connects the connections of one system to the server; call `reload` after adding one. */
export const useIntegrations = (kind: ConnectionKind) => {
  const { http } = useApp();
  const service = useMemo(() => createIntegrations(http, kind), [http, kind]);
  const machine = useMemo(
    () =>
      integrationsMachine.provide({
        actors: {
          loadList: fromPromise(({ signal }) => service.list(signal)),
          askAction: fromPromise(async ({ input: { action } }) =>
            confirmWithUser(
              action.kind === 'dropHeld'
                ? fill(text.confirmDrop, { record: action.label, kind: integrationMessages[kind].name })
                : fill(text.confirmDelete, { kind: integrationMessages[kind].name, name: action.name }),
            ),
          ),
          runAction: fromPromise(async ({ input: { action } }) => void (await runAction(service, action))),
        },
        actions: { logFailure: (_, { error }) => console.warn(error) },
      }),
    [service, kind],
  );
  const ref = useMachineRef(machine, { kind });
  const snapshot = useSelector(ref, (current) => current);
  // Stable, so that dialogs that use it keep their machine.
  const reload = useCallback(() => ref.send({ type: 'list.reload' }), [ref]);
  const { items, action, error } = snapshot.context;
  return {
    service,
    items,
    error,
    loading: snapshot.matches('loading'),
    failed: snapshot.matches('failed'),
    busy: snapshot.hasTag('busy'),
    /** The action in progress on this connection, or null. */
    acting: (id: string) => (snapshot.matches('acting') && action?.id === id ? action.kind : null),
    choose: (action: IntegrationAction) => ref.send({ type: 'action.choose', action }),
    reload,
    retry: () => ref.send({ type: 'list.retry' }),
    dismiss: () => ref.send({ type: 'error.dismiss' }),
  };
};
export type Integrations = ReturnType<typeof useIntegrations>;
