import dayjs from 'dayjs';

/** Ports to the browser itself, so that machines and tests can answer for it. */
export const today = (): string => dayjs().format('YYYY-MM-DD');

export const alertUser = (text: string): void => window.alert(text);

export const windowHeight = (): number => window.innerHeight;

export const onResize = (heard: () => void): (() => void) => {
  window.addEventListener('resize', heard);
  return () => window.removeEventListener('resize', heard);
};

export const onFocus = (heard: () => void): (() => void) => {
  window.addEventListener('focus', heard);
  return () => window.removeEventListener('focus', heard);
};

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
