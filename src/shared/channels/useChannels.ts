import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { Channel, ChannelBody, ChannelScope } from '../../../contract/entities/channel.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { useApp, useConfirm, useToast } from '../../app/context.ts';
import { channelsMachine } from '../../machines/notifications/channels.machine.ts';
import { confirmWithUser } from '../../services/browser.ts';
import { createChannels } from '../../services/channels.ts';
import { useMachineRef } from '../useMachineRef.ts';

const t = messages.channelDesk;
const namesOf = (channel: Channel | null) => ({ name: channel?.name ?? '' });

/** Binds the Slack channels of the company or of the user. */
export const useChannels = (scope: ChannelScope) => {
  const { http } = useApp();
  const toast = useToast();
  const confirm = useConfirm();
  const machine = useMemo(() => {
    const service = createChannels(http);
    return channelsMachine.provide({
      actors: {
        loadChannels: fromPromise(({ signal }) => service.list(scope, signal)),
        saveChannel: fromPromise(({ input: { edited, body } }) => (edited ? service.change(edited.id, body) : service.add(scope, body))),
        testChannel: fromPromise(({ input: { channel } }) => service.test(channel.id)),
        askRemove: fromPromise(({ input: { channel } }) =>
          confirm({ ...t.confirmRemove, title: fill(t.confirmRemove.title, namesOf(channel)) }),
        ),
        removeChannel: fromPromise(({ input: { channel } }) => service.remove(channel.id)),
      },
      actions: {
        askDiscard: ({ self }) => confirmWithUser(t.leave) && self.send({ type: 'close.confirmed' }),
        reportSaved: (_, { output }) => toast(fill(t.saved, namesOf(output))),
        reportTested: (_, { channel }) => toast(fill(t.tested, namesOf(channel))),
        reportRemoved: (_, { channel }) => toast(fill(t.removed, namesOf(channel))),
      },
    });
  }, [http, scope, toast, confirm]);
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (each) => each);
  const { channels, chosen, error, fields } = snapshot.context;
  return {
    channels,
    edited: chosen,
    /** Belongs to the form while it is open, else to the list. */
    error,
    fields,
    waits: snapshot.matches('loading') && channels.length === 0,
    failed: snapshot.matches('failed'),
    empty: snapshot.matches('shown') && channels.length === 0,
    formOpen: snapshot.hasTag('form'),
    saving: snapshot.matches('saving'),
    /** True if no request is running. */
    settled: snapshot.matches('shown'),
    retry: () => ref.send({ type: 'channels.retry' }),
    dismiss: () => ref.send({ type: 'error.dismiss' }),
    add: () => ref.send({ type: 'channel.add' }),
    change: (channel: Channel) => ref.send({ type: 'channel.change', channel }),
    test: (channel: Channel) => ref.send({ type: 'channel.test', channel }),
    remove: (channel: Channel) => ref.send({ type: 'channel.remove', channel }),
    submit: (body: ChannelBody) => ref.send({ type: 'form.submit', body }),
    close: (dirty: boolean) => ref.send({ type: 'close.ask', dirty }),
  };
};
export type ChannelsView = ReturnType<typeof useChannels>;
