import type { Role } from './entities/user.ts';

export type Actor = Readonly<{ id: string; role: Role }>;
/** Whose thing it is: the owner and the owner's manager, where the thing has them. */
export type Target = Readonly<{ owner_id?: string | null; owner_manager_id?: string | null }>;
type Predicate = (actor: Actor, target: Target) => boolean;

const anyone: Predicate = () => true;
const only =
  (...roles: readonly Role[]): Predicate =>
  (actor) =>
    roles.includes(actor.role);
const own: Predicate = (actor, target) => target.owner_id != null && target.owner_id === actor.id;
const ownTeam: Predicate = (actor, target) => target.owner_manager_id != null && target.owner_manager_id === actor.id;
const either =
  (...predicates: readonly Predicate[]): Predicate =>
  (actor, target) =>
    predicates.some((predicate) => predicate(actor, target));
const both =
  (...predicates: readonly Predicate[]): Predicate =>
  (actor, target) =>
    predicates.every((predicate) => predicate(actor, target));

/** One table, read by the menu, the routes, the server and docs/generated/permissions.md. What it does not name is denied. */
export const permissions = {
  // spec 2.03-2.14: who may open which screen
  'screen:team-dashboard': only('sales_manager', 'vp_sales', 'admin', 'events_manager'),
  'screen:individual': anyone,
  'screen:commissions': anyone,
  'screen:pipeline': anyone,
  'screen:deals': anyone,
  'screen:events': anyone,
  'screen:analytics': only('sales_manager', 'vp_sales', 'admin', 'events_manager'),
  'screen:invoices': only('sales_manager', 'vp_sales', 'finance', 'admin'),
  'screen:payments': only('finance', 'admin'),
  'screen:reports': only('sales_manager', 'vp_sales', 'finance', 'admin'),
  'screen:users': only('admin'),
  'screen:system-settings': only('admin'),
  'screen:audit': only('finance', 'admin'),
  'screen:profile': anyone,
  'screen:settings': anyone,
  'screen:notifications': anyone,
  'screen:approvals': only('vp_sales', 'finance', 'admin'),
  'screen:periods': only('finance', 'admin'),
  'screen:imports': only('finance', 'admin'),
  'screen:plans': anyone,

  // spec 2.24-2.33: what the side menu lists
  'menu:team-dashboard': only('sales_manager', 'vp_sales', 'admin', 'events_manager'),
  'menu:individual': only('salesperson', 'sales_manager', 'vp_sales'),
  'menu:commissions': only('salesperson', 'sales_manager', 'vp_sales', 'finance', 'admin'),
  'menu:pipeline': only('salesperson', 'sales_manager', 'vp_sales', 'admin'),
  'menu:deals': only('salesperson', 'sales_manager', 'vp_sales', 'admin'),
  'menu:events': only('salesperson', 'sales_manager', 'vp_sales', 'admin', 'events_manager'),
  'menu:analytics': only('sales_manager', 'vp_sales', 'admin', 'events_manager'),
  'menu:approvals': only('vp_sales', 'finance', 'admin'),
  'menu:invoices': only('sales_manager', 'vp_sales', 'finance', 'admin'),
  'menu:payments': only('finance', 'admin'),
  'menu:reports': only('sales_manager', 'vp_sales', 'finance', 'admin'),
  'menu:imports': only('finance', 'admin'),
  'menu:users': only('admin'),
  'menu:system-settings': only('admin'),
  'menu:audit': only('finance', 'admin'),

  // spec 6.02, 6.04: others' figures
  'commission:read': either(only('admin', 'vp_sales', 'finance', 'sales_manager'), own),
  // spec 2.08: who may open the screen asks its question, and reads of money what commission:read says
  'analytics:read': only('sales_manager', 'vp_sales', 'admin', 'events_manager'),
  // spec 6.03
  'adjustment:write': either(only('vp_sales', 'admin'), both(only('sales_manager'), ownTeam)),
  // decisions 2.10: the second person above the threshold
  'adjustment:decide': only('vp_sales', 'admin'),
  // decisions 2.10, 2.16: what waits for them, of every kind; each kind asks its own permission too
  'approval:use': only('vp_sales', 'finance', 'admin'),
  // decisions 2.08: who may keep a record from being paid, and who may share an invoice by hand
  'commission:hold': only('finance', 'vp_sales', 'admin'),
  'split:read': either(only('finance', 'vp_sales', 'admin'), both(only('sales_manager'), either(ownTeam, own))),
  'split:write': either(only('vp_sales', 'admin'), both(only('sales_manager'), ownTeam)),
  // decisions 2.13: its owner asks, anyone who may adjust it decides
  'dispute:read': either(only('admin', 'vp_sales', 'finance', 'sales_manager'), own),
  'dispute:open': own,
  'dispute:decide': either(only('vp_sales', 'admin'), both(only('sales_manager'), ownTeam)),

  // spec 2.41, decisions 3.02: everybody who sells side by side; whose money is read is asked of commission:read
  'team:read': only('sales_manager', 'vp_sales', 'admin', 'events_manager'),
  // decisions 3.04: set by the person's manager, vp_sales and admin, read by the person
  'goal:read': either(only('vp_sales', 'admin'), both(only('sales_manager'), ownTeam), own),
  'goal:write': either(only('vp_sales', 'admin'), both(only('sales_manager'), ownTeam)),

  // decisions 3.04: finance and admin close, admin reopens
  'period:read': only('finance', 'admin'),
  'period:close': only('finance', 'admin'),
  'period:reopen': only('admin'),
  // decisions 4.05: the whole audit log
  'audit:read': only('finance', 'admin'),
  // decisions 3.04: receipts, commission payments and payout runs
  'payment:manage': only('finance', 'admin'),
  // decisions 3.08: what other views show of a receipt or payout; the person it pays reads their own
  'payment:read': either(only('finance', 'admin'), own),
  // decisions 3.04: bank matches
  'bank:reconcile': only('finance', 'admin'),
  // decisions 2.09: one's own; a manager's team's; finance, vp_sales and admin all
  'plan:read': either(only('admin', 'vp_sales', 'finance'), both(only('sales_manager'), ownTeam), own),

  // decisions 2.09: one's own part of a change, and that one has read it
  'plan:acknowledge': anyone,
  // decisions 3.04: reports of those of the route table, about whom they may read: a manager about the team
  'report:use': only('sales_manager', 'vp_sales', 'finance', 'admin'),
  'report:about': either(only('vp_sales', 'finance', 'admin'), both(only('sales_manager'), either(ownTeam, own))),
  'report:read': either(only('admin'), both(only('sales_manager', 'vp_sales', 'finance'), own)),

  // decisions 7.07: files of invoices, receipts and sales, and their runs
  'import:manage': only('finance', 'admin'),

  // spec 2.12, decisions 3.04: outside systems are the admin's
  'integration:manage': only('admin'),

  // decisions 3.04: read and edited by the owner, the owner's manager, vp_sales and admin; read by finance
  'deal:read': either(
    only('vp_sales', 'admin', 'finance'),
    both(only('sales_manager'), either(ownTeam, own)),
    both(only('salesperson'), own),
  ),
  'deal:write': either(only('vp_sales', 'admin'), both(only('sales_manager'), either(ownTeam, own)), both(only('salesperson'), own)),
  // decisions 3.04: read by those of the route table, made, sent and cancelled by them too; a manager's are the team's and their own
  'invoice:read': either(only('vp_sales', 'finance', 'admin'), both(only('sales_manager'), either(ownTeam, own))),
  'invoice:write': either(only('vp_sales', 'finance', 'admin'), both(only('sales_manager'), either(ownTeam, own))),
  // decisions 3.02: an events_manager reads how many there are, and no amounts
  'pipeline:read': anyone,

  // decisions 3.01: admin, vp_sales and events_manager edit all; a manager the team's; a salesperson where they are person or lead
  'event:read': anyone,
  'event:edit': either(
    only('admin', 'events_manager', 'vp_sales'),
    both(only('sales_manager'), either(ownTeam, own)),
    both(only('salesperson'), own),
  ),
  'event:sync': only('admin', 'events_manager', 'vp_sales'),

  // spec 6.05
  'user:list': only('admin', 'vp_sales', 'sales_manager', 'finance', 'events_manager'),
  'user:read': either(only('admin', 'vp_sales', 'finance', 'sales_manager'), own),
  'user:manage': only('admin'),
  'user:update': either(only('admin'), own),
  'user:update-self': own,
  'preferences:write': either(only('admin'), own),
  'settings:manage': only('admin'),

  // what it finds is a matter of the permissions of each kind
  'search:use': anyone,
  // of what it is asked, and what it tells of each step, is a matter of the permissions of each kind
  'story:read': anyone,

  // decisions 6.05: what others change; whose it is, each kind asks
  'live:use': anyone,

  // one's own things
  'session:use': anyone,
  'session:end': own,
  'notification:read': own,
  // decisions 5.03: the user's own incoming webhooks, and the company's
  'channel:use': anyone,
  'channel:manage': only('admin'),
  'view:use': anyone,
  'view:write': either(own, only('admin')),
} as const satisfies Record<string, Predicate>;

export type Permission = keyof typeof permissions;

/** May `actor` do `permission` to `target`? An unknown permission is denied. */
export const can = (actor: Actor | null | undefined, permission: Permission, target: Target = {}): boolean =>
  actor != null && Object.hasOwn(permissions, permission) && permissions[permission](actor, target);

export type Reach = 'all' | 'team' | 'own' | 'none';

/** How far a permission reaches for an actor, found by asking the table about a stranger's, the team's and one's own thing. */
export const reachOf = (actor: Actor, permission: Permission): Reach => {
  if (can(actor, permission, { owner_id: '\u0000stranger', owner_manager_id: '\u0000stranger' })) return 'all';
  if (can(actor, permission, { owner_id: '\u0000stranger', owner_manager_id: actor.id })) return 'team';
  return can(actor, permission, { owner_id: actor.id }) ? 'own' : 'none';
};
