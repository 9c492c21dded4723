import type { Preferences, User } from '../../contract/entities/user.ts';
import type { Http } from './http.ts';

type OwnProfile = Readonly<Partial<Pick<User, 'first_name' | 'last_name' | 'territory'>>>;

/** The user's own name (`profile`), settings (spec 7.18) and stored data (`own-data`). */
export const createProfile = (http: Http) => ({
  save: (body: OwnProfile): Promise<User> => http('/api/v1/users/me', { method: 'PATCH', body }),
  savePreference: (userId: string, key: 'dashboard_settings' | 'notification_settings', body: Preferences[typeof key]): Promise<void> =>
    http(`/api/v1/users/${encodeURIComponent(userId)}/preferences/${key}`, { method: 'PATCH', body }),
  data: (): Promise<Blob> => http('/api/v1/users/me/export', { file: true }),
});
