import type { EditableField, Event, EventPatch, EventSync, EventTimeline, EventViewCounts } from '../../contract/entities/event.ts';
import { event, eventSummary } from './answers/events.ts';
import { isFields, readPageOf, text } from './answers/read.ts';
import { type Http, ifMatch } from './http.ts';
import { type PageRequest, readAllPages } from './pages.ts';
import { tryTwice } from './tryTwice.ts';

const path = '/api/v1/events';
const readPage = readPageOf(event, eventSummary);
const toPath = (id: string): string => `${path}/${encodeURIComponent(id)}`;
/** The maximum number of rows in one reload. */
const MAX_RELOAD_ROWS = 1000;
type Question = Readonly<Record<string, string>>;
type Change = Readonly<{ id: string; field: EditableField; value: string | null; version: number | null }>;

/** spec 7.26-7.28, plus our timeline. Nothing is cached, because several people edit events all day. */
export const createEvents = (http: Http) => {
  /** The first page sends the question, later pages only cursor and limit. */
  const fetchOnce = ({ question, cursor, limit }: PageRequest, signal?: AbortSignal): Promise<ReturnType<typeof readPage>> => {
    const query = cursor === null ? { ...question, limit } : { cursor, limit };
    return tryTwice(async () => readPage(await http(path, { query, ...(signal ? { signal } : {}) })));
  };
  /** A reload covers the rows already shown, so users keep their position; a list opened at a row is loaded up to that row. */
  const page = async (
    request: PageRequest & Readonly<{ loadedCount?: number; until?: string | null }>,
    signal?: AbortSignal,
  ): Promise<ReturnType<typeof readPage>> => {
    const firstPage = await fetchOnce(request, signal);
    const rows = [...firstPage.data];
    let { pagination } = firstPage;
    const { until = null, loadedCount = 0 } = request;
    const isShort = (): boolean => rows.length < loadedCount || (until !== null && !rows.some(({ id }) => id === until));
    while (rows.length < MAX_RELOAD_ROWS && isShort() && pagination.cursor !== null) {
      const next = await fetchOnce({ ...request, cursor: pagination.cursor }, signal);
      rows.push(...next.data);
      pagination = { ...next.pagination, total: next.pagination.total ?? firstPage.pagination.total };
    }
    return { ...firstPage, data: rows, pagination };
  };
  return {
    page,
    /** All matching events in order. */
    all: (question: Question, signal?: AbortSignal): Promise<readonly Event[]> =>
      readAllPages<Event>((request) => page(request, signal), question),
    /** `version` is the one the user saw: if another user edited the same field later, the server responds with 409. */
    patch: async ({ id, field, value, version }: Change): Promise<Event> => {
      const body: EventPatch = [{ op: 'add', path: `/${field}`, value }];
      const headers = { 'content-type': 'application/json-patch+json', ...ifMatch(version).headers };
      const response = await http<unknown>(toPath(id), { method: 'PATCH', body, headers });
      return event({ [field]: value, ...(isFields(response) ? response : {}), id });
    },
    /** Our server's status of the run; other providers may send none. */
    sync: async (): Promise<Partial<EventSync>> => {
      const response = await http<unknown>(`${path}/sync`, { method: 'POST' });
      return isFields(response) ? { ...response, message: text(response.message) } : {};
    },
    /** Feature `events-sync`. */
    syncState: (id: string): Promise<EventSync> => http(`${path}/sync/${encodeURIComponent(id)}`),
    /** Feature `event-views`. */
    viewCounts: (): Promise<EventViewCounts> => http(`${path}/views`),
    /** Feature `event-timeline`. */
    timeline: (id: string): Promise<EventTimeline> => http(`${toPath(id)}/timeline`),
  };
};
