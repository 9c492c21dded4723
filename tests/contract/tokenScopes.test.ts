import { describe, expect, it } from 'vitest';
import { permissions } from '../../contract/permissions.ts';
import { mayGrant, scopesFor, tokenScopeNames, tokenScopes } from '../../contract/tokenScopes.ts';

/** Permissions that no token may use, written by hand. */
const closed = [
  'setup:use',
  'setup:go-live',
  'adjustment:decide',
  'approval:use',
  'commission:hold',
  'split:write',
  'dispute:open',
  'dispute:decide',
  'goal:write',
  'period:close',
  'period:reopen',
  'statement:remind',
  'payroll:read',
  'flow:read',
  'simulation:run',
  'plan-draft:use',
  'plan-draft:publish',
  'plan:acknowledge',
  'report:use',
  'report:about',
  'report:read',
  'import:manage',
  'integration:manage',
  'event:sync',
  'user:manage',
  'user:update',
  'user:update-self',
  'preferences:write',
  'settings:manage',
  'live:use',
  'session:use',
  'session:end',
  'token:use',
  'assistant:use',
  'token:manage',
  'notification:read',
  'channel:use',
  'channel:manage',
  'webhook:manage',
  'view:use',
  'view:write',
];

describe('scopes of API tokens (decisions 4.11)', () => {
  it('name every permission that tokens may use, and exclude the others', () => {
    const named = new Set<string>(tokenScopeNames.flatMap((name) => [...tokenScopes[name].permissions]));
    const rest = Object.keys(permissions).filter((name) => !/^(screen|menu):/.test(name) && !named.has(name));
    expect(rest.sort()).toEqual([...closed].sort());
  });

  it.each([
    ['commission:read', 'read', ['read:pay']],
    ['commission:read', 'write', []],
    ['adjustment:write', 'read', ['read:pay', 'propose']],
    ['adjustment:write', 'propose', ['propose']],
    ['adjustment:write', 'write', []],
    ['deal:read', 'read', ['read:sales']],
    ['deal:write', 'read', ['write:sales']],
    ['deal:write', 'write', ['write:sales']],
    ['invoice:write', 'write', ['write:invoices']],
    ['payment:manage', 'read', ['read:books']],
    ['payment:manage', 'write', []],
    ['search:use', 'read', ['read:search']],
    ['session:use', 'read', []],
    ['user:provision', 'read', ['scim']],
    ['user:provision', 'write', ['scim']],
  ] as const)('%s, %s: %j', (permission, kind, scopes) => {
    expect(scopesFor(permission, kind)).toEqual(scopes);
  });

  it('can be granted by users who may use part of them', () => {
    const granted = (role: 'admin' | 'finance' | 'salesperson' | 'events_manager') =>
      tokenScopeNames.filter((name) => mayGrant({ id: '1', role }, name));
    expect(granted('admin')).toEqual(tokenScopeNames);
    expect(granted('finance')).toEqual([
      'read:pay',
      'read:sales',
      'read:people',
      'read:books',
      'read:audit',
      'read:search',
      'write:invoices',
    ]);
    expect(granted('salesperson')).toEqual(['read:pay', 'read:sales', 'read:people', 'read:search', 'write:sales']);
    expect(granted('events_manager')).toEqual(['read:pay', 'read:sales', 'read:people', 'read:search', 'write:sales']);
  });
});
