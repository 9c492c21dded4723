import { limits } from '../../contract/limits.ts';

/** The company and the menu as last drawn. index.html draws them at a reload, before the first script; signing out removes them. */
type StoredFrame = Readonly<{
  company: string;
  groups: readonly Readonly<{ title: string; items: readonly Readonly<{ path: string; title: string }>[] }>[];
}>;

export const storeFrame = (frame: StoredFrame): void => localStorage.setItem(limits.storage.frame, JSON.stringify(frame));
export const isFrameStored = (): boolean => localStorage.getItem(limits.storage.frame) !== null;
