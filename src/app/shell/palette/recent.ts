import { createDrafts } from '../../../services/drafts.ts';
import type { Option } from './connectPalette.ts';

const MOST = 6;

const isOption = (value: unknown): value is Option =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'kind', 'title', 'link'].every((key) => typeof Reflect.get(value, key) === 'string');

/** The user's latest palette choices, newest first; stored per tab. */
export const createRecent = (storage: Storage) => {
  const kept = createDrafts<Option>(storage, 'palette', isOption);
  return {
    read: kept.read,
    add: (userId: string, option: Option): void =>
      kept.keep(userId, [option, ...kept.read(userId).filter(({ id }) => id !== option.id)].slice(0, MOST)),
  };
};
