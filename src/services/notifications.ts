import type { Pagination } from '../../contract/entities/common.ts';
import type { Notification } from '../../contract/entities/notification.ts';
import { limits } from '../../contract/limits.ts';
import { notification } from './answers/people.ts';
import { isFields, readMoney, readPageOf } from './answers/read.ts';
import type { Http } from './http.ts';
import { type PageRequest, toPageQuery } from './pages.ts';

const readPage = readPageOf(notification);
const path = '/api/v1/notifications';

type PageOfNotifications = Readonly<{ data: readonly Notification[]; pagination: Pagination }>;

const readCount = (response: unknown): number => readMoney(isFields(response) ? response.count : null) || 0;

/** spec 7.24, 7.25; the count needs the feature `notifications-count`. */
export const createNotifications = (http: Http) => ({
  latest: async (signal?: AbortSignal): Promise<readonly Notification[]> => {
    const query = { limit: limits.notifications.items };
    return readPage(await http(path, { query, ...(signal ? { signal } : {}) })).data;
  },
  markRead: (id: string): Promise<void> => http(`${path}/${encodeURIComponent(id)}/read`, { method: 'PUT' }),
  /** Feature `notifications-page`, like the calls below. */
  page: async (request: PageRequest): Promise<PageOfNotifications> => {
    const response = await http<{ pagination: Pagination }>(path, { query: toPageQuery(request) });
    return { data: readPage(response).data, pagination: response.pagination };
  },
  markAll: async (): Promise<number> => readCount(await http(`${path}/read-all`, { method: 'PUT' })),
  unread: async (signal?: AbortSignal): Promise<number> => readCount(await http(`${path}/unread-count`, { ...(signal ? { signal } : {}) })),
});
