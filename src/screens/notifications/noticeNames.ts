import { notificationTypes } from '../../../contract/entities/notification.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { isDay } from '../../../contract/rules/time/period.ts';
import type { ListNames } from '../../shared/lists/listInUrl.ts';
import { formatDate } from '../../ui/display/format.ts';

const t = messages.notificationsPage;
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

export const typeText = (type: string): string => t.types[type as keyof typeof t.types] ?? t.types.other;
export const noticeStateOptions = [
  { value: '', label: t.anyState },
  { value: 'true', label: t.unread },
  { value: 'false', label: t.read },
];
export const noticeTypeOptions = [
  { value: '', label: t.allTypes },
  ...notificationTypes.map((value) => ({ value, label: typeText(value) })),
];

export const noticesFilterLabel = (key: string, value: string): string => {
  if (key === 'unread') return value === 'true' ? t.unread : t.read;
  if (key === 'type') return typeText(value);
  return fill(key === 'start_date' ? t.fromChip : t.untilChip, { day: formatDate(value) });
};
