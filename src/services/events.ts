import type { EditableField, Event, EventPatch, EventSync, EventTimeline } from '../../contract/entities/event.ts';
import { event, eventSummary } from './answers/events.ts';
import { isObject, pageOf } from './answers/read.ts';
import { type Http, ifMatch } from './http.ts';
import { type PageRequest, readAllPages } from './pages.ts';
import { triedTwice } from './triedTwice.ts';

const path = '/api/v1/events';
const pageRead = pageOf(event, eventSummary);
const at = (id: string): string => `${path}/${encodeURIComponent(id)}`;
type Question = Readonly<Record<string, string>>;
type Change = Readonly<{ id: string; field: EditableField; value: string | null; version: number | null }>;

/** spec 7.26-7.28; the timeline is ours. Nothing is cached: what several people edit all day is read as it is. */
export const createEvents = (http: Http) => {
  /** The first page sends the question, the next ones only cursor and limit. */
  const page = ({ question, cursor, limit }: PageRequest, signal?: AbortSignal): Promise<ReturnType<typeof pageRead>> => {
    const query = cursor === null ? { ...question, limit } : { cursor, limit };
    return triedTwice(async () => pageRead(await http(path, { query, ...(signal ? { signal } : {}) })));
  };
  return {
    page,
    /** Every event that a question finds, in its order. */
    all: (question: Question, signal?: AbortSignal): Promise<readonly Event[]> =>
      readAllPages<Event>((asked) => page(asked, signal), question),
    /** `version` is the one that the person saw: a later edit of the same field by another user is answered with 409. */
    patch: async ({ id, field, value, version }: Change): Promise<Event> => {
      const body: EventPatch = [{ op: 'add', path: `/${field}`, value }];
      const headers = { 'content-type': 'application/json-patch+json', ...ifMatch(version).headers };
      const answer = await http<unknown>(at(id), { method: 'PATCH', body, headers });
      return event({ [field]: value, ...(isObject(answer) ? answer : {}), id });
    },
    /** What our server says of the run; another provider may say nothing. */
    sync: (): Promise<Partial<EventSync> | undefined> => http(`${path}/sync`, { method: 'POST' }),
    /** Announced as `event-timeline`. */
    timeline: (id: string): Promise<EventTimeline> => http(`${at(id)}/timeline`),
  };
};
