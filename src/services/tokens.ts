import { limits } from '../../contract/limits.ts';

export type Tokens = Readonly<{
  access: () => string | null;
  refresh: () => string | null;
  /** If the response has no refresh token, the stored one stays. */
  store: (tokens: { access_token: string; refresh_token?: string | undefined }) => void;
  removeAccessToken: () => void;
  clear: () => void;
  /** The user whose session this device remembers (decisions 8.09). */
  rememberedUser: () => string | null;
  rememberUser: (userId: string | null) => void;
  /** True if Remember me was chosen for a sign-in that has not named its user yet. */
  isRememberMeChosen: () => boolean;
  chooseRememberMe: (isChosen: boolean) => void;
  /** Another tab signed in (a token appeared) or out (both were removed; a single one can still refresh the other). */
  onOtherTab: (listener: (hasTokens: boolean) => void) => () => void;
  /** Resolves when another tab's write arrives, or after half a second. */
  changed: () => Promise<void>;
}>;

/** spec 9.01: browser storage, under the names token and refresh_token. */
export const createTokens = (storage: Storage, events: EventTarget): Tokens => {
  const { token, refreshToken, remembered, rememberMe, frame } = limits.storage;
  const setOrRemove = (name: string, value: string | null): void => {
    if (value === null) storage.removeItem(name);
    else storage.setItem(name, value);
  };
  return {
    access: () => storage.getItem(token),
    refresh: () => storage.getItem(refreshToken),
    store: (tokens) => {
      storage.setItem(token, tokens.access_token);
      if (tokens.refresh_token) storage.setItem(refreshToken, tokens.refresh_token);
    },
    removeAccessToken: () => storage.removeItem(token),
    clear: () => {
      for (const name of [token, refreshToken, remembered, rememberMe, frame]) storage.removeItem(name);
    },
    rememberedUser: () => storage.getItem(remembered),
    rememberUser: (userId) => setOrRemove(remembered, userId),
    isRememberMeChosen: () => storage.getItem(rememberMe) !== null,
    chooseRememberMe: (isChosen) => setOrRemove(rememberMe, isChosen ? 'true' : null),
    onOtherTab: (listener) => {
      const listen = (event: Event): void => {
        // Clearing the whole storage reports no key.
        const key = event instanceof StorageEvent ? event.key : null;
        if (key === token || key === refreshToken || key === null)
          listener(storage.getItem(token) !== null || storage.getItem(refreshToken) !== null);
      };
      events.addEventListener('storage', listen);
      return () => events.removeEventListener('storage', listen);
    },
    changed: () =>
      new Promise((resolve) => {
        const finish = (): void => {
          clearTimeout(timer);
          events.removeEventListener('storage', finish);
          resolve();
        };
        const timer = setTimeout(finish, 500);
        events.addEventListener('storage', finish);
      }),
  };
};
