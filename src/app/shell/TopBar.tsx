import { Link } from 'wouter';
import { messages } from '../../../contract/messages.ts';
import { Icon } from '../../ui/display/Icon.tsx';
import { bars } from '../../ui/display/icons.ts';
import { useApp, useCompanyName, useLogo } from '../context.ts';
import { Notifications } from './Notifications.tsx';
import { PaletteButton } from './palette/PaletteButton.tsx';
import { UserMenu } from './UserMenu.tsx';

/** spec 2.21 */
export function TopBar() {
  const { navigation } = useApp();
  const company = useCompanyName();
  const logo = useLogo();
  return (
    <header className="top-bar">
      <button
        type="button"
        className="icon-button top-bar-open"
        aria-label={messages.menu.open}
        onClick={() => navigation.send({ type: 'drawer.open' })}
      >
        <Icon svg={bars} />
      </button>
      <Link href="/dashboard" className="brand">
        {logo === null ? (
          <img className="brand-mark" src="/icon.svg" alt="" width="24" height="24" />
        ) : (
          <img className="brand-mark brand-logo" src={logo} alt="" height="32" />
        )}
        <span className="brand-name">{company}</span>
      </Link>
      <div className="top-bar-end">
        <PaletteButton />
        <Notifications />
        <UserMenu />
      </div>
    </header>
  );
}
