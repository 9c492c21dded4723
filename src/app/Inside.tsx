import { useSelector } from '@xstate/react';
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter';
import type { User } from '../../contract/entities/user.ts';
import { limits } from '../../contract/limits.ts';
import { can } from '../../contract/permissions.ts';
import { readSidePanel } from '../shared/trace/wakeInUrl.ts';
import { AddedRowHeight } from '../ui/support/addedRowHeight.ts';
import { lazyComponent } from '../ui/support/later.tsx';
import { useApp, useFeature, useSettingUp, useUser } from './context.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { PageSpinner } from './PageSpinner.tsx';
import { AccessDenied } from './pages/AccessDenied.tsx';
import { NotFoundPage } from './pages/NotFound.tsx';
import { PageLost } from './pages/PageLost.tsx';
import { type AppRoute, entryPaths, getLandingPath, isOffered, type RouteId, routes } from './routes.ts';
import { Shell } from './shell/Shell.tsx';
import { ToastArea } from './shell/ToastArea.tsx';

const [WakePanel] = lazyComponent(() => import('../shared/trace/WakePanel.tsx'));
const [SettingUp] = lazyComponent(() => import('./pages/SettingUp.tsx'));
const [ForcedFactor] = lazyComponent(() => import('../shared/secondFactor/ForcedFactor.tsx'));
const [StepUpDialog] = lazyComponent(() => import('../shared/secondFactor/StepUpDialog.tsx'));
const [ForcedPassword] = lazyComponent(() => import('../shared/password/ForcedPassword.tsx'));

/** Comfortable rows are 48 px instead of 40 (look.md, Space). */
const COMFORTABLE_PX = 8;

/** A screen loaded on demand; the frame stays if its code fails to load. */
const lazyPage = (load: () => Promise<{ default: ComponentType }>) => lazyComponent(load, PageLost);

const screens: Readonly<Record<RouteId, ReturnType<typeof lazyPage>>> = {
  individual: lazyPage(() => import('../screens/individual/index.tsx')),
  'team-dashboard': lazyPage(() => import('../screens/teamDashboard/index.tsx')),
  approvals: lazyPage(() => import('../screens/approvals/index.tsx')),
  analytics: lazyPage(() => import('../screens/analytics/index.tsx')),
  audit: lazyPage(() => import('../screens/audit/index.tsx')),
  commissions: lazyPage(() => import('../screens/commissions/index.tsx')),
  customer: lazyPage(() => import('../screens/customer/index.tsx')),
  deals: lazyPage(() => import('../screens/deals/index.tsx')),
  events: lazyPage(() => import('../screens/events/index.tsx')),
  simulation: lazyPage(() => import('../screens/simulation/index.tsx')),
  flows: lazyPage(() => import('../screens/flows/index.tsx')),
  forecast: lazyPage(() => import('../screens/forecast/index.tsx')),
  imports: lazyPage(() => import('../screens/imports/index.tsx')),
  invoices: lazyPage(() => import('../screens/invoices/index.tsx')),
  notifications: lazyPage(() => import('../screens/notifications/index.tsx')),
  payments: lazyPage(() => import('../screens/payments/index.tsx')),
  payouts: lazyPage(() => import('../screens/payouts/index.tsx')),
  periods: lazyPage(() => import('../screens/payPeriods/index.tsx')),
  person: lazyPage(() => import('../screens/person/index.tsx')),
  plans: lazyPage(() => import('../screens/plans/index.tsx')),
  'plan-builder': lazyPage(() => import('../screens/planBuilder/index.tsx')),
  'plan-trial': lazyPage(() => import('../screens/planTrial/index.tsx')),
  pipeline: lazyPage(() => import('../screens/pipeline/index.tsx')),
  profile: lazyPage(() => import('../screens/profile/index.tsx')),
  reports: lazyPage(() => import('../screens/reports/index.tsx')),
  settings: lazyPage(() => import('../screens/settings/index.tsx')),
  'system-settings': lazyPage(() => import('../screens/systemSettings/index.tsx')),
  users: lazyPage(() => import('../screens/users/index.tsx')),
  setup: lazyPage(() => import('../screens/setup/index.tsx')),
  wake: lazyPage(() => import('../screens/wake/index.tsx')),
};

function Screen({ route }: { route: AppRoute }): ReactNode {
  const user = useUser();
  const isAvailable = useSelector(useApp().settings, ({ context }) => isOffered(route, context.features));
  const features = useSelector(useApp().settings, ({ context }) => context.features.join(' '));
  if (!isAvailable) return <NotFoundPage />;
  if (!can(user, route.permission)) return <AccessDenied route={route} />;
  const [ScreenComponent] = screens[route.id];
  // Restarts the screen if the features arrive late, because a running machine would keep the sample rows.
  return <ScreenComponent key={features} />;
}

/** The panel with the figures that an item changed, next to the page that links to it (decisions 2.04). */
function RouteExtras(): ReactNode {
  const user = useUser();
  const subject = readSidePanel(useSearch());
  if (!useFeature('wake') || subject === null || !can(user, 'screen:commissions')) return null;
  return (
    <Suspense fallback={null}>
      <WakePanel key={`${subject.kind} ${subject.id}`} of={subject} />
    </Suspense>
  );
}

/** Loads the code of the pages that open without a network (decisions 8.09), for the offline worker to store. */
const useOfflinePages = (user: User): void => {
  const { isRemembered } = useApp();
  useEffect(() => {
    if (!isRemembered(user.id)) return;
    const timer = setTimeout(() => {
      for (const { id, permission, opensOffline } of routes) if (opensOffline && can(user, permission)) void screens[id][1]();
    }, limits.network.storePagesMs);
    return () => clearTimeout(timer);
  }, [user, isRemembered]);
};

/** How often the user has asked for current figures; the page restarts each time. */
const useRenewals = (): number => {
  const { network } = useApp();
  const [count, setCount] = useState(0);
  useEffect(() => {
    const subscription = network.on('page.renew', () => setCount((previous) => previous + 1));
    return () => subscription.unsubscribe();
  }, [network]);
  return count;
};

/** Everything for signed-in users: frame, screens, and the forced password change. */
export default function Inside() {
  const user = useUser();
  return <UserFrame key={user.id} user={user} />;
}

/** The frame and screens of one user; mounted anew for another user. */
function UserFrame({ user }: { user: User }) {
  // Navigating away resets a crashed screen.
  const [path] = useLocation();
  const settingUp = useSettingUp();
  const isComfortable = useSelector(useApp().appearance, ({ context }) => context.density === 'comfortable');
  useOfflinePages(user);
  const renewals = useRenewals();
  const isSavingCodes = useSelector(useApp().session, (snapshot) => snapshot.matches({ signedIn: 'savingCodes' }));
  const isStepUpOpen = useSelector(useApp().stepUp, (snapshot) => snapshot.hasTag('open'));
  // Checks the user instead of the session state, because screens must not send calls that the server still refuses while the user reloads.
  if (user.must_change_password) {
    return (
      <Suspense fallback={<PageSpinner />}>
        <ForcedPassword />
        <ToastArea />
      </Suspense>
    );
  }
  if (user.second_factor_due || isSavingCodes) {
    return (
      <Suspense fallback={<PageSpinner />}>
        <ForcedFactor />
        <ToastArea />
      </Suspense>
    );
  }
  const notice = settingUp && (
    <Suspense>
      <SettingUp />
    </Suspense>
  );
  if (settingUp && !can(user, 'setup:use')) return notice;
  return (
    <AddedRowHeight value={isComfortable ? COMFORTABLE_PX : 0}>
      <Shell>
        {notice}
        <ErrorBoundary key={`${path} ${renewals}`}>
          <Suspense fallback={<PageSpinner />}>
            <Switch>
              {entryPaths.map((path) => (
                <Route key={path} path={path}>
                  <Redirect to={getLandingPath(user.role, settingUp)} replace />
                </Route>
              ))}
              {routes.map((route) => (
                <Route key={route.id} path={route.path}>
                  <Screen route={route} />
                </Route>
              ))}
              <Route>
                <NotFoundPage />
              </Route>
            </Switch>
          </Suspense>
          <RouteExtras />
        </ErrorBoundary>
        {isStepUpOpen && (
          <Suspense fallback={null}>
            <StepUpDialog />
          </Suspense>
        )}
      </Shell>
    </AddedRowHeight>
  );
}
