import { todayIn } from '../../contract/rules/time/today.ts';
import { isZone } from '../../contract/rules/time/zones.ts';

// Ports to the browser itself, so that machines and tests can answer for it.

/** Today in a zone; in the browser's own where the provider named none, or one that there is not. */
export const today = (zone: string | null): string =>
  todayIn(zone !== null && isZone(zone) ? zone : Intl.DateTimeFormat().resolvedOptions().timeZone, new Date());

export const alertUser = (text: string): void => window.alert(text);

export const confirmWithUser = (text: string): boolean => window.confirm(text);

/** What was typed, null where it was cancelled. */
export const askUser = (text: string): string | null => window.prompt(text);

export const copyText = (text: string): Promise<void> => navigator.clipboard.writeText(text);

/** Hands a file to the browser's own download. */
export const saveFile = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Revoked in the same turn, some browsers cancel the download.
  setTimeout(() => URL.revokeObjectURL(url), 0);
};

/** An id that nothing else has; `crypto.randomUUID` is missing where a page was not served over a secure connection. */
export const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Now, as the wire writes it. */
export const now = (): string => new Date().toISOString();

export const windowHeight = (): number => document.documentElement.clientHeight;

/** Called once a resize has come to rest: the page is not read again at every step of it. */
export const onResize = (heard: () => void): (() => void) => {
  let timer = 0;
  const listen = (): void => {
    window.clearTimeout(timer);
    timer = window.setTimeout(heard, 200);
  };
  window.addEventListener('resize', listen);
  return () => {
    window.clearTimeout(timer);
    window.removeEventListener('resize', listen);
  };
};

/** Told every minute and when one comes back to the tab: the day may have changed. */
export const onClock = (heard: () => void): (() => void) => {
  const timer = window.setInterval(heard, 60_000);
  const leave = onFocus(heard);
  return () => {
    window.clearInterval(timer);
    leave();
  };
};

export const onFocus = (heard: () => void): (() => void) => {
  window.addEventListener('focus', heard);
  return () => window.removeEventListener('focus', heard);
};

export const onOnline = (heard: () => void): (() => void) => {
  window.addEventListener('online', heard);
  return () => window.removeEventListener('online', heard);
};

export const isHidden = (): boolean => document.visibilityState === 'hidden';

export const onVisibility = (heard: (visible: boolean) => void): (() => void) => {
  const listen = (): void => heard(document.visibilityState === 'visible');
  document.addEventListener('visibilitychange', listen);
  return () => document.removeEventListener('visibilitychange', listen);
};

/** A preference of this device only. */
export const deviceFlag = (name: string) => ({
  read: (): boolean => localStorage.getItem(name) === 'true',
  write: (value: boolean): void => localStorage.setItem(name, String(value)),
});
