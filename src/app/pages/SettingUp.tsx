import { Link } from 'wouter';
import { fill, messages } from '../../../contract/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { useApp, useCompanyName } from '../context.ts';
import { setupPath } from '../routes.ts';

const t = messages.setup;

/** A page for people who see no figures until the company is live (decisions 8.07). */
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

/** For the others, a banner on every page. Both are one module, because most companies are live and load neither. */
export default function SettingUp({ isBanner = false }: { isBanner?: boolean }) {
  if (!isBanner) return <Waiting />;
  return (
    <Alert severity="warning">
      {t.banner} <Link href={setupPath}>{t.bannerLink}</Link>
    </Alert>
  );
}
