import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { WebhookDelivery } from '../../../../contract/entities/webhook.ts';
import { messages } from '../../../../contract/messages.ts';
import { useApp, useToast } from '../../../app/context.ts';
import { webhookLogMachine } from '../../../machines/webhooks/webhookLog.machine.ts';
import { createWebhooks } from '../../../services/webhooks.ts';
import { useMachineRef } from '../../../shared/useMachineRef.ts';

const noDeliveries: readonly WebhookDelivery[] = [];

/** Binds the deliveries to one receiver. */
export const useWebhookLog = (webhookId: string) => {
  const { http } = useApp();
  const toast = useToast();
  const machine = useMemo(() => {
    const service = createWebhooks(http);
    return webhookLogMachine.provide({
      actors: {
        load: fromPromise(async ({ signal }) => {
          const { data, pagination } = await service.listDeliveries(webhookId, null, signal);
          return { deliveries: data, cursor: pagination.cursor };
        }),
        save: fromPromise(async ({ input: { step } }) => {
          if (step.kind === 'more') return service.listDeliveries(webhookId, step.cursor);
          await service.replay(webhookId, step.delivery.id);
          return null;
        }),
      },
      actions: { reportSaved: (_, { step }) => step.kind === 'replay' && toast(messages.webhooks.replayed) },
    });
  }, [http, webhookId, toast]);
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (state) => state);
  const { content, error } = snapshot.context;
  const cursor = content?.cursor ?? null;
  return {
    deliveries: content?.deliveries ?? noDeliveries,
    hasMore: cursor !== null,
    error,
    waits: snapshot.matches('loading') && content === null,
    failed: snapshot.matches('failed'),
    settled: snapshot.matches('shown'),
    retry: () => ref.send({ type: 'desk.reload' }),
    dismiss: () => ref.send({ type: 'error.dismiss' }),
    showMore: () => cursor !== null && ref.send({ type: 'step.submit', step: { kind: 'more', cursor } }),
    replay: (delivery: WebhookDelivery) => ref.send({ type: 'step.submit', step: { kind: 'replay', delivery } }),
  };
};
