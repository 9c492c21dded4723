import { type Actor, permissions as allPermissions, type Permission, reachOf } from './permissions.ts';

/** The effect of a call: a GET reads and every other call writes, unless its route says otherwise. */
export type CallKind = 'read' | 'propose' | 'write';
type Scope = Readonly<{ kind: CallKind; permissions: readonly Permission[] }>;

/**
 * The permissions of each scope of an API token. A permission that no scope names is closed to tokens: signing in, managing accounts, settings, connections,
 * imports, decisions, payments and streams. A call that joins several subjects leaves out those that no scope of the token covers. A scope that proposes or writes also covers the reading calls of its permissions.
 */
export const tokenScopes = {
  'read:pay': {
    kind: 'read',
    permissions: [
      ...([
        'commission:read',
        'adjustment:write',
        'dispute:read',
        'split:read',
        'plan:read',
        'payout:read',
        'payment:read',
        'statement-root:read',
      ] as const),
      ...(['goal:read', 'team:read', 'analytics:read', 'forecast:read'] as const),
    ],
  },
  'read:sales': {
    kind: 'read',
    permissions: ['deal:read', 'invoice:read', 'pipeline:read', 'event:read'],
  },
  'read:people': { kind: 'read', permissions: ['user:list', 'user:read'] },
  'read:books': { kind: 'read', permissions: ['payment:manage', 'bank:reconcile', 'period:read'] },
  // The audit log names every subject, accounts included.
  'read:audit': { kind: 'read', permissions: ['audit:read'] },
  'read:search': { kind: 'read', permissions: ['search:use', 'story:read', 'person:read', 'customer:read'] },
  propose: { kind: 'propose', permissions: ['adjustment:write'] },
  'write:sales': { kind: 'write', permissions: ['deal:write', 'event:edit'] },
  'write:invoices': { kind: 'write', permissions: ['invoice:write'] },
  // decisions 4.17: only admins have this permission, so only they can create such a token.
  scim: { kind: 'write', permissions: ['user:provision'] },
} as const satisfies Record<string, Scope>;

export type TokenScope = keyof typeof tokenScopes;
export const tokenScopeNames = Object.keys(tokenScopes) as readonly TokenScope[];

const covers = (name: TokenScope, permission: Permission, kind: CallKind): boolean => {
  const scope: Scope = tokenScopes[name];
  return scope.permissions.includes(permission) && (scope.kind === kind || kind === 'read');
};

/** The scopes that cover a call; none if it is closed to tokens. */
export const scopesFor = (permission: Permission, kind: CallKind): readonly TokenScope[] =>
  tokenScopeNames.filter((name) => covers(name, permission, kind));

/** Screens and menu entries depend on the role alone, and protect no data. */
const layoutPermissions = Object.keys(allPermissions).filter((name) => /^(screen|menu):/.test(name));

/** The permissions of a token with these scopes, limited to those its owner has. */
export const permissionsOf = (scopes: readonly TokenScope[]): ReadonlySet<string> =>
  new Set<string>([...layoutPermissions, ...scopes.flatMap((name) => tokenScopes[name].permissions)]);

/** True if the person may do anything that the scope allows. */
export const mayGrant = (actor: Actor, name: TokenScope): boolean => {
  const { permissions }: Scope = tokenScopes[name];
  return permissions.some((permission) => reachOf(actor, permission) !== 'none');
};

/** The base path of SCIM (decisions 4.17), for tokens with the scope `scim`. */
export const scimPath = '/scim/v2';
