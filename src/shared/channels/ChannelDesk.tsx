import { Suspense } from 'react';
import type { Channel, ChannelScope } from '../../../contract/entities/channel.ts';
import { roleLabels } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { formatInstant } from '../../ui/display/formatInstant.ts';
import { lazyComponent } from '../../ui/support/later.tsx';
import { Desk } from '../desk/Desk.tsx';
import { DeskEntry } from '../desk/DeskEntry.tsx';
import { getTopicName } from './topicName.ts';
import { type ChannelsView, useChannels } from './useChannels.ts';

const [ChannelDialog] = lazyComponent(() => import('./ChannelDialog.tsx'));

const t = messages.channelDesk;

const getProblem = ({ problem, off_at }: Channel): string | null => {
  if (off_at !== null) return fill(t.off, { day: formatInstant(off_at), reason: problem ?? '' });
  return problem === null ? null : fill(t.lastProblem, { reason: problem });
};

function ChannelRow({ channel, view }: Readonly<{ channel: Channel; view: ChannelsView }>) {
  const { name, address, topics, readers, off_at } = channel;
  const problem = getProblem(channel);
  return (
    <DeskEntry
      name={name}
      detail={<span className="muted">{address}</span>}
      lines={[
        fill(t.sends, { topics: topics.map(getTopicName).join(', ') }),
        ...(readers.length > 0 ? [fill(t.readBy, { readers: readers.map((role) => roleLabels[role]).join(', ') })] : []),
      ]}
      actions={[
        { label: t.test, of: t.testOf, act: () => view.test(channel) },
        { label: t.edit, of: t.editOf, act: () => view.open(channel) },
        { label: t.remove, of: t.removeOf, act: () => view.remove(channel) },
      ]}
      settled={view.settled}
      problem={problem === null ? null : { text: problem, severity: off_at === null ? 'warning' : 'danger' }}
    />
  );
}

/** Slack channels of the company or of the user (decisions 5.03). */
export default function ChannelDesk({ scope }: Readonly<{ scope: ChannelScope }>) {
  const view = useChannels(scope);
  return (
    <Desk
      {...{ title: t.titles[scope], hint: t.hints[scope], empty: t.empty, emptyWhy: t.emptyWhy }}
      add={{ label: t.add, open: () => view.open(null) }}
      view={view}
      items={view.channels}
      renderEntry={(channel) => <ChannelRow key={channel.id} channel={channel} view={view} />}
    >
      {view.form !== null && (
        <Suspense fallback={null}>
          <ChannelDialog view={view} edited={view.form.edited} scope={scope} />
        </Suspense>
      )}
    </Desk>
  );
}
