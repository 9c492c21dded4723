import { createDrafts } from '../../../services/drafts.ts';
import type { PaletteOption } from './connectPalette.ts';

const MAX_RECENT = 6;

const isOption = (value: unknown): value is PaletteOption =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'kind', 'title', 'link'].every((key) => typeof Reflect.get(value, key) === 'string');

/** The user's latest palette choices, newest first; stored per tab. */
export const createRecent = (storage: Storage) => {
  const recentOptions = createDrafts<PaletteOption>(storage, 'palette', isOption);
  return {
    read: recentOptions.read,
    add: (userId: string, option: PaletteOption): void =>
      recentOptions.keep(userId, [option, ...recentOptions.read(userId).filter(({ id }) => id !== option.id)].slice(0, MAX_RECENT)),
  };
};
