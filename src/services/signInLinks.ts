import type { NewPasswordBody } from '../../contract/entities/auth.ts';
import type { Http } from './http.ts';

const path = '/api/v1/auth';

/** Read from the URL each time, because the user may paste another link over it. */
export const readUrlToken = (): string => window.location.hash.slice(1);
export const onUrlChange = (listener: () => void): (() => void) => {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
};

/** Features `invitations` and `password-links`: links for setting a password. */
export const createSignInLinks = (http: Http) => ({
  read: (body: { token: string }): Promise<{ email: string }> => http(`${path}/links/read`, { method: 'POST', body, anonymous: true }),
  take: (body: NewPasswordBody): Promise<void> => http(`${path}/links/use`, { method: 'POST', body, anonymous: true }),
  ask: (body: { email: string }): Promise<void> => http(`${path}/forgot`, { method: 'POST', body, anonymous: true }),
});
