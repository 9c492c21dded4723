import { Link, useLocation } from 'wouter';
import { messages } from '../../../contract/messages.ts';
import { Icon } from '../../ui/Icon.tsx';
import { bell } from '../../ui/icons.ts';
import { useUser } from '../context.ts';
import { type AppRoute, menuFor } from '../routes.ts';
import { iconNamed } from './menuIcons.ts';

function MenuList({ items }: { items: readonly AppRoute[] }) {
  const [path] = useLocation();
  return (
    <ul className="menu-list">
      {items.map((item) => (
        <li key={item.id}>
          <Link href={item.path} className="menu-link" title={item.title} aria-current={path === item.path ? 'page' : undefined}>
            <Icon svg={iconNamed[item.menu?.icon ?? ''] ?? bell} />
            <span className="menu-label">{item.title}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** spec 2.23-2.33: what the role may use; Administration is a heading for admins only. */
export function MenuLinks() {
  const user = useUser();
  const admin = menuFor(user, 'admin');
  return (
    <>
      <MenuList items={menuFor(user, 'main')} />
      {admin.length > 0 && (
        <>
          <h2 className="menu-heading">{messages.menu.administration}</h2>
          <MenuList items={admin} />
        </>
      )}
    </>
  );
}
