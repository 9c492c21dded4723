import type { EditableField, Event, EventPage, EventPatch, EventSync, EventTimeline } from '../../contract/entities/event.ts';
import { type Http, ifMatch } from './http.ts';
import { type Asked, readAllPages } from './pages.ts';
import { triedTwice } from './triedTwice.ts';

const path = '/api/v1/events';
const at = (id: string): string => `${path}/${encodeURIComponent(id)}`;
type Question = Readonly<Record<string, string>>;
type Change = Readonly<{ id: string; field: EditableField; value: string | null; version: number | null }>;

/** spec 7.26-7.28; the timeline is ours. Nothing is cached: what several people edit all day is read as it is. */
export const createEvents = (http: Http) => {
  /** The first page sends the question, the next ones only cursor and limit. */
  const page = ({ question, cursor, limit }: Asked, signal?: AbortSignal): Promise<EventPage> => {
    const query = cursor === null ? { ...question, limit } : { cursor, limit };
    return triedTwice(() => http<EventPage>(path, { query, ...(signal ? { signal } : {}) }));
  };
  return {
    page,
    /** Every event that a question finds, in its order. */
    all: (question: Question, signal?: AbortSignal): Promise<readonly Event[]> =>
      readAllPages<Event>((asked) => page(asked, signal), question),
    /** `version` is the one that the person saw: a later edit of the same field by somebody else is answered with 409. */
    patch: ({ id, field, value, version }: Change): Promise<Event> => {
      const body: EventPatch = [{ op: 'add', path: `/${field}`, value }];
      const headers = { 'content-type': 'application/json-patch+json', ...ifMatch(version).headers };
      return http<Event>(at(id), { method: 'PATCH', body, headers });
    },
    /** What our server says of the run; another provider may say nothing. */
    sync: (): Promise<Partial<EventSync> | undefined> => http(`${path}/sync`, { method: 'POST' }),
    /** Announced as `event-timeline`. */
    timeline: (id: string): Promise<EventTimeline> => http(`${at(id)}/timeline`),
  };
};
