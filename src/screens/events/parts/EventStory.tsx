import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { EventTimeline } from '../../../../contract/entities/event.ts';
import { messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { formatDate } from '../../../ui/display/format.ts';
import { MoneyText } from '../../../ui/display/Money.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { Timeline } from '../../../ui/display/Timeline.tsx';
import { useLatest } from '../../../ui/support/useLatest.ts';

const t = messages.eventPanel;
type Props = { id: string; version: number; load: (id: string) => Promise<EventTimeline> };

/** The items related to the event on one timeline. Reloads when the event changes. */
export function EventStory({ id, version, load }: Props) {
  const { answer, loading, error, retry, ask } = useAnswer<EventTimeline>(
    ({ id: eventId = '' }) => load(eventId),
    { id, version: String(version) },
    t.failed,
  );
  const latest = useLatest(ask);
  const loadedVersion = useRef(version);
  useEffect(() => {
    if (loadedVersion.current === version) return;
    loadedVersion.current = version;
    latest.current({ id, version: String(version) });
  }, [id, version]);
  if (error !== null) {
    return <Alert onRetry={retry}>{error}</Alert>;
  }
  if (!answer) return loading ? <Skeleton height={220} /> : null;
  return <Story entries={answer.entries} />;
}

type Entry = EventTimeline['entries'][number];

function EntryFacts({ day, title, detail, amount, link }: Entry) {
  return (
    <>
      <span className="muted figure">{day === null ? messages.events.noDay : formatDate(day)}</span>
      <span className="event-entry-title">
        {link === null ? title : <Link href={link}>{title}</Link>}
        {amount !== null && <MoneyText cents={toCents(amount)} />}
      </span>
      {detail !== null && <span className="muted">{detail}</span>}
    </>
  );
}

function Story({ entries }: { entries: readonly Entry[] }) {
  return (
    <section className="event-timeline">
      <h3>{t.timeline}</h3>
      <Timeline
        items={entries.map((entry) => ({
          key: `${entry.kind} ${entry.day} ${entry.at} ${entry.title} ${entry.detail}`,
          marked: entry.kind === 'event',
          content: <EntryFacts {...entry} />,
        }))}
      />
    </section>
  );
}
