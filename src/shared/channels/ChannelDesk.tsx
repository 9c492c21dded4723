import '../deskList.css';
import { Suspense } from 'react';
import type { Channel, ChannelScope } from '../../../contract/entities/channel.ts';
import { roleLabels } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { formatInstant } from '../../ui/display/formatInstant.ts';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { lazyComponent } from '../../ui/support/later.tsx';
import { useKeptFocus } from '../../ui/support/useKeptFocus.ts';
import { getTopicName } from './topicName.ts';
import { type ChannelsView, useChannels } from './useChannels.ts';

const [ChannelDialog] = lazyComponent(() => import('./ChannelDialog.tsx'));

const t = messages.channelDesk;
const SKELETON_PX = 64;

const getProblem = ({ problem, off_at }: Channel): string | null => {
  if (off_at !== null) return fill(t.off, { day: formatInstant(off_at), reason: problem ?? '' });
  return problem === null ? null : fill(t.lastProblem, { reason: problem });
};

function ChannelRow({ channel, view }: Readonly<{ channel: Channel; view: ChannelsView }>) {
  const { name, address, topics, readers, off_at } = channel;
  const problem = getProblem(channel);
  const actions = [
    { label: t.test, of: t.testOf, act: view.test },
    { label: t.edit, of: t.editOf, act: view.open },
    { label: t.remove, of: t.removeOf, act: view.remove },
  ];
  return (
    <li className="desk-entry">
      <div>
        <p>
          <strong>{name}</strong> <span className="muted">{address}</span>
        </p>
        <p className="muted">{fill(t.sends, { topics: topics.map(getTopicName).join(', ') })}</p>
        {readers.length > 0 && <p className="muted">{fill(t.readBy, { readers: readers.map((role) => roleLabels[role]).join(', ') })}</p>}
      </div>
      <div className="desk-acts">
        {actions.map(({ label, of, act }) => (
          <Button
            key={label}
            size="small"
            severity="secondary"
            unavailable={!view.settled}
            aria-label={fill(of, { name })}
            onClick={() => act(channel)}
          >
            {label}
          </Button>
        ))}
      </div>
      {problem !== null && <Alert severity={off_at === null ? 'warning' : 'danger'}>{problem}</Alert>}
    </li>
  );
}

/** Slack channels of the company or of the user (decisions 5.03). */
export default function ChannelDesk({ scope }: Readonly<{ scope: ChannelScope }>) {
  const view = useChannels(scope);
  // Deleting a channel removes its buttons.
  const ref = useKeptFocus<HTMLDivElement>(view.channels);
  return (
    <Card
      title={t.titles[scope]}
      actions={
        <Button size="small" severity="secondary" unavailable={!view.settled} onClick={() => view.open(null)}>
          {t.add}
        </Button>
      }
    >
      <p className="muted">{t.hints[scope]}</p>
      {view.error !== null && view.form === null && (
        <Alert {...(view.failed ? { onRetry: view.retry } : { onDismiss: view.dismiss })}>{view.error}</Alert>
      )}
      <div ref={ref} tabIndex={-1}>
        {view.waits && <Skeleton height={SKELETON_PX} />}
        {view.settled && view.channels.length === 0 && <EmptyState title={t.empty}>{t.emptyWhy}</EmptyState>}
        <ul>
          {view.channels.map((channel) => (
            <ChannelRow key={channel.id} channel={channel} view={view} />
          ))}
        </ul>
      </div>
      {view.form !== null && (
        <Suspense fallback={null}>
          <ChannelDialog view={view} edited={view.form.edited} scope={scope} />
        </Suspense>
      )}
    </Card>
  );
}
