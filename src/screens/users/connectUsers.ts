import type { SnapshotFrom } from 'xstate';
import { roleLabels, roles } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import type { usersMachine } from '../../machines/people/users.machine.ts';
import type { ListNames } from '../../shared/lists/listInUrl.ts';

const t = messages.users;

export const roleFilterOptions = [{ value: '', label: t.allRoles }, ...roles.map((value) => ({ value, label: roleLabels[value] }))];
export const userNames: ListNames = {
  filters: { role: { name: 'role', accepts: (value) => roles.some((role) => role === value) } },
  search: 'search',
  page: 'page',
};

/** Maps the screen's snapshot to everything above the list. */
export const connectUsers = (screen: SnapshotFrom<typeof usersMachine>) => {
  const { context } = screen;
  return {
    mayImport: context.mayImport,
    editing: screen.matches('editing') ? { user: context.subject } : null,
    importing: screen.matches('importing'),
    temporary: screen.matches('revealing') ? context.temporary : null,
  };
};
