import { createDrafts } from '../../../services/drafts.ts';
import type { Option } from './connectPalette.ts';

const MOST = 6;

const isOption = (value: unknown): value is Option =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'kind', 'title', 'link'].every((key) => typeof Reflect.get(value, key) === 'string');

/** What a person went to last by the palette, newest first; kept in this tab. */
export const createRecent = (storage: Storage) => {
  const kept = createDrafts<Option>(storage, 'palette', isOption);
  return {
    read: kept.read,
    add: (userId: string, option: Option): void =>
      kept.keep(userId, [option, ...kept.read(userId).filter(({ id }) => id !== option.id)].slice(0, MOST)),
  };
};
