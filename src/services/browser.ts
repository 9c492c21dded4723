import { todayIn } from '../../contract/rules/time/today.ts';
import { isZone } from '../../contract/rules/time/zones.ts';

// Wrappers around browser APIs that machines and tests can replace.

/** Today in a time zone; in the browser's if the zone is null or unknown. */
export const today = (zone: string | null): string =>
  todayIn(zone !== null && isZone(zone) ? zone : Intl.DateTimeFormat().resolvedOptions().timeZone, new Date());

export const alertUser = (text: string): void => window.alert(text);

export const confirmWithUser = (text: string): boolean => window.confirm(text);

/** The typed text; null if canceled. */
export const askUser = (text: string): string | null => window.prompt(text);

/** The URL of a path on this server. */
export const absoluteUrl = (path: string): string => new URL(path, window.location.origin).href;

export const copyToClipboard = (text: string): Promise<void> => navigator.clipboard.writeText(text);

/** Starts the browser's download of a file. */
export const saveFile = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers cancel the download if the URL is revoked in the same turn.
  setTimeout(() => URL.revokeObjectURL(url), 0);
};

/** A unique id; `crypto.randomUUID` is missing on pages without a secure connection. */
export const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The current instant in the API's format (ISO 8601, UTC). */
export const now = (): string => new Date().toISOString();

export const windowHeight = (): number => document.documentElement.clientHeight;

/** Calls `listener` once resizing has stopped, to avoid a reload at every step. */
export const onResize = (listener: () => void): (() => void) => {
  let timer = 0;
  const listen = (): void => {
    window.clearTimeout(timer);
    timer = window.setTimeout(listener, 200);
  };
  window.addEventListener('resize', listen);
  return () => {
    window.clearTimeout(timer);
    window.removeEventListener('resize', listen);
  };
};

/** Calls `listener` every minute and when the tab regains focus, because a new day may have begun. */
export const onMinute = (listener: () => void): (() => void) => {
  const timer = window.setInterval(listener, 60_000);
  const unsubscribe = onFocus(listener);
  return () => {
    window.clearInterval(timer);
    unsubscribe();
  };
};

export const onFocus = (listener: () => void): (() => void) => {
  window.addEventListener('focus', listener);
  return () => window.removeEventListener('focus', listener);
};

/** Calls `listener` when Back or Forward shows this page as it was left. */
export const onRestored = (listener: () => void): (() => void) => {
  const listen = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) listener();
  };
  window.addEventListener('pageshow', listen);
  return () => window.removeEventListener('pageshow', listen);
};

/** Leaves the app for another URL. */
export const navigateTo = (url: string): void => window.location.assign(url);

export const onOnline = (listener: () => void): (() => void) => {
  window.addEventListener('online', listener);
  return () => window.removeEventListener('online', listener);
};

export const onOffline = (listener: () => void): (() => void) => {
  window.addEventListener('offline', listener);
  return () => window.removeEventListener('offline', listener);
};

export const isHidden = (): boolean => document.visibilityState === 'hidden';

export const onVisibility = (listener: (visible: boolean) => void): (() => void) => {
  const listen = (): void => listener(document.visibilityState === 'visible');
  document.addEventListener('visibilitychange', listen);
  return () => document.removeEventListener('visibilitychange', listen);
};

/** One of several values, stored on this device only; defaults to the first. */
export const deviceChoice = <Value extends string>(name: string, values: readonly [Value, ...Value[]]) => ({
  read: (): Value => values.find((value) => value === localStorage.getItem(name)) ?? values[0],
  write: (value: Value): void => localStorage.setItem(name, value),
});

/** Sets the CSS color scheme of the whole page, such as `dark`; '' follows the operating system. */
export const setColorScheme = (scheme: string): void => {
  document.documentElement.style.colorScheme = scheme;
};

/** True if an open side menu would leave too little width for tables; index.html has the same width. */
export const isScreenTight = (): boolean => window.matchMedia('(max-width: 1200px)').matches;

/** A preference stored on this device only. */
export const deviceFlag = (name: string, isOnByDefault: () => boolean) => ({
  read: (): boolean => {
    const stored = localStorage.getItem(name);
    return stored === null ? isOnByDefault() : stored === 'true';
  },
  write: (value: boolean): void => localStorage.setItem(name, String(value)),
});
