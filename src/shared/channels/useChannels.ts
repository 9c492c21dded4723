import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { Channel, ChannelBody, ChannelScope } from '../../../contract/entities/channel.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { useApp, useConfirm, useToast } from '../../app/context.ts';
import { type ChannelStep, channelsMachine } from '../../machines/notifications/channels.machine.ts';
import { confirmWithUser } from '../../services/browser.ts';
import { createChannels } from '../../services/channels.ts';
import { useMachineRef } from '../useMachineRef.ts';

const noChannels: readonly Channel[] = [];
const t = messages.channelDesk;
const doneMessages = { save: t.saved, test: t.tested, remove: t.removed } as const;
const getName = (step: ChannelStep): string => (step.kind === 'save' ? step.body.name : step.channel.name);

const runStep = async (service: ReturnType<typeof createChannels>, scope: ChannelScope, step: ChannelStep): Promise<Channel | null> => {
  if (step.kind === 'save') return step.edited ? service.change(step.edited.id, step.body) : service.add(scope, step.body);
  await service[step.kind](step.channel.id);
  return null;
};

/** Binds the Slack channels of the company or of the user. */
export const useChannels = (scope: ChannelScope) => {
  const { http } = useApp();
  const toast = useToast();
  const confirm = useConfirm();
  const machine = useMemo(() => {
    const service = createChannels(http);
    return channelsMachine.provide({
      actors: {
        load: fromPromise(({ signal }) => service.list(scope, signal)),
        confirm: fromPromise(({ input: { step } }) =>
          confirm({ ...t.confirmRemove, title: fill(t.confirmRemove.title, { name: getName(step) }) }),
        ),
        save: fromPromise(({ input: { step } }) => runStep(service, scope, step)),
      },
      actions: { reportSaved: (_, { step }) => toast(fill(doneMessages[step.kind], { name: getName(step) })) },
    });
  }, [http, scope, toast, confirm]);
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (state) => state);
  const { content, form, error, fields } = snapshot.context;
  const submit = (step: ChannelStep): void => ref.send({ type: 'step.submit', step });
  return {
    channels: content ?? noChannels,
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
    open: (edited: Channel | null) => ref.send({ type: 'form.open', form: { edited } }),
    test: (channel: Channel) => submit({ kind: 'test', channel }),
    remove: (channel: Channel) => submit({ kind: 'remove', channel }),
    submit: (body: ChannelBody) => form && submit({ kind: 'save', ...form, body }),
    close: (isDirty: boolean) => (!isDirty || confirmWithUser(t.leave)) && ref.send({ type: 'form.close' }),
  };
};
export type ChannelsView = ReturnType<typeof useChannels>;
