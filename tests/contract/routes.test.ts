import { describe, expect, it } from 'vitest';
import { type Role, roles } from '../../contract/entities/user.ts';
import { features } from '../../contract/features.ts';
import { can } from '../../contract/permissions.ts';
import { getLandingPath, getPathAfterLogin, isOffered, listMenuRoutes, menuGroups, routes } from '../../src/app/routes.ts';

const actor = (role: Role) => ({ id: 'me', role });
const all: readonly Role[] = roles;
const managers: readonly Role[] = ['sales_manager', 'vp_sales', 'admin'];

/** Spec 2.03-2.14: the roles that may open each path. */
const mayOpen: Readonly<Record<string, readonly Role[]>> = {
  '/dashboard/team': [...managers, 'events_manager'],
  '/dashboard/individual': all,
  '/commissions': all,
  // decisions 2.11: reached from Commissions.
  '/periods': ['finance', 'admin'],
  // decisions 2.09: reached from Commissions, Why and the account menu.
  '/plans': all,
  // decisions 2.36: people who write and try drafts.
  '/plans/edit': ['vp_sales', 'finance', 'admin'],
  '/plans/try': ['vp_sales', 'finance', 'admin'],
  // decisions 2.29: reached from My Performance and the account menu.
  '/payouts': ['salesperson', 'sales_manager', 'vp_sales', 'finance', 'admin'],
  // decisions 7.07: files and their import runs.
  '/imports': ['finance', 'admin'],
  '/admin/audit': ['finance', 'admin'],
  '/pipeline': all,
  '/deals': all,
  '/events': all,
  '/analytics': [...managers, 'events_manager'],
  // decisions 2.30
  '/forecast': ['vp_sales', 'finance', 'admin'],
  // decisions 2.37
  '/admin/flows': ['finance', 'admin'],
  '/admin/simulation': ['admin'],
  '/invoices': [...managers, 'finance'],
  '/payments': ['finance', 'admin'],
  '/reports': [...managers, 'finance'],
  '/admin/users': ['admin'],
  '/admin/settings': ['admin'],
  '/profile': all,
  '/settings': all,
  '/notifications': all,
  // decisions 2.10, 2.16: items waiting for approval.
  '/approvals': ['vp_sales', 'finance', 'admin'],
  // decisions 4.08: the first page until the company is live.
  '/setup': ['finance', 'admin'],
  // decisions 2.04: the effects of a change.
  '/wake': all,
  // decisions 3.10: everybody has their own page.
  '/people/:id': all,
  '/customers/:id': all,
};

/** Spec 2.23-2.33: each role's side menu, in order, by group: work, money, insight, administration. */
const menus: Readonly<Record<Role, readonly string[]>> = {
  admin: [
    'Team Dashboard, Pipeline, Deals, Events',
    'Commissions, Approvals, Payouts, Invoices, Payments, Pay periods, Commission plans, Imports and runs',
    'Analytics, Forecast, Reports, Where money waits, Audit log',
    'User Management, System Settings, Simulated company',
  ],
  vp_sales: [
    'Team Dashboard, My Performance, Pipeline, Deals, Events',
    'Commissions, Approvals, Payouts, Invoices, Commission plans',
    'Analytics, Forecast, Reports',
    '',
  ],
  sales_manager: [
    'Team Dashboard, My Performance, Pipeline, Deals, Events',
    'Commissions, Payouts, Invoices, Commission plans',
    'Analytics, Reports',
    '',
  ],
  salesperson: ['My Performance, Pipeline, Deals, Events', 'Commissions, Payouts, Commission plans', '', ''],
  finance: [
    '',
    'Commissions, Approvals, Payouts, Invoices, Payments, Pay periods, Commission plans, Imports and runs',
    'Forecast, Reports, Where money waits, Audit log',
    '',
  ],
  // decisions 3.02
  events_manager: ['Events, Team Dashboard', '', 'Analytics', ''],
};

describe('the route table', () => {
  it('spec 0.01, 2.03-2.14: has exactly these paths', () =>
    expect(routes.map(({ path }) => path).sort()).toEqual(Object.keys(mayOpen).sort()));

  it.each(Object.entries(mayOpen))('spec 2.03-2.14: %s is for %j', (path, allowed) => {
    const route = routes.find((each) => each.path === path);
    expect(all.filter((role) => route && can(actor(role), route.permission)).sort()).toEqual([...allowed].sort());
  });

  it.each(Object.entries(menus) as [Role, readonly string[]][])('spec 2.23-2.33: the menu of %s', (role, titles) =>
    expect(
      menuGroups.map((group) =>
        listMenuRoutes(actor(role), group)
          .map(({ title }) => title)
          .join(', '),
      ),
    ).toEqual(titles),
  );

  it('decisions 4.08: until the company is live, the menu of admins and finance begins with the checklist', () => {
    const withSetup = all.filter((role) => listMenuRoutes(actor(role), 'work', true)[0]?.title === 'Set up');
    expect([...withSetup].sort()).toEqual(['admin', 'finance']);
  });
});

/** Spec 2.03-2.14: the routes that every provider supports. */
const specified: readonly string[] = [
  '/dashboard/team',
  '/dashboard/individual',
  '/commissions',
  '/pipeline',
  '/deals',
  '/events',
  '/analytics',
  '/invoices',
  '/payments',
  '/reports',
  '/admin/users',
  '/admin/settings',
  '/profile',
  '/settings',
  '/notifications',
];

describe('decisions 1.02, 1.03: a route outside spec 2.03-2.14 has a feature', () => {
  it.each(routes.map((route) => [route.path, route] as const))('%s', (path, route) => {
    expect(isOffered(route, [])).toBe(specified.includes(path));
    expect(isOffered(route, features)).toBe(true);
  });
});

describe('spec 2.18: after login', () => {
  it('decisions 4.08: until the company is live, the first page is the checklist', () => {
    expect(getLandingPath('admin', true)).toBe('/setup');
    expect(getPathAfterLogin(actor('finance'), undefined, true)).toBe('/setup');
    expect(getPathAfterLogin(actor('finance'), '/imports', true)).toBe('/imports');
    expect(getLandingPath('salesperson', true)).toBe('/dashboard/individual');
  });

  it.each([
    ['admin', '/dashboard/team'],
    ['vp_sales', '/dashboard/team'],
    ['sales_manager', '/dashboard/team'],
    ['finance', '/commissions'],
    ['salesperson', '/dashboard/individual'],
    ['events_manager', '/dashboard/individual'],
  ] as const)('%s goes to %s', (role, path) => {
    expect(getLandingPath(role)).toBe(path);
    expect(getPathAfterLogin(actor(role), undefined)).toBe(path);
  });

  it.each([
    ['salesperson', '/commissions?period=month', '/commissions?period=month'],
    ['salesperson', '/admin/users', '/dashboard/individual'],
    ['admin', '/admin/users', '/admin/users'],
    ['finance', '/nowhere', '/commissions'],
    ['finance', '//evil.test/commissions', '/commissions'],
    ['finance', 'https://evil.test/', '/commissions'],
    ['finance', '/login', '/commissions'],
    ['finance', 7, '/commissions'],
  ] as const)('%s who came from %j lands on %s', (role, from, path) => expect(getPathAfterLogin(actor(role), from)).toBe(path));
});
