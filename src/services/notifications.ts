import type { Notification } from '../../contract/entities/notification.ts';
import { limits } from '../../contract/limits.ts';
import type { Http } from './http.ts';

const path = '/api/v1/notifications';

/** spec 7.24, 7.25; the count is announced as `notifications-count`. */
export const createNotifications = (http: Http) => ({
  latest: async (signal?: AbortSignal): Promise<readonly Notification[]> => {
    const answer = await http<{ data: Notification[] }>(path, {
      query: { limit: limits.notifications.items },
      ...(signal ? { signal } : {}),
    });
    return answer.data;
  },
  markRead: (id: string): Promise<void> => http(`${path}/${encodeURIComponent(id)}/read`, { method: 'PUT' }),
  unread: async (signal?: AbortSignal): Promise<number> =>
    (await http<{ count: number }>(`${path}/unread-count`, { ...(signal ? { signal } : {}) })).count,
});
