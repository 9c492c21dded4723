import { useSelector } from '@xstate/react';
import { Fragment } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { messages } from '../../../contract/messages.ts';
import { readLastPerson } from '../../services/scopeMemory.ts';
import { Icon } from '../../ui/display/Icon.tsx';
import { bell } from '../../ui/display/icons.ts';
import { useApp, useSettingUp, useUser } from '../context.ts';
import { type AppRoute, isOffered, listMenuRoutes, menuGroups, toOpeningUrl } from '../routes.ts';
import { ApprovalsBadge } from './ApprovalsBadge.tsx';
import { iconNamed } from './menuIcons.ts';

type MenuChoiceProps = { onChoose?: (() => void) | undefined };

function MenuList({ items, onChoose }: { items: readonly AppRoute[] } & MenuChoiceProps) {
  const [path] = useLocation();
  // A choice of a person changes the URL too.
  useSearch();
  const person = readLastPerson(useUser().id);
  return (
    <ul className="menu-list">
      {items.map((item) => (
        <li key={item.id}>
          <Link
            href={toOpeningUrl(item, person)}
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

/** spec 2.23-2.33: the entries the role may use, in groups; the Administration heading is for admins only. */
export const useMenuGroups = () => {
  const user = useUser();
  const settingUp = useSettingUp();
  const features = useSelector(useApp().settings, ({ context }) => context.features);
  return menuGroups
    .map((group) => ({ group, items: listMenuRoutes(user, group, settingUp).filter((route) => isOffered(route, features)) }))
    .filter(({ items }) => items.length > 0);
};

export function MenuLinks({ onChoose }: MenuChoiceProps) {
  return useMenuGroups().map(({ group, items }) => (
    <Fragment key={group}>
      <h2 className="menu-heading">{messages.menu.groups[group]}</h2>
      <MenuList items={items} onChoose={onChoose} />
    </Fragment>
  ));
}
