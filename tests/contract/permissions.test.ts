import { describe, expect, it } from 'vitest';
import { type Role, roles } from '../../contract/entities/user.ts';
import { can, type Permission, permissions, reachOf } from '../../contract/permissions.ts';

const actor = (role: Role) => ({ id: 'me', role });
/** The columns of the tables below. */
const columns: readonly Role[] = ['admin', 'vp_sales', 'sales_manager', 'salesperson', 'finance', 'events_manager'];

/** Written by hand from spec 2.02-2.14 (access) and 2.24-2.33 (menus): x allowed, . not allowed. */
const screens = `
screen:team-dashboard   2.03  x x x . . x
screen:individual       2.04  x x x x x x
screen:commissions      2.05  x x x x x x
screen:pipeline         2.06  x x x x x x
screen:deals            2.06  x x x x x x
screen:events           2.07  x x x x x x
screen:analytics        2.08  x x x . . x
screen:invoices         2.09  x x x . x .
screen:payments         2.10  x . . . x .
screen:reports          2.11  x x x . x .
screen:users            2.12  x . . . . .
screen:system-settings  2.12  x . . . . .
screen:profile          2.13  x x x x x x
screen:settings         2.13  x x x x x x
screen:notifications    2.14  x x x x x x
screen:approvals decisions-2  x x . . x .
screen:periods  decisions-3   x . . . x .
screen:imports  decisions-7   x . . . x .
screen:audit    decisions-4   x . . . x .
screen:plans    decisions-2   x x x x x x
screen:payouts  decisions-2   x x x x x .
screen:person   decisions-3   x x x x x x
screen:customer decisions-3   x x x x x x
menu:individual         2.25  . x x x . .
menu:commissions        2.26  x x x x x .
menu:pipeline           2.27  x x x x . .
menu:events             2.28  x x x x . x`;

/** The scope of each role, written by hand from spec 6.02-6.05 and decisions 3.01. */
const reaches = `
commission:read    6.02,6.04   all all all  own  all  own
adjustment:write   6.03        all all team none none none
adjustment:decide  decisions-2 all all none none none none
split:read         decisions-3 all all team none all  none
split:write        decisions-3 all all team none none none
payment:manage     decisions-3 all none none none all none
audit:read         decisions-4 all none none none all none
payment:read       decisions-3 all own own  own  all  own
payout:read        decisions-2 all own team own  all  own
forecast:read      decisions-2 all all none none all none
flow:read          decisions-2 all none none none all none
simulation:run     decisions-1 all none none none none none
statement:remind   decisions-2 all all team none all  none
dispute:read       decisions-2 all all all  own  all  own
dispute:open       decisions-2 own own own own own own
dispute:decide     decisions-2 all all team none none none
team:read          2.41        all all all none none all
token:use          decisions-4 all all all all all all
assistant:use      decisions-4 all all all all all all
token:manage       decisions-4 all none none none none none
channel:use        decisions-5 all all all all all all
channel:manage     decisions-5 all none none none none none
analytics:read     2.08        all all all none none all
view:use           decisions-1 all all all all all all
view:write         decisions-1 all own own own own own
goal:read          decisions-3 all all team own own own
goal:write         decisions-3 all all team none none none
plan:read          decisions-2 all all team own all own
customer:read      decisions-3 all all all all all all
person:read        decisions-3 all all team own all own
plan:acknowledge   decisions-2 all all all all all all
approval:use       decisions-2 all all none none all none
search:use         6.02        all all all all all all
period:read        decisions-3 all none none none all none
period:close       decisions-3 all none none none all none
period:reopen      decisions-3 all none none none none none
deal:read          decisions-3 all all team own  all  none
deal:write         decisions-3 all all team own  none none
pipeline:read      7.22        all all all  all  all  all
event:read         2.07        all all all  all  all  all
event:edit         decisions-3 all all team own  none all
event:sync         decisions-3 all all none none none all
user:read          6.02        all all all  own  all  own
user:list          7.13        all all all none all all
user:manage        6.05        all none none none none none
user:update        7.16        all own own own own own
settings:manage    6.05        all none none none none none
user:update-self   decisions-4 own own own own own own
preferences:write  6.05        all own own own own own
session:end        decisions-4 own own own own own own
notification:read  2.22        own own own own own own`;

const parse = (table: string) =>
  table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [permission = '', statement = '', ...cells] = line.trim().split(/\s+/);
      return cells.map((cell, index) => ({ permission: permission as Permission, statement, role: columns[index] as Role, cell }));
    });

describe('access to screens and menu entries', () => {
  it.each(parse(screens))('spec $statement: $permission for $role is $cell', ({ permission, role, cell }) =>
    expect(can(actor(role), permission)).toBe(cell === 'x'),
  );

  it('the table above names every screen and menu entry in the code', () => {
    const written = new Set<string>(parse(screens).map(({ permission }) => permission));
    expect(Object.keys(permissions).filter((name) => /^(screen|menu):/.test(name) && !written.has(name))).toEqual([]);
  });

  it('a menu never lists a screen that its reader may not open', () => {
    const menus = Object.keys(permissions).filter((name) => name.startsWith('menu:')) as Permission[];
    for (const menu of menus)
      for (const role of roles)
        if (can(actor(role), menu)) expect(can(actor(role), menu.replace('menu:', 'screen:') as Permission), `${role} ${menu}`).toBe(true);
  });
});

describe('the scope of a permission', () => {
  it.each(parse(reaches))('spec $statement: $permission of $role reaches $cell', ({ permission, role, cell }) =>
    expect(reachOf(actor(role), permission)).toBe(cell),
  );

  it('spec 6.03: a sales manager adjusts the commission of direct reports, but not of others or themselves', () => {
    const manager = actor('sales_manager');
    expect(can(manager, 'adjustment:write', { owner_id: 'rep', owner_manager_id: 'me' })).toBe(true);
    expect(can(manager, 'adjustment:write', { owner_id: 'rep', owner_manager_id: 'other' })).toBe(false);
    expect(can(manager, 'adjustment:write', { owner_id: 'me', owner_manager_id: null })).toBe(false);
    expect(can(manager, 'adjustment:write')).toBe(false);
  });

  it('decisions 3.01: a sales manager edits events of the team and their own, a salesperson only their own', () => {
    const canEdit = (role: Role, target: object) => can(actor(role), 'event:edit', target);
    expect(canEdit('sales_manager', { owner_id: 'rep', owner_manager_id: 'me' })).toBe(true);
    expect(canEdit('sales_manager', { owner_id: 'me', owner_manager_id: null })).toBe(true);
    expect(canEdit('sales_manager', { owner_id: 'rep', owner_manager_id: 'other' })).toBe(false);
    expect(canEdit('salesperson', { owner_id: 'me', owner_manager_id: 'boss' })).toBe(true);
    expect(canEdit('salesperson', { owner_id: 'rep', owner_manager_id: 'me' })).toBe(false);
    expect(canEdit('finance', { owner_id: 'me', owner_manager_id: 'me' })).toBe(false);
    for (const role of roles) expect(canEdit(role, {}), role).toBe(['admin', 'vp_sales', 'events_manager'].includes(role));
  });

  it('spec 6.02: a salesperson reads only their own figures, and none without an owner', () => {
    const salesperson = actor('salesperson');
    expect(can(salesperson, 'commission:read', { owner_id: 'me' })).toBe(true);
    expect(can(salesperson, 'commission:read', { owner_id: 'other' })).toBe(false);
    expect(can(salesperson, 'commission:read', { owner_id: null })).toBe(false);
    expect(can(salesperson, 'commission:read')).toBe(false);
  });
});

describe('decisions 3.01: deny by default', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'screen:', 'SCREEN:DASHBOARD', 'screen:unknown', 'money:print'])(
    'denies an unknown permission %j, even to an admin',
    (name) => expect(can(actor('admin'), name as Permission, { owner_id: 'me' })).toBe(false),
  );

  it('denies everything without a sign-in', () => {
    for (const name of Object.keys(permissions) as Permission[]) {
      expect(can(null, name, { owner_id: 'me' }), name).toBe(false);
      expect(can(undefined, name), name).toBe(false);
    }
  });

  it('a role outside the six may do only what any signed-in user may do', () => {
    const stranger = { id: 'me', role: 'root' as Role };
    const allowed = (Object.keys(permissions) as Permission[]).filter((name) =>
      can(stranger, name, { owner_id: 'x', owner_manager_id: 'x' }),
    );
    const open = (Object.keys(permissions) as Permission[]).filter((name) =>
      roles.every((role) => can(actor(role), name, { owner_id: 'x', owner_manager_id: 'x' })),
    );
    expect(allowed).toEqual(open);
  });

  it('spec 6.01: there are exactly six roles', () => expect([...roles].sort()).toEqual([...columns].sort()));
});
