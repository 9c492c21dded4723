import './users.css';
import { Suspense, useMemo } from 'react';
import { useLocation } from 'wouter';
import type { UsersSummary } from '../../../contract/entities/people.ts';
import type { User } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import { useFeature } from '../../app/context.ts';
import { toPersonPath } from '../../app/routes.ts';
import { targetsSelf, type UserAction } from '../../machines/people/users.machine.ts';
import { createCardBuilder } from '../../shared/lists/createCardBuilder.tsx';
import { createChips } from '../../shared/lists/createChips.ts';
import { FilterChoice } from '../../shared/lists/FilterChoice.tsx';
import { ListTable } from '../../shared/lists/ListTable.tsx';
import { SearchField } from '../../shared/lists/SearchField.tsx';
import { useVisitLayout } from '../../shared/lists/useVisitLayout.ts';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { plus } from '../../ui/display/icons.ts';
import { PageHead } from '../../ui/display/PageHead.tsx';
import { downloadCsv, toCsv } from '../../ui/grid/toolbar/exportCsv.ts';
import type { MenuItem } from '../../ui/menu/types.ts';
import { lazyComponent } from '../../ui/support/later.tsx';
import { useNarrow } from '../../ui/support/useNarrow.ts';
import { userColumns, userCsvColumns } from './columns.tsx';
import { roleFilterOptions } from './connectUsers.ts';
import { type Users, useUsers } from './useUsers.ts';

const [UserDialog] = lazyComponent(() => import('./parts/UserDialog.tsx'));
const [ImportDialog] = lazyComponent(() => import('./parts/ImportDialog.tsx'));
const [TemporaryPassword] = lazyComponent(() => import('./parts/TemporaryPassword.tsx'));

const t = messages.users;
const ROW_HEIGHT = 56;
const columnKeys = userColumns({ selfId: '', itemsOf: () => [] }).map((column) => column.key);

const isFormer = ({ employment_end }: User, today: Day): boolean => Boolean(employment_end) && String(employment_end) < today;

/** spec 2.58: Edit User, Reset Password, Activate or Deactivate, Delete User. */
const createMenuItems =
  ({ self, edit, act, mayInvite, today }: Pick<Users, 'self' | 'edit' | 'act' | 'mayInvite' | 'today'>) =>
  (user: User): readonly MenuItem[] => {
    const toggle = user.active ? ('deactivate' as const) : ('activate' as const);
    const item = (kind: UserAction['kind'], label: string): MenuItem => ({
      key: kind,
      label,
      danger: kind === 'delete',
      disabled: targetsSelf({ kind, user }, self.id),
      onSelect: () => act({ kind, user }),
    });
    return [
      { key: 'edit', label: t.edit, onSelect: () => edit(user) },
      ...(mayInvite && user.active && !isFormer(user, today)
        ? [item('invite', messages.signInLinks.invite), item('withdraw', messages.signInLinks.withdraw)]
        : []),
      item('reset', t.resetPassword),
      ...(user.active && user.sign_in_locked ? [item('liftLock', t.liftLock)] : []),
      ...(user.second_factor ? [item('resetFactor', messages.secondFactor.reset)] : []),
      item(toggle, t[toggle]),
      item('delete', t.remove),
    ];
  };

/** The layout of a phone card. */
const cardFields = {
  title: 'user',
  figure: 'actions',
  lines: [
    ['role', 'territory'],
    ['status', 'created'],
  ],
};
const toLabel = (_: string, role: string): string => roleFilterOptions.find(({ value }) => value === role)?.label ?? role;

/** The people who can sign in, and those who have a problem with it. */
function SignInSummary({ active, inactive, temporary, locked }: UsersSummary) {
  const rest = [
    inactive > 0 && fill(t.answer.inactive, { count: inactive }),
    temporary > 0 && fill(t.answer.temporary, { count: temporary }),
    locked > 0 && fill(t.answer.locked, { count: locked }),
  ].filter(Boolean);
  return (
    <>
      <strong>{fill(t.answer.active, { count: active })}</strong>
      {rest.length > 0 && ` · ${rest.join(' · ')}`}
    </>
  );
}

/** spec 2.58 */
export default function UsersScreen() {
  const users = useUsers();
  const { view, self, list } = users;
  const { filters, search } = list.view;
  const chips = createChips(list.view, list.act, toLabel);
  const { layout, onLayoutChange } = useVisitLayout(columnKeys);
  const [, navigate] = useLocation();
  const hasPersonPage = useFeature('person-page');
  // A card is one button, and this one contains a link and a menu.
  const opensByRow = !useNarrow();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row menu of any render sends to the same machine.
  const columns = useMemo(() => userColumns({ selfId: self.id, itemsOf: createMenuItems(users) }), [self.id, users.today]);
  return (
    <div className="page">
      <PageHead
        title={t.title}
        answer={list.view.summary ? <SignInSummary {...list.view.summary} /> : list.view.stale ? null : undefined}
        actions={
          <>
            {view.mayImport && (
              <Button severity="secondary" onClick={users.openImport}>
                {messages.userImport.open}
              </Button>
            )}
            <Button icon={plus} onClick={() => users.edit(null)}>
              {t.add}
            </Button>
          </>
        }
      />
      {list.view.error !== null && <Alert onDismiss={list.act.dismiss}>{list.view.error}</Alert>}
      <Card title={t.label} className="list-card page-list">
        <ListTable
          label={t.label}
          columns={columns}
          layout={layout}
          onLayoutChange={onLayoutChange}
          rowHeight={ROW_HEIGHT}
          // Without a label, because the name is the row's link.
          {...(opensByRow ? { onRowOpen: (user: User) => (hasPersonPage ? navigate(toPersonPath(user.id)) : users.edit(user)) } : {})}
          toCard={createCardBuilder(columns, cardFields)}
          view={list.view}
          act={{ ...list.act, readAll: users.readAll }}
          onExport={(rows) => downloadCsv(t.exportName, toCsv(userCsvColumns, rows))}
          chips={chips}
          tools={<SearchField label={t.search} value={search} onChange={list.act.type} />}
          failureTitle={t.loadTitle}
          empty={<EmptyState title={chips.length > 0 ? t.emptyFound : t.empty} />}
        >
          <FilterChoice
            label={t.role}
            value={filters.role ?? ''}
            options={roleFilterOptions}
            onChange={(value) => list.act.choose('role', value)}
          />
        </ListTable>
      </Card>
      <Suspense fallback={null}>
        {view.editing && <UserDialog subject={view.editing.user} users={users} />}
        {view.importing && <ImportDialog users={users} />}
        {view.temporary && <TemporaryPassword temporary={view.temporary} onClose={users.closeTemporary} />}
      </Suspense>
    </div>
  );
}
