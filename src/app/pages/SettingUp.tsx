import './settingUp.css';
import { Link, useLocation } from 'wouter';
import { fill, messages } from '../../../contract/messages.ts';
import { can } from '../../../contract/permissions.ts';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { useApp, useCompanyName, useUser } from '../context.ts';
import { setupPath } from '../routes.ts';

const t = messages.setup;

/** For people who see no figures until the company is live (decisions 8.07). */
function Waiting() {
  const { session, settings } = useApp();
  const company = useCompanyName();
  return (
    <main className="page-message">
      <h1>{fill(t.waitingTitle, { company })}</h1>
      <p>{t.waitingText}</p>
      <p className="page-message-actions">
        <Button onClick={() => settings.send({ type: 'settings.changed' })}>{t.waitingAgain}</Button>
        <Button severity="secondary" onClick={() => session.send({ type: 'logout.submit' })}>
          {messages.menu.signOut}
        </Button>
      </p>
    </main>
  );
}

/**
 * States that the company is being set up: a page for people who see no figures yet, and a banner for all others, except on the checklist,
 * which needs none. Not loaded for companies that are live.
 */
export default function SettingUp() {
  const user = useUser();
  const [path] = useLocation();
  if (!can(user, 'setup:use')) return <Waiting />;
  if (path === setupPath) return null;
  return (
    <div className="setup-banner no-print">
      <Alert severity="info">
        {t.banner} <Link href={setupPath}>{t.bannerLink}</Link>
      </Alert>
    </div>
  );
}
