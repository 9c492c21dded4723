import { fullName, type Role, roleLabels, type User } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import { PersonLink } from '../../shared/people/PersonLink.tsx';
import { NONE } from '../../ui/display/format.ts';
import { formatInstantDay } from '../../ui/display/formatInstant.ts';
import type { BadgeSeverity } from '../../ui/display/severity.ts';
import { CellBadge } from '../../ui/grid/CellBadge.tsx';
import type { GridColumn } from '../../ui/grid/types.ts';
import type { MenuItem } from '../../ui/menu/types.ts';
import { RowMenu } from './parts/RowMenu.tsx';

const t = messages.users;

/** spec 6.05: display only. None is green, which says Active in the next column. */
const roleSeverities: Readonly<Record<Role, BadgeSeverity>> = {
  admin: 'danger',
  vp_sales: 'primary',
  sales_manager: 'info',
  finance: 'warning',
  salesperson: 'secondary',
  events_manager: 'secondary',
};

/** spec 6.01: the remaining role is labeled User; a missing role has no label. */
const toLabel = (role: Role): string => roleLabels[role] ?? (role ? roleLabels.events_manager : NONE);

type ColumnContext = Readonly<{ selfId: string; itemsOf: (user: User) => readonly MenuItem[] }>;

/** spec 2.58 */
export const userColumns = ({ selfId, itemsOf }: ColumnContext): readonly GridColumn<User>[] => [
  {
    key: 'user',
    header: t.columns.user,
    width: 220,
    grows: true,
    cell: (user) => (
      <span className="users-person">
        <span>
          <strong>
            <PersonLink id={user.id} name={fullName(user) || user.email || NONE} manager_id={user.manager_id} />
          </strong>
          {user.id === selfId && <span className="muted"> ({t.you})</span>}
        </span>
        <span className="muted">{user.email}</span>
      </span>
    ),
    text: fullName,
  },
  {
    key: 'role',
    header: t.columns.role,
    width: 160,
    grows: true,
    cell: ({ role }) => <CellBadge severity={roleSeverities[role] ?? 'secondary'}>{toLabel(role)}</CellBadge>,
    text: ({ role }) => toLabel(role),
  },
  {
    key: 'territory',
    header: t.columns.territory,
    width: 110,
    cell: ({ territory }) => territory ?? NONE,
    text: (user) => user.territory ?? '',
  },
  {
    key: 'status',
    header: t.columns.status,
    width: 206,
    grows: true,
    cell: ({ active, must_change_password, sign_in_locked }) => (
      <span className="users-status">
        <CellBadge severity={active ? 'success' : 'secondary'}>{active ? t.active : t.inactive}</CellBadge>
        {active && must_change_password && <CellBadge severity="warning">{t.temporary}</CellBadge>}
        {active && sign_in_locked && <CellBadge severity="danger">{t.locked}</CellBadge>}
      </span>
    ),
    text: ({ active }) => (active ? t.active : t.inactive),
  },
  {
    key: 'created',
    header: t.columns.created,
    width: 128,
    cell: (user) => formatInstantDay(user.created_at) || NONE,
    text: (user) => user.created_at,
  },
  {
    key: 'actions',
    header: t.columns.actions,
    width: 80,
    pinned: 'end',
    cell: (user) => <RowMenu name={fullName(user)} items={itemsOf(user)} />,
    text: () => '',
  },
];

export type ExportedUser = User & Readonly<{ manager_email: string }>;
/** Columns of a CSV file that Import accepts. */
export const userCsvColumns: readonly Readonly<{ header: string; text: (user: ExportedUser) => string }>[] = [
  { header: 'first_name', text: (user) => user.first_name },
  { header: 'last_name', text: (user) => user.last_name },
  { header: 'email', text: (user) => user.email },
  { header: 'role', text: (user) => user.role },
  { header: 'territory', text: (user) => user.territory ?? '' },
  { header: 'manager_email', text: (user) => user.manager_email },
  { header: 'employment_start', text: (user) => user.employment_start ?? '' },
  { header: 'employment_end', text: (user) => user.employment_end ?? '' },
  { header: 'active', text: (user) => String(user.active) },
  { header: 'created_at', text: (user) => user.created_at },
];
