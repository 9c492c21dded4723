import type { Notification } from '../../contract/entities/notification.ts';
import { limits } from '../../contract/limits.ts';
import { notification } from './answers/people.ts';
import { amount, isObject, pageOf } from './answers/read.ts';
import type { Http } from './http.ts';

const pageRead = pageOf(notification);
const path = '/api/v1/notifications';

const countOf = (answer: unknown): number => amount(isObject(answer) ? answer.count : null) || 0;

/** spec 7.24, 7.25; the count is announced as `notifications-count`. */
export const createNotifications = (http: Http) => ({
  latest: async (signal?: AbortSignal): Promise<readonly Notification[]> => {
    const query = { limit: limits.notifications.items };
    return pageRead(await http(path, { query, ...(signal ? { signal } : {}) })).data;
  },
  markRead: (id: string): Promise<void> => http(`${path}/${encodeURIComponent(id)}/read`, { method: 'PUT' }),
  unread: async (signal?: AbortSignal): Promise<number> => countOf(await http(`${path}/unread-count`, { ...(signal ? { signal } : {}) })),
});
