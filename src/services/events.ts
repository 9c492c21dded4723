import type { EditableField, Event, EventPatch, EventSync, EventTimeline, EventViewCounts } from '../../contract/entities/event.ts';
import { event, eventSummary } from './answers/events.ts';
import { isObject, pageOf, text } from './answers/read.ts';
import { type Http, ifMatch } from './http.ts';
import { type PageRequest, readAllPages } from './pages.ts';
import { triedTwice } from './triedTwice.ts';

const path = '/api/v1/events';
const pageRead = pageOf(event, eventSummary);
const at = (id: string): string => `${path}/${encodeURIComponent(id)}`;
/** More rows than these are not read again at once. */
const MOST_AGAIN = 1000;
type Question = Readonly<Record<string, string>>;
type Change = Readonly<{ id: string; field: EditableField; value: string | null; version: number | null }>;

/** spec 7.26-7.28; the timeline is ours. Nothing is cached: what several people edit all day is read as it is. */
export const createEvents = (http: Http) => {
  /** The first page sends the question, the next ones only cursor and limit. */
  const once = ({ question, cursor, limit }: PageRequest, signal?: AbortSignal): Promise<ReturnType<typeof pageRead>> => {
    const query = cursor === null ? { ...question, limit } : { cursor, limit };
    return triedTwice(async () => pageRead(await http(path, { query, ...(signal ? { signal } : {}) })));
  };
  /** Reading a list again covers what was already shown, so that nobody loses their place; a list that opens with a row is read up to that row. */
  const page = async (
    asked: PageRequest & Readonly<{ shown?: number; until?: string | null }>,
    signal?: AbortSignal,
  ): Promise<ReturnType<typeof pageRead>> => {
    const first = await once(asked, signal);
    const rows = [...first.data];
    let { pagination } = first;
    const { until = null, shown = 0 } = asked;
    const isShort = (): boolean => rows.length < shown || (until !== null && !rows.some(({ id }) => id === until));
    while (rows.length < MOST_AGAIN && isShort() && pagination.cursor !== null) {
      const next = await once({ ...asked, cursor: pagination.cursor }, signal);
      rows.push(...next.data);
      pagination = { ...next.pagination, total: next.pagination.total ?? first.pagination.total };
    }
    return { ...first, data: rows, pagination };
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
    sync: async (): Promise<Partial<EventSync>> => {
      const answer = await http<unknown>(`${path}/sync`, { method: 'POST' });
      return isObject(answer) ? { ...answer, message: text(answer.message) } : {};
    },
    /** Announced as `events-sync`. */
    syncState: (id: string): Promise<EventSync> => http(`${path}/sync/${encodeURIComponent(id)}`),
    /** Announced as `event-views`. */
    viewCounts: (): Promise<EventViewCounts> => http(`${path}/views`),
    /** Announced as `event-timeline`. */
    timeline: (id: string): Promise<EventTimeline> => http(`${at(id)}/timeline`),
  };
};
