import { type Role, roles } from './entities/user.ts';

/** `only`: set for an API token; the permissions that its scopes cover. */
export type Actor = Readonly<{ id: string; role: Role; only?: ReadonlySet<string> }>;
/** The row's owner and that owner's manager, if any. */
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

/**
 * The one permission table, used by the menu, the routes, the server and docs/generated/permissions.md. Permissions that are not listed are
 * denied.
 */
export const permissions = {
  // spec 2.03-2.14: access to screens
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
  // decisions 3.10: the server decides whose page may be opened
  'screen:person': anyone,
  'screen:customer': anyone,
  // decisions 2.29: roles that are paid commission, and those that pay it
  'screen:payouts': only('salesperson', 'sales_manager', 'vp_sales', 'finance', 'admin'),
  // decisions 4.08: the checklist of a new company, and taking the company live
  'setup:use': only('finance', 'admin'),
  'setup:go-live': only('admin'),

  // spec 2.24-2.33: menu items hidden from some roles that may open the page; the others use their screen's permission
  'menu:individual': only('salesperson', 'sales_manager', 'vp_sales'),
  'menu:commissions': only('salesperson', 'sales_manager', 'vp_sales', 'finance', 'admin'),
  'menu:pipeline': only('salesperson', 'sales_manager', 'vp_sales', 'admin'),
  'menu:events': only('salesperson', 'sales_manager', 'vp_sales', 'admin', 'events_manager'),

  // spec 6.02, 6.04: figures of other people
  'commission:read': either(only('admin', 'vp_sales', 'finance', 'sales_manager'), own),
  // spec 2.08: same roles as the screen; commission:read decides which money they see
  'analytics:read': only('sales_manager', 'vp_sales', 'admin', 'events_manager'),
  // decisions 2.30: the company forecast, its page and menu item
  'forecast:read': only('vp_sales', 'finance', 'admin'),
  // decisions 2.37: where money waits, its page and menu item; includes payments and bank transactions
  'flow:read': only('finance', 'admin'),
  // decisions 1.10: the simulated company, its page and menu item, in the demo only
  'simulation:run': only('admin'),
  // spec 6.03
  'adjustment:write': either(only('vp_sales', 'admin'), both(only('sales_manager'), ownTeam)),
  // decisions 2.10: the second person above the threshold
  'adjustment:decide': only('vp_sales', 'admin'),
  // decisions 2.10, 2.16: approvals of every kind; each kind also checks its own permission
  'approval:use': only('vp_sales', 'finance', 'admin'),
  // decisions 2.08: who may hold a record, and who may split an invoice
  'commission:hold': only('finance', 'vp_sales', 'admin'),
  'split:read': either(only('finance', 'vp_sales', 'admin'), both(only('sales_manager'), either(ownTeam, own))),
  'split:write': either(only('vp_sales', 'admin'), both(only('sales_manager'), ownTeam)),
  // decisions 2.13: the record's owner asks; anyone who may adjust the record decides
  'dispute:read': either(only('admin', 'vp_sales', 'finance', 'sales_manager'), own),
  'dispute:open': own,
  'dispute:decide': either(only('vp_sales', 'admin'), both(only('sales_manager'), ownTeam)),

  // spec 2.41, decisions 3.02: all sellers for comparison; commission:read decides whose money is shown
  'team:read': only('sales_manager', 'vp_sales', 'admin', 'events_manager'),
  // decisions 3.04: set by the person's manager, vp_sales and admin; read by the person too
  'goal:read': either(only('vp_sales', 'admin'), both(only('sales_manager'), ownTeam), own),
  'goal:write': either(only('vp_sales', 'admin'), both(only('sales_manager'), ownTeam)),

  // decisions 3.04: finance and admin close, admin reopens
  'period:read': only('finance', 'admin'),
  'period:close': only('finance', 'admin'),
  'period:reopen': only('admin'),
  // decisions 2.11: unconfirmed statements and reminders; managers: only their team's
  'statement:remind': either(only('vp_sales', 'finance', 'admin'), both(only('sales_manager'), ownTeam)),
  // decisions 2.38: the roots of closed months, which reveal nothing
  'statement-root:read': anyone,
  // decisions 4.05: the whole audit log
  'audit:read': only('finance', 'admin'),
  // decisions 3.04: receipts, commission payments and payout runs
  'payment:manage': only('finance', 'admin'),
  // decisions 2.16: the payroll file of a run and its statements; no API token covers it
  'payroll:read': only('finance', 'admin'),
  // decisions 3.08: the part of a receipt or payout that other screens show; payees read their own
  'payment:read': either(only('finance', 'admin'), own),
  // decisions 2.29: payouts on My check: payees see their own, managers their team's
  'payout:read': either(only('finance', 'admin'), both(only('sales_manager'), ownTeam), own),
  // decisions 3.04: bank matches
  'bank:reconcile': only('finance', 'admin'),
  // decisions 2.09: everyone their own; managers their team's; finance, vp_sales and admin all
  'plan:read': either(only('admin', 'vp_sales', 'finance'), both(only('sales_manager'), ownTeam), own),

  // decisions 2.36: anyone who reads all plans may write, try and comment on drafts; admins publish them
  'plan-draft:use': only('vp_sales', 'finance', 'admin'),
  'plan-draft:publish': only('admin'),
  // decisions 2.09: the user's own part of a change, and its acknowledgment
  'plan:acknowledge': anyone,
  // decisions 3.04: reports about people the user may read (managers: their team), for the roles of the route table
  'report:use': only('sales_manager', 'vp_sales', 'finance', 'admin'),
  'report:about': either(only('vp_sales', 'finance', 'admin'), both(only('sales_manager'), either(ownTeam, own))),
  'report:read': either(only('admin'), both(only('sales_manager', 'vp_sales', 'finance'), own)),

  // decisions 7.07: imports of invoices, receipts and sales, and their runs
  'import:manage': only('finance', 'admin'),

  // spec 2.12, decisions 3.04: only admins connect outside systems
  'integration:manage': only('admin'),

  // decisions 3.04: read and edited by the owner, the owner's manager, vp_sales and admin; finance only reads
  'deal:read': either(
    only('vp_sales', 'admin', 'finance'),
    both(only('sales_manager'), either(ownTeam, own)),
    both(only('salesperson'), own),
  ),
  'deal:write': either(only('vp_sales', 'admin'), both(only('sales_manager'), either(ownTeam, own)), both(only('salesperson'), own)),
  // decisions 3.04: the roles of the route table read, create, send and cancel; managers only their own and their team's
  'invoice:read': either(only('vp_sales', 'finance', 'admin'), both(only('sales_manager'), either(ownTeam, own))),
  'invoice:write': either(only('vp_sales', 'finance', 'admin'), both(only('sales_manager'), either(ownTeam, own))),
  // decisions 3.02: an events_manager sees counts, but no amounts
  'pipeline:read': anyone,

  // decisions 3.01: admin, vp_sales and events_manager edit all events; managers their team's; salespeople those that name them as person
  // or lead
  'event:read': anyone,
  'event:edit': either(
    only('admin', 'events_manager', 'vp_sales'),
    both(only('sales_manager'), either(ownTeam, own)),
    both(only('salesperson'), own),
  ),
  'event:sync': only('admin', 'events_manager', 'vp_sales'),

  // decisions 3.10: a person's page: everyone their own, managers their team's; vp_sales, finance and admin all
  'person:read': either(only('vp_sales', 'finance', 'admin'), both(only('sales_manager'), ownTeam), own),
  // decisions 3.10: the page about a customer; each part is limited to rows the user may read
  'customer:read': anyone,

  // spec 6.05
  'user:list': only('admin', 'vp_sales', 'sales_manager', 'finance', 'events_manager'),
  'user:read': either(only('admin', 'vp_sales', 'finance', 'sales_manager'), own),
  'user:manage': only('admin'),
  // decisions 4.17: an identity provider adds, changes and deactivates people with an admin's API token
  'user:provision': only('admin'),
  'user:update': either(only('admin'), own),
  'user:update-self': own,
  'preferences:write': either(only('admin'), own),
  'settings:manage': only('admin'),

  // each kind's permission decides what is found
  'search:use': anyone,
  // each kind's permission decides which subjects are allowed and which steps are shown
  'story:read': anyone,

  // decisions 6.05: other people's changes; each kind's permission decides which ones
  'live:use': anyone,

  // the user's own data
  'session:use': anyone,
  'session:end': own,
  // decisions 4.11: the user's own API tokens; an admin sees everybody's
  'token:use': anyone,
  // decisions 4.13: the MCP server, by API token
  'assistant:use': anyone,
  'token:manage': only('admin'),
  'notification:read': own,
  // decisions 5.03: the user's own incoming webhooks, and the company's
  'channel:use': anyone,
  'channel:manage': only('admin'),
  // decisions 4.14: receivers of the company's events
  'webhook:manage': only('admin'),
  'view:use': anyone,
  'view:write': either(own, only('admin')),
} as const satisfies Record<string, Predicate>;

export type Permission = keyof typeof permissions;

/** False if the actor is an API token that does not cover the permission; a person's role is not checked. */
export const isCovered = ({ only: covered }: Actor, permission: Permission): boolean => covered === undefined || covered.has(permission);

/** True if `actor` has `permission` on `target`. False for an unknown permission, and for one that a program's token does not cover. */
export const can = (actor: Actor | null | undefined, permission: Permission, target: Target = {}): boolean =>
  actor != null && Object.hasOwn(permissions, permission) && isCovered(actor, permission) && permissions[permission](actor, target);

/** The roles that have `permission` on everybody's rows. */
export const rolesWith = (permission: Permission): Role[] => roles.filter((role) => can({ id: '', role }, permission));

export type Reach = 'all' | 'team' | 'own' | 'none';

/** The reach of a permission for an actor, found by testing it on rows of a stranger, of their team and of themselves. */
export const reachOf = (actor: Actor, permission: Permission): Reach => {
  if (can(actor, permission, { owner_id: '\u0000stranger', owner_manager_id: '\u0000stranger' })) return 'all';
  if (can(actor, permission, { owner_id: '\u0000stranger', owner_manager_id: actor.id })) return 'team';
  return can(actor, permission, { owner_id: actor.id }) ? 'own' : 'none';
};
