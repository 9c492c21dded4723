import type { Pagination } from '../../contract/entities/common.ts';
import type { Deal, DealBoard, DealChoice, DealLink, DealMove, Pipeline } from '../../contract/entities/deal.ts';
import type { Http } from './http.ts';
import { type PageRequest, toPageQuery } from './pages.ts';

const path = '/api/v1/deals';
const toPath = (id: string): string => `${path}/${encodeURIComponent(id)}`;
type Question = Readonly<Record<string, string>>;
type VersionedRef = Readonly<{ id: string; version: number }>;

/** Feature `deals`: deals and their links. */
export const createDeals = (http: Http) => ({
  page: (request: PageRequest): Promise<{ data: readonly Deal[]; pagination: Pagination }> => http(path, { query: toPageQuery(request) }),
  board: (question: Question, signal?: AbortSignal): Promise<DealBoard> =>
    http(`${path}/board`, { query: question, ...(signal ? { signal } : {}) }),
  one: (id: string): Promise<Deal> => http(toPath(id)),
  /** The idempotency key prevents a double click from creating two deals. */
  create: (body: object, key: string): Promise<Deal> => http(path, { method: 'POST', body, headers: { 'idempotency-key': key } }),
  edit: ({ id, version }: VersionedRef, body: object): Promise<Deal> => http(toPath(id), { method: 'PUT', body: { ...body, version } }),
  step: ({ id, version }: VersionedRef, kind: 'move' | 'win' | 'lose' | 'reopen', details: object = {}): Promise<Deal> =>
    http(`${toPath(id)}/${kind}`, { method: 'POST', body: { version, ...details } }),
  annotate: ({ id, version }: VersionedRef, notes: string): Promise<Deal> =>
    http(`${toPath(id)}/notes`, { method: 'PUT', body: { version, notes } }),
  moves: async (id: string): Promise<readonly DealMove[]> => (await http<{ data: DealMove[] }>(`${toPath(id)}/moves`)).data,
  links: async (id: string): Promise<readonly DealLink[]> => (await http<{ data: DealLink[] }>(`${toPath(id)}/links`)).data,
  link: (id: string, link: Readonly<{ kind: DealLink['kind']; id: string }>): Promise<void> =>
    http(`${toPath(id)}/links`, { method: 'POST', body: link }),
  unlink: (id: string, { kind, id: target }: Pick<DealLink, 'kind' | 'id'>): Promise<void> =>
    http(`${toPath(id)}/links/${kind}/${encodeURIComponent(target)}`, { method: 'DELETE' }),
  choices: async (kind: 'customer' | DealLink['kind'], q: string): Promise<readonly DealChoice[]> =>
    (await http<{ data: DealChoice[] }>(`${path}/choices`, { query: { kind, q } })).data,
});
export type DealsService = ReturnType<typeof createDeals>;

/** spec 7.22; feature `pipeline`. */
export const loadPipeline = (http: Http, question: Question): Promise<Pipeline> => http('/api/v1/pipeline', { query: question });
