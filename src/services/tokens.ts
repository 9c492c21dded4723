import { limits } from '../../contract/limits.ts';

export type Tokens = Readonly<{
  access: () => string | null;
  refresh: () => string | null;
  /** A refresh answer without a refresh token keeps the one there is. */
  store: (tokens: { access_token: string; refresh_token?: string | undefined }) => void;
  removeAccess: () => void;
  clear: () => void;
  /** Another tab signed in (a token appeared) or out (both went; one alone still renews the other). */
  onOtherTab: (heard: (has: boolean) => void) => () => void;
  /** Another tab's write has arrived, or half a second has passed without one. */
  changed: () => Promise<void>;
}>;

/** spec 9.01: browser storage, under the names token and refresh_token. */
export const createTokens = (storage: Storage, events: EventTarget): Tokens => {
  const { token, refreshToken } = limits.storage;
  return {
    access: () => storage.getItem(token),
    refresh: () => storage.getItem(refreshToken),
    store: (tokens) => {
      storage.setItem(token, tokens.access_token);
      if (tokens.refresh_token) storage.setItem(refreshToken, tokens.refresh_token);
    },
    removeAccess: () => storage.removeItem(token),
    clear: () => {
      storage.removeItem(token);
      storage.removeItem(refreshToken);
    },
    onOtherTab: (heard) => {
      const listen = (event: Event): void => {
        // A cleared storage names no key.
        const key = event instanceof StorageEvent ? event.key : null;
        if (key === token || key === refreshToken || key === null)
          heard(storage.getItem(token) !== null || storage.getItem(refreshToken) !== null);
      };
      events.addEventListener('storage', listen);
      return () => events.removeEventListener('storage', listen);
    },
    changed: () =>
      new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          events.removeEventListener('storage', done);
          resolve();
        };
        const timer = setTimeout(done, 500);
        events.addEventListener('storage', done);
      }),
  };
};
