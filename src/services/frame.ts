import { limits } from '../../contract/limits.ts';

/** The company and the menu as last drawn. index.html draws them at a reload, before the first script; signing out removes them. */
type StoredFrame = Readonly<{
  company: string;
  groups: readonly Readonly<{ title: string; items: readonly Readonly<{ path: string; title: string }>[] }>[];
}>;

/** Nothing is stored where the storage is full: the next reload has an empty frame until the session answers. */
export const storeFrame = (frame: StoredFrame): void => {
  try {
    localStorage.setItem(limits.storage.frame, JSON.stringify(frame));
  } catch {
    localStorage.removeItem(limits.storage.frame);
  }
};
export const isFrameStored = (): boolean => localStorage.getItem(limits.storage.frame) !== null;
