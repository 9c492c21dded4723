import { useSelector } from '@xstate/react';
import { Link, useLocation } from 'wouter';
import { messages } from '../../../contract/messages.ts';
import { Icon } from '../../ui/display/Icon.tsx';
import { bell } from '../../ui/display/icons.ts';
import { useApp, useSettingUp, useUser } from '../context.ts';
import { type AppRoute, isOffered, listMenuRoutes } from '../routes.ts';
import { ApprovalsBadge } from './ApprovalsBadge.tsx';
import { iconNamed } from './menuIcons.ts';

type Choosing = { onChoose?: (() => void) | undefined };

function MenuList({ items, onChoose }: { items: readonly AppRoute[] } & Choosing) {
  const [path] = useLocation();
  const features = useSelector(useApp().settings, ({ context }) => context.features);
  return (
    <ul className="menu-list">
      {items
        .filter((route) => isOffered(route, features))
        .map((item) => (
          <li key={item.id}>
            <Link
              href={item.path}
              className="menu-link"
              title={item.title}
              aria-current={path === item.path ? 'page' : undefined}
              onClick={onChoose}
            >
              <Icon svg={iconNamed[item.menu?.icon ?? ''] ?? bell} />
              <span className="menu-label">{item.title}</span>
              {item.id === 'approvals' && <ApprovalsBadge />}
            </Link>
          </li>
        ))}
    </ul>
  );
}

/** spec 2.23-2.33: the entries the role may use; the Administration heading is for admins only. */
export function MenuLinks({ onChoose }: Choosing) {
  const user = useUser();
  const settingUp = useSettingUp();
  const admin = listMenuRoutes(user, 'admin');
  return (
    <>
      <MenuList items={listMenuRoutes(user, undefined, settingUp)} onChoose={onChoose} />
      {admin.length > 0 && (
        <>
          <h2 className="menu-heading">{messages.menu.administration}</h2>
          <MenuList items={admin} onChoose={onChoose} />
        </>
      )}
    </>
  );
}
