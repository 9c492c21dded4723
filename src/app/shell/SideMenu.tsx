import { useEffect } from 'react';
import { messages } from '../../../contract/messages.ts';
import { storeFrame } from '../../services/frame.ts';
import { Icon } from '../../ui/display/Icon.tsx';
import { angleDoubleLeft, angleDoubleRight } from '../../ui/display/icons.ts';
import { useCompanyName } from '../context.ts';
import { MenuLinks, useMenuGroups } from './MenuLinks.tsx';

/** The menu of large screens; shows only icons when folded. */
export function SideMenu({ folded, onToggle }: { folded: boolean; onToggle: () => void }) {
  const company = useCompanyName();
  const groups = useMenuGroups();
  useEffect(() =>
    storeFrame({
      company,
      groups: groups.map(({ group, items }) => ({
        title: messages.menu.groups[group],
        items: items.map(({ path, title }) => ({ path, title })),
      })),
    }),
  );
  return (
    <nav className="side-menu" aria-label={messages.menu.main}>
      <MenuLinks />
      <button
        type="button"
        className="menu-link menu-fold"
        aria-expanded={!folded}
        aria-label={folded ? messages.menu.expand : messages.menu.collapse}
        onClick={onToggle}
      >
        <Icon svg={folded ? angleDoubleRight : angleDoubleLeft} />
        <span className="menu-label">{messages.menu.collapse}</span>
      </button>
    </nav>
  );
}
