import type { Event } from '../../../contract/entities/event.ts';
import { isEditableField } from '../../../contract/entities/event.ts';
import type { LiveEvent } from '../../../contract/entities/live.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { type EventListQuery, fitsList } from '../../../contract/rules/events/fitsList.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { CellNews } from '../../machines/events/news.ts';

const t = messages.eventUpdates;

/** Maps changes by others since the list was loaded to the grid's marks. */
export const connectNews = ({ news, ...question }: EventListQuery & Readonly<{ news: CellNews }>, today: Day) => {
  const getAuthor = (event: Event, key: string): string | null | undefined => (isEditableField(key) ? news[event.id]?.[key] : undefined);
  return {
    isTheirs: (event: Event, key: string): boolean => getAuthor(event, key) !== undefined,
    noteOf: (event: Event, key: string): string | null => {
      const author = getAuthor(event, key);
      return author === undefined ? null : fill(t.by, { who: author ?? messages.eventEdit.someone });
    },
    /** The note about the whole event, for phone cards. */
    rowNoteOf: (event: Event): string | null => {
      const eventNews = news[event.id];
      if (!eventNews) return null;
      const [author] = Object.values(eventNews);
      return author === undefined ? t.bySource : fill(t.by, { who: author ?? messages.eventEdit.someone });
    },
    /** A changed row stays in place until the next reload, even if it no longer matches. */
    isMisfit: (event: Event): boolean => event.id in news && !fitsList(event, question, today),
  };
};

const toSentence = ({ event, edits }: LiveEvent): string => {
  const [firstEdit] = edits;
  if (!firstEdit) return fill(t.saidSource, { customer: event.customer.name });
  const fields = [...new Set(edits.map(({ field }) => messages.events.columns[field]))].join(', ');
  return fill(t.said, { who: firstEdit.by ?? messages.eventEdit.someone, fields, customer: event.customer.name });
};

/** The screen reader announcement of changes by others to displayed rows; '' without such changes. */
export const toAnnouncement = (liveEvents: readonly LiveEvent[]): string => {
  if (liveEvents.length > 1) return fill(t.saidMany, { count: liveEvents.length });
  return liveEvents.map(toSentence).join('');
};
