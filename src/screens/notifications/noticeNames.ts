import { notificationTypes } from '../../../contract/entities/notification.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { isDay } from '../../../contract/rules/time/period.ts';
import type { ListNames } from '../../shared/lists/listInUrl.ts';
import { formatDate } from '../../ui/display/format.ts';

const text = messages.notificationsPage;
const isType = (value: string): boolean => notificationTypes.some((type) => type === value);

export const noticeNames: ListNames = {
  filters: {
    unread: { name: 'unread', accepts: (value) => value === 'true' || value === 'false' },
    type: { name: 'type', accepts: isType },
    start_date: { name: 'from', accepts: isDay },
    end_date: { name: 'to', accepts: isDay },
  },
  page: 'page',
};

export const typeText = (type: string): string => text.types[type as keyof typeof text.types] ?? text.types.other;
export const stateOptions = [
  { value: '', label: text.anyState },
  { value: 'true', label: text.unread },
  { value: 'false', label: text.read },
];
export const typeOptions = [{ value: '', label: text.allTypes }, ...notificationTypes.map((value) => ({ value, label: typeText(value) }))];

/** The active filters in words. */
export const filterLabel = (key: string, value: string): string => {
  if (key === 'unread') return value === 'true' ? text.unread : text.read;
  if (key === 'type') return typeText(value);
  return fill(key === 'start_date' ? text.fromChip : text.untilChip, { day: formatDate(value) });
};
