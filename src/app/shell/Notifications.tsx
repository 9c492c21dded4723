import { Link, useLocation } from 'wouter';
import { fill, messages } from '../../../contract/messages.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Badge } from '../../ui/display/Badge.tsx';
import { Count } from '../../ui/display/Count.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { bell } from '../../ui/display/icons.ts';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { notificationsPath } from '../routes.ts';
import type { NotificationItem, NotificationsView } from './connectNotifications.ts';
import { iconNamed } from './menuIcons.ts';
import { useNotifications } from './useNotifications.ts';

const t = messages.notifications;

function Item({ item, onChoose }: { item: NotificationItem; onChoose: (item: NotificationItem) => void }) {
  const content = (
    <>
      <Icon svg={iconNamed[item.icon] ?? bell} />
      <span className="notification-text">
        <strong>{item.title}</strong>
        <span>{item.message}</span>
        <time className="muted">{item.date}</time>
      </span>
    </>
  );
  // A read notification without a link has nothing to click.
  if (!item.unread && item.link === null) return <li className={`notification notification-${item.colour}`}>{content}</li>;
  return (
    <li>
      <button type="button" className={`notification notification-${item.colour}`} onClick={() => onChoose(item)}>
        {content}
        {item.unread && <Badge severity="info">{t.isNew}</Badge>}
      </button>
    </li>
  );
}

type MenuProps = Pick<NotificationsView, 'items' | 'loading' | 'failed' | 'empty'> & {
  /** The number of unread notifications, such as "9+"; null without any. */
  unread: string | null;
  onChoose: (item: NotificationItem) => void;
  onRetry: () => void;
  onClose: () => void;
};

/** spec 2.22, 9.03, 8.16 */
export function NotificationsList({ unread, items, loading, failed, empty, onChoose, onRetry, onClose }: MenuProps) {
  return (
    <div className="notifications">
      <p className="notifications-head">
        <strong>{messages.menu.notifications}</strong>
        {unread !== null && <span className="muted">{fill(t.unreadShort, { count: unread })}</span>}
      </p>
      {failed !== null && (
        <div className="notifications-note">
          <Alert onRetry={onRetry}>{failed}</Alert>
        </div>
      )}
      {loading && items.length === 0 && <Spinner />}
      {empty && <p className="notifications-note muted">{t.empty}</p>}
      {items.length > 0 && (
        <ul className="notifications-items" aria-busy={loading}>
          {items.map((item) => (
            <Item key={item.id} item={item} onChoose={onChoose} />
          ))}
        </ul>
      )}
      <Link href={notificationsPath} className="notifications-all" onClick={onClose}>
        {t.viewAll}
      </Link>
    </div>
  );
}

export function Notifications() {
  const { badge, label, open, setOpen, choose, retry, ...list } = useNotifications();
  const [, navigate] = useLocation();
  return (
    <Popover
      label={label}
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <>
          <Icon svg={bell} />
          {badge !== null && <Count value={badge} className="bell-badge" />}
        </>
      }
    >
      {(close) => (
        <NotificationsList
          {...list}
          unread={badge}
          onRetry={retry}
          onClose={close}
          onChoose={(item) => {
            choose(item.id);
            if (item.link !== null) {
              close();
              navigate(item.link);
            }
          }}
        />
      )}
    </Popover>
  );
}
