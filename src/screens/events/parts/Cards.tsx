import type { EventNeed } from '../../../../contract/entities/event.ts';
import { messages } from '../../../../contract/messages.ts';
import { NONE } from '../../../ui/display/format.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import type { EventsPage } from '../useEvents.ts';

type Props = { cards: EventsPage['view']['cards']; onToggle: (need: EventNeed) => void };

/** spec 2.45, 4.07: four needs; the list is filtered by one of them at most. */
export function EventSummaryCards({ cards, onToggle }: Props) {
  return (
    <section className="event-cards" aria-label={messages.events.cards} aria-busy={cards.some(({ loading }) => loading)}>
      {cards.map(({ need, label, count, loading, pressed }) => (
        <button key={need} type="button" className="event-card" aria-pressed={pressed} onClick={() => onToggle(need)}>
          <span className="event-card-label">{label}</span>
          <span className="event-card-count figure">
            {loading ? <Skeleton width={24} height={16} /> : (count?.toLocaleString('en-US') ?? NONE)}
          </span>
        </button>
      ))}
    </section>
  );
}
