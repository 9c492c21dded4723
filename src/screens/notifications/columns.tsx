import { type Notification, notificationColors, notificationIcons } from '../../../contract/entities/notification.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { iconNamed } from '../../app/shell/menuIcons.ts';
import { Button } from '../../ui/Button.tsx';
import { formatInstant } from '../../ui/display/formatInstant.ts';
import { Icon } from '../../ui/display/Icon.tsx';
import { bell, check } from '../../ui/display/icons.ts';
import type { CardContent } from '../../ui/display/RowCard.tsx';
import { CellBadge } from '../../ui/grid/CellBadge.tsx';
import type { GridColumn } from '../../ui/grid/types.ts';
import { typeText } from './noticeNames.ts';

const t = messages.notificationsPage;

type ActionProps = Readonly<{ onRead: (id: string) => void }>;

const textColumn = (
  key: keyof typeof t.columns,
  width: number,
  toText: (row: Notification) => string,
  options: Partial<GridColumn<Notification>> = {},
): GridColumn<Notification> => ({ key, header: t.columns[key], width, cell: toText, text: toText, ...options });

const getIcon = ({ type }: Notification) => iconNamed[notificationIcons[type] ?? notificationIcons.other] ?? bell;
const stateText = ({ read }: Notification): string => (read ? t.read : messages.notifications.isNew);

function NoticeText({ notice }: { notice: Notification }) {
  return (
    <span className={notice.read ? 'notice-what' : 'notice-what is-unread'}>
      <span className="notice-title">{notice.title}</span>
      <span className="notice-message">{notice.message}</span>
    </span>
  );
}

function Type({ notice }: { notice: Notification }) {
  return (
    <span className={`notice-type notice-${notificationColors[notice.priority] ?? notificationColors.other}`}>
      <Icon svg={getIcon(notice)} />
      {typeText(notice.type)}
    </span>
  );
}

function MarkRead({ notice: { id, title, read }, onRead }: ActionProps & { notice: Notification }) {
  if (read) return null;
  return (
    <Button
      size="small"
      severity="text"
      icon={check}
      title={t.markRead}
      aria-label={fill(t.markOne, { title })}
      onClick={(event) => {
        event.stopPropagation();
        onRead(id);
      }}
    />
  );
}

const renderNewBadge = (notice: Notification) => <CellBadge severity="info">{stateText(notice)}</CellBadge>;

/** spec 2.22: icon by type, color by priority, title, message, date, and New while unread. */
export const noticeColumns = ({ onRead }: ActionProps): readonly GridColumn<Notification>[] => [
  textColumn('type', 140, ({ type }) => typeText(type), {
    cell: (notice) => <Type notice={notice} />,
  }),
  textColumn('what', 500, ({ title, message }) => `${title}: ${message}`, {
    grows: true,
    cell: (notice) => <NoticeText notice={notice} />,
    tip: ({ message }) => message,
  }),
  textColumn('created_at', 185, ({ created_at }) => formatInstant(created_at)),
  textColumn('read', 85, stateText, {
    cell: (notice) => (notice.read ? <span className="muted">{t.read}</span> : renderNewBadge(notice)),
  }),
  textColumn('actions', 80, () => '', {
    cell: (notice) => <MarkRead notice={notice} onRead={onRead} />,
  }),
];
/** The phone card with the full notification; opening it marks it as read. */
export const toNoticeCard = (notice: Notification): CardContent => ({
  title: notice.title,
  figure: notice.read ? undefined : renderNewBadge(notice),
  lines: [notice.message, `${typeText(notice.type)} · ${formatInstant(notice.created_at)}`],
});
export const noticeColumnKeys: readonly string[] = noticeColumns({ onRead: () => {} }).map(({ key }) => key);
