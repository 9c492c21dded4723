import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { IssuedWebhook, Webhook, WebhookBody } from '../../../../contract/entities/webhook.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { useApp, useConfirm, useToast } from '../../../app/context.ts';
import { type WebhookStep, webhooksMachine } from '../../../machines/webhooks/webhooks.machine.ts';
import { confirmWithUser } from '../../../services/browser.ts';
import { createWebhooks } from '../../../services/webhooks.ts';
import { useMachineRef } from '../../../shared/useMachineRef.ts';

const noWebhooks: readonly Webhook[] = [];
const t = messages.webhooks;
const doneMessages = { save: t.saved, test: t.tested, rotate: t.rotated, remove: t.removed } as const;
const questions = { rotate: t.confirmRotate, remove: t.confirmRemove } as const;
const getName = (step: WebhookStep): string => (step.kind === 'save' ? step.body.name : step.webhook.name);

const runStep = async (service: ReturnType<typeof createWebhooks>, step: WebhookStep): Promise<IssuedWebhook | null> => {
  if (step.kind === 'save' && step.edited === null) return service.add(step.body);
  if (step.kind === 'rotate') return service.rotate(step.webhook.id);
  if (step.kind === 'save') await service.change(step.edited?.id ?? '', step.body);
  else await service[step.kind](step.webhook.id);
  return null;
};

/** Binds the receivers of the company's events. */
export const useWebhooks = () => {
  const { http } = useApp();
  const toast = useToast();
  const confirm = useConfirm();
  const machine = useMemo(() => {
    const service = createWebhooks(http);
    return webhooksMachine.provide({
      actors: {
        load: fromPromise(async ({ signal }) => ({ webhooks: await service.list(signal), issued: null })),
        confirm: fromPromise(({ input: { step } }) => {
          const question = questions[step.kind as keyof typeof questions];
          return confirm({ ...question, title: fill(question.title, { name: getName(step) }) });
        }),
        save: fromPromise(({ input: { step } }) => runStep(service, step)),
      },
      actions: { reportSaved: (_, { step }) => toast(fill(doneMessages[step.kind], { name: getName(step) })) },
    });
  }, [http, toast, confirm]);
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (state) => state);
  const { content, form, error, fields } = snapshot.context;
  const submit = (step: WebhookStep): void => ref.send({ type: 'step.submit', step });
  return {
    webhooks: content?.webhooks ?? noWebhooks,
    issued: content?.issued ?? null,
    form,
    hasForm: form !== null,
    /** The form's error while it is open, otherwise the list's. */
    error,
    fields,
    waits: snapshot.matches('loading') && content === null,
    failed: snapshot.matches('failed'),
    saving: snapshot.hasTag('busy'),
    /** True if no request is running and no form is open. */
    settled: snapshot.matches('shown'),
    retry: () => ref.send({ type: 'desk.reload' }),
    dismiss: () => ref.send({ type: 'error.dismiss' }),
    open: (edited: Webhook | null) => ref.send({ type: 'form.open', form: { edited } }),
    test: (webhook: Webhook) => submit({ kind: 'test', webhook }),
    rotate: (webhook: Webhook) => submit({ kind: 'rotate', webhook }),
    remove: (webhook: Webhook) => submit({ kind: 'remove', webhook }),
    submit: (body: WebhookBody) => form && submit({ kind: 'save', ...form, body }),
    close: (isDirty: boolean) => (!isDirty || confirmWithUser(t.leave)) && ref.send({ type: 'form.close' }),
    forget: () => confirmWithUser(t.confirmDone) && ref.send({ type: 'desk.reload' }),
  };
};
export type WebhooksView = ReturnType<typeof useWebhooks>;
