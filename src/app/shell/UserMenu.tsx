import { Link } from 'wouter';
import { fullName, roleLabels } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { Badge } from '../../ui/display/Badge.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { cog, dollar, signOut, user as userIcon } from '../../ui/display/icons.ts';
import { Popover } from '../../ui/Popover.tsx';
import { useApp, useFeature, useUser } from '../context.ts';
import { plansPath, profilePath, settingsPath } from '../routes.ts';

/** The user's identity and account actions. */
export function AccountItems({ onChoose }: { onChoose?: () => void }) {
  const user = useUser();
  const { session } = useApp();
  const plans = useFeature('plan-page');
  return (
    <div className="account">
      <p className="account-name">{fullName(user)}</p>
      <p className="muted account-email">{user.email}</p>
      <p className="account-badges">
        <Badge severity="info">{roleLabels[user.role]}</Badge>
        {user.territory && <Badge severity="secondary">{user.territory}</Badge>}
      </p>
      <ul className="menu-list">
        <li>
          <Link href={profilePath} className="menu-link" onClick={onChoose}>
            <Icon svg={userIcon} /> {messages.menu.profile}
          </Link>
        </li>
        <li>
          <Link href={settingsPath} className="menu-link" onClick={onChoose}>
            <Icon svg={cog} /> {messages.menu.settings}
          </Link>
        </li>
        {plans && (
          <li>
            <Link href={plansPath} className="menu-link" onClick={onChoose}>
              <Icon svg={dollar} /> {messages.menu.plans}
            </Link>
          </li>
        )}
        <li>
          <button type="button" className="menu-link" onClick={() => session.send({ type: 'logout.submit' })}>
            <Icon svg={signOut} /> {messages.menu.signOut}
          </button>
        </li>
      </ul>
    </div>
  );
}

const initials = (first: string, last: string): string => `${first.charAt(0)}${last.charAt(0)}`.toUpperCase();

/** spec 2.21: name, email, role and territory badges, Profile, Settings, Sign Out. */
export function UserMenu() {
  const user = useUser();
  return (
    <Popover label={messages.menu.account} align="end" trigger={<Avatar initials={initials(user.first_name, user.last_name)} />}>
      {(close) => <AccountItems onChoose={close} />}
    </Popover>
  );
}
