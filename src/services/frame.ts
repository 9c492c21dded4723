import { limits } from '../../contract/limits.ts';

/** The company and the menu as last drawn. On a reload, index.html draws them before the first script; signing out removes them. */
type StoredFrame = Readonly<{
  company: string;
  groups: readonly Readonly<{ title: string; items: readonly Readonly<{ path: string; title: string }>[] }>[];
}>;

/** Stores nothing if the storage is full; the next reload then has an empty frame until the session is loaded. */
export const storeFrame = (frame: StoredFrame): void => {
  try {
    localStorage.setItem(limits.storage.frame, JSON.stringify(frame));
  } catch {
    localStorage.removeItem(limits.storage.frame);
  }
};
export const isFrameStored = (): boolean => localStorage.getItem(limits.storage.frame) !== null;
