import { type Role, roles } from '../../contract/entities/user.ts';
import { type Permission, permissions, reachOf } from '../../contract/permissions.ts';
import { tokenScopeNames, tokenScopes } from '../../contract/tokenScopes.ts';
import { generated, markdownTable, type Pages } from './pages.ts';

const words = { all: 'yes', team: 'team', own: 'own', none: 'no' } as const;

const titles: Readonly<Record<string, string>> = {
  screen: 'Screens: who may open them',
  menu: 'Menu: what it lists',
};

const groupOf = (permission: string): string => titles[permission.slice(0, permission.indexOf(':'))] ?? 'Data and actions';

/** The role table, generated from the permission table so that the two can't differ. */
export const permissionPages = (): Pages => {
  const names = Object.keys(permissions) as Permission[];
  const row = (permission: Permission) => [
    `\`${permission}\``,
    ...roles.map((role: Role) => words[reachOf({ id: 'self', role }, permission)]),
  ];
  const groups = [...new Set(names.map(groupOf))].map((title) => {
    const groupNames = names.filter((name) => groupOf(name) === title);
    return `## ${title}\n\n${markdownTable(['Permission', ...roles], groupNames.map(row))}`;
  });
  const scopeRow = (name: (typeof tokenScopeNames)[number]) => [
    `\`${name}\``,
    tokenScopes[name].kind,
    tokenScopes[name].permissions.map((permission) => `\`${permission}\``).join(', '),
  ];
  const scopes = [
    '## API tokens: what each scope covers',
    'A token never does more than its owner. A `read` scope covers only calls that read; what no scope names is closed to tokens.',
    markdownTable(['Scope', 'Calls', 'Permissions'], tokenScopeNames.map(scopeRow)),
  ].join('\n\n');
  const intro = [
    '# Who may do what',
    '',
    'From `contract/permissions.ts`, which the menu, the routes and the server read. What it does not name is denied.',
    '*yes*: everybody’s; *team*: of those whose manager one is; *own*: one’s own only; *no*: denied.',
  ].join('\n');
  return { 'permissions.md': `${[generated, intro, ...groups, scopes].join('\n\n')}\n` };
};
