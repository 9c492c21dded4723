import type { Role } from '../../contract/entities/user.ts';
import type { Feature } from '../../contract/features.ts';
import { messages } from '../../contract/messages.ts';
import type { Actor, Permission } from '../../contract/permissions.ts';
import { can } from '../../contract/permissions.ts';
import { toPersonUrl } from '../shared/scope/scopeInUrl.ts';

export type RouteId =
  | 'team-dashboard'
  | 'individual'
  | 'commissions'
  | 'approvals'
  | 'periods'
  | 'plans'
  | 'plan-builder'
  | 'plan-trial'
  | 'payouts'
  | 'pipeline'
  | 'deals'
  | 'events'
  | 'analytics'
  | 'forecast'
  | 'flows'
  | 'simulation'
  | 'invoices'
  | 'payments'
  | 'reports'
  | 'imports'
  | 'audit'
  | 'users'
  | 'system-settings'
  | 'profile'
  | 'settings'
  | 'notifications'
  | 'setup'
  | 'wake'
  | 'person'
  | 'customer';

/** The groups of the side menu, in order. */
export const menuGroups = ['work', 'money', 'insight', 'admin'] as const;
export type MenuGroup = (typeof menuGroups)[number];

export type AppRoute = Readonly<{
  id: RouteId;
  path: string;
  title: string;
  permission: Permission;
  /** The page exists only if the server announces this feature (decisions 1.02). */
  feature?: Feature;
  /** It can be narrowed to a person, and opens with the one chosen last (decisions 3.09). */
  narrows?: true;
  /** True if the page opens without a network, with stored code and the last seen figures (decisions 8.09). */
  opensOffline?: true;
  /** Its entry in the side menu; undefined for pages reached in other ways. `untilLive`: shown only until the company goes live. */
  menu?: Readonly<{ permission: Permission; group: MenuGroup; icon: string; untilLive?: true }>;
}>;

const menu = messages.menu;

/** spec 2.03-2.14, 2.24-2.33: the single route table for router, guards, side menu and tests. */
export const routes: readonly AppRoute[] = [
  {
    id: 'setup',
    path: '/setup',
    title: menu.setup,
    permission: 'setup:use',
    feature: 'setup',
    menu: { permission: 'setup:use', group: 'work', icon: 'box', untilLive: true },
  },
  {
    id: 'team-dashboard',
    path: '/dashboard/team',
    title: menu.teamDashboard,
    permission: 'screen:team-dashboard',
    opensOffline: true,
    menu: { permission: 'screen:team-dashboard', group: 'work', icon: 'users' },
  },
  {
    id: 'individual',
    path: '/dashboard/individual',
    title: menu.myPerformance,
    permission: 'screen:individual',
    opensOffline: true,
    menu: { permission: 'menu:individual', group: 'work', icon: 'chartLine' },
  },
  {
    id: 'commissions',
    path: '/commissions',
    narrows: true,
    title: menu.commissions,
    permission: 'screen:commissions',
    opensOffline: true,
    menu: { permission: 'menu:commissions', group: 'money', icon: 'dollar' },
  },
  {
    id: 'approvals',
    path: '/approvals',
    title: menu.approvals,
    permission: 'screen:approvals',
    feature: 'approvals',
    menu: { permission: 'screen:approvals', group: 'money', icon: 'checkCircle' },
  },
  {
    id: 'payouts',
    path: '/payouts',
    narrows: true,
    title: menu.payouts,
    permission: 'screen:payouts',
    feature: 'my-check',
    opensOffline: true,
    menu: { permission: 'screen:payouts', group: 'money', icon: 'send' },
  },
  { id: 'plan-builder', path: '/plans/edit', title: menu.planBuilder, permission: 'plan-draft:use', feature: 'plan-drafts' },
  { id: 'plan-trial', path: '/plans/try', title: menu.planTrial, permission: 'plan-draft:use', feature: 'plan-drafts' },
  {
    id: 'pipeline',
    path: '/pipeline',
    narrows: true,
    title: menu.pipeline,
    permission: 'screen:pipeline',
    menu: { permission: 'menu:pipeline', group: 'work', icon: 'filter' },
  },
  {
    id: 'deals',
    path: '/deals',
    narrows: true,
    title: menu.deals,
    permission: 'screen:deals',
    menu: { permission: 'menu:pipeline', group: 'work', icon: 'briefcase' },
  },
  {
    id: 'events',
    path: '/events',
    title: menu.events,
    permission: 'screen:events',
    opensOffline: true,
    menu: { permission: 'menu:events', group: 'work', icon: 'calendar' },
  },
  {
    id: 'analytics',
    path: '/analytics',
    narrows: true,
    title: menu.analytics,
    permission: 'screen:analytics',
    menu: { permission: 'screen:analytics', group: 'insight', icon: 'chartBar' },
  },
  {
    id: 'forecast',
    path: '/forecast',
    title: menu.forecast,
    permission: 'forecast:read',
    feature: 'forecast',
    menu: { permission: 'forecast:read', group: 'insight', icon: 'compass' },
  },
  {
    id: 'invoices',
    path: '/invoices',
    narrows: true,
    title: menu.invoices,
    permission: 'screen:invoices',
    menu: { permission: 'screen:invoices', group: 'money', icon: 'file' },
  },
  {
    id: 'payments',
    path: '/payments',
    narrows: true,
    title: menu.payments,
    permission: 'screen:payments',
    menu: { permission: 'screen:payments', group: 'money', icon: 'creditCard' },
  },
  {
    id: 'periods',
    path: '/periods',
    title: menu.payPeriods,
    permission: 'screen:periods',
    feature: 'periods',
    menu: { permission: 'screen:periods', group: 'money', icon: 'clock' },
  },
  {
    id: 'plans',
    path: '/plans',
    title: menu.plans,
    permission: 'screen:plans',
    feature: 'plan-page',
    menu: { permission: 'menu:commissions', group: 'money', icon: 'percentage' },
  },
  {
    id: 'reports',
    path: '/reports',
    title: menu.reports,
    permission: 'screen:reports',
    menu: { permission: 'screen:reports', group: 'insight', icon: 'chartPie' },
  },
  {
    id: 'imports',
    path: '/imports',
    title: menu.imports,
    permission: 'screen:imports',
    feature: 'imports',
    menu: { permission: 'screen:imports', group: 'money', icon: 'upload' },
  },
  {
    id: 'flows',
    path: '/admin/flows',
    title: menu.flows,
    permission: 'flow:read',
    feature: 'flows',
    menu: { permission: 'flow:read', group: 'insight', icon: 'sitemap' },
  },
  {
    id: 'audit',
    path: '/admin/audit',
    title: menu.audit,
    permission: 'screen:audit',
    feature: 'audit-log',
    menu: { permission: 'screen:audit', group: 'insight', icon: 'history' },
  },
  {
    id: 'users',
    path: '/admin/users',
    title: menu.users,
    permission: 'screen:users',
    menu: { permission: 'screen:users', group: 'admin', icon: 'user' },
  },
  {
    id: 'system-settings',
    path: '/admin/settings',
    title: menu.systemSettings,
    permission: 'screen:system-settings',
    menu: { permission: 'screen:system-settings', group: 'admin', icon: 'cog' },
  },
  {
    id: 'simulation',
    path: '/admin/simulation',
    title: menu.simulation,
    permission: 'simulation:run',
    feature: 'simulation',
    menu: { permission: 'simulation:run', group: 'admin', icon: 'bolt' },
  },
  { id: 'profile', path: '/profile', title: menu.profile, permission: 'screen:profile' },
  { id: 'settings', path: '/settings', title: menu.settings, permission: 'screen:settings' },
  { id: 'notifications', path: '/notifications', title: menu.notifications, permission: 'screen:notifications' },
  { id: 'wake', path: '/wake', title: menu.wake, permission: 'screen:commissions', feature: 'wake' },
  { id: 'person', path: '/people/:id', title: menu.person, permission: 'screen:person', feature: 'person-page' },
  { id: 'customer', path: '/customers/:id', title: menu.customer, permission: 'screen:customer', feature: 'customer-page' },
];

/** The URL of a page chosen in the menu or the palette. @param person the person chosen last; '' for none */
export const toOpeningUrl = ({ path, narrows }: AppRoute, person: string): string => (narrows ? toPersonUrl(path, person) : path);

export const loginPath = '/login';
/** The page to which the issuer of single sign-on returns. */
export const ssoReturnPath = '/login/sso';
/** spec 2.02: both redirect to the first page of the user's role. */
export const entryPaths: readonly string[] = ['/', '/dashboard'];
export const teamDashboardPath = '/dashboard/team';
export const profilePath = '/profile';
export const settingsPath = '/settings';
export const notificationsPath = '/notifications';
export const commissionsPath = '/commissions';
export const importsPath = '/imports';
export const periodsPath = '/periods';
export const plansPath = '/plans';
export const planBuilderPath = '/plans/edit';
export const planTrialPath = '/plans/try';
export const toDraftPath = (id: string): string => `${planBuilderPath}?draft=${encodeURIComponent(id)}`;
export const toTrialPath = (id: string): string => `${planTrialPath}?draft=${encodeURIComponent(id)}`;
export const payoutsPath = '/payouts';
export const wakePath = '/wake';
export const setupPath = '/setup';
export const toCustomerPath = (id: string): string => `/customers/${encodeURIComponent(id)}`;
export const toPersonPath = (id: string): string => `/people/${encodeURIComponent(id)}`;

/** False for a page whose feature the server lacks: it is missing from the menus and shows Page Not Found (decisions 1.02). */
export const isOffered = ({ feature }: AppRoute, announced: readonly string[]): boolean => !feature || announced.includes(feature);

/** True if the path matches the pattern; `:id` matches any single segment. */
const isPathOf = (pattern: string, path: string): boolean => {
  const [patternParts, pathParts] = [pattern.split('/'), path.split('/')];
  return (
    patternParts.length === pathParts.length &&
    patternParts.every((part, index) => (part.startsWith(':') ? pathParts[index] !== '' : part === pathParts[index]))
  );
};
export const findRoute = (path: string): AppRoute | undefined => routes.find((route) => isPathOf(route.path, path));

/** A role's first menu entry (decisions 3.02), where it differs from the table's order. */
const firstRoutes: Partial<Record<Role, RouteId>> = { events_manager: 'events' };

/**
 * One group of a user's side menu: the role's first entry, then the others in the table's order; the checklist only until go-live
 * (decisions 4.08).
 */
export const listMenuRoutes = (actor: Actor, group: MenuGroup, settingUp = false): readonly AppRoute[] => {
  const visibleRoutes = routes.filter(
    ({ menu }) => menu && menu.group === group && (settingUp || !menu.untilLive) && can(actor, menu.permission),
  );
  const isFirst = ({ id }: AppRoute): boolean => id === firstRoutes[actor.role];
  return [...visibleRoutes.filter(isFirst), ...visibleRoutes.filter((route) => !isFirst(route))];
};

/** spec 2.18: a role's first page; until the company is live, the checklist (decisions 4.08). */
export const getLandingPath = (role: Role, settingUp = false): string => {
  if (settingUp && can({ id: '', role }, 'setup:use')) return setupPath;
  if (role === 'admin' || role === 'vp_sales' || role === 'sales_manager') return teamDashboardPath;
  return role === 'finance' ? '/commissions' : '/dashboard/individual';
};

/** spec 2.18: the remembered page if the role may see it, otherwise the role's first page. Accepts only paths within the app. */
export const getPathAfterLogin = (actor: Actor, from: unknown, settingUp = false): string => {
  if (typeof from !== 'string' || !from.startsWith('/')) return getLandingPath(actor.role, settingUp);
  const route = findRoute(from.split(/[?#]/, 1)[0] ?? '');
  return route && can(actor, route.permission) ? from : getLandingPath(actor.role, settingUp);
};
