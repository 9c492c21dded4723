import './settings.css';
import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import type { User } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import { useApp, useFeature } from '../../app/context.ts';
import { useUnsavedGuard } from '../../shared/useUnsavedGuard.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { PageHead } from '../../ui/display/PageHead.tsx';
import { lazyComponent } from '../../ui/support/later.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { AppearanceCard } from './parts/AppearanceCard.tsx';
import { DashboardTab } from './parts/DashboardTab.tsx';
import { NotificationsTab } from './parts/NotificationsTab.tsx';
import { PrivacyTab } from './parts/PrivacyTab.tsx';
import { useSettingsForm } from './useSettingsForm.ts';

const [ChannelDesk] = lazyComponent(() => import('../../shared/channels/ChannelDesk.tsx'));

const t = messages.settings;

/** Owns both forms, so that switching tabs keeps unsaved input. Defaults per spec 9.13: email on, push off. */
function SettingsContent({ user }: { user: User }) {
  const { dashboard_settings: dashboard, notification_settings: notifications } = user.preferences ?? {};
  const dashboardForm = useSettingsForm(user, 'dashboard_settings', {
    default_date_range: dashboard?.default_date_range ?? 'current_month',
    preferred_charts: dashboard?.preferred_charts ?? [],
  });
  const notificationsForm = useSettingsForm(user, 'notification_settings', {
    email_enabled: notifications?.email_enabled ?? true,
    push_enabled: notifications?.push_enabled ?? false,
    frequency: notifications?.frequency ?? 'immediate',
  });
  const hasChannels = useFeature('channels');
  useUnsavedGuard(dashboardForm.unsaved || notificationsForm.unsaved);
  return (
    <Tabs
      label={t.tabsLabel}
      tabs={[
        {
          key: 'dashboard',
          label: t.tabs.dashboard,
          content: (
            <div className="form-stack">
              <Card>
                <DashboardTab binding={dashboardForm} />
              </Card>
              <AppearanceCard />
            </div>
          ),
        },
        {
          key: 'notifications',
          label: t.tabs.notifications,
          content: (
            <div className="form-stack">
              <Card>
                <NotificationsTab binding={notificationsForm} />
              </Card>
              {hasChannels && (
                <Suspense fallback={null}>
                  <ChannelDesk scope="own" />
                </Suspense>
              )}
            </div>
          ),
        },
        { key: 'privacy', label: t.tabs.privacy, content: <PrivacyTab /> },
      ]}
    />
  );
}

/** spec 2.63, 8.13 */
export default function SettingsScreen() {
  const user = useSelector(useApp().session, (snapshot) => snapshot.context.user);
  return (
    <div className="page settings">
      <PageHead title={t.title} />
      {user ? <SettingsContent user={user} /> : <Alert>{t.missing}</Alert>}
    </div>
  );
}
