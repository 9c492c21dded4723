import './users.css';
import { lazy, Suspense, useMemo } from 'react';
import type { User } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import { isAgainstSelf, type UserAction } from '../../machines/people/users.machine.ts';
import { useCsvExport } from '../../shared/lists/useCsvExport.ts';
import { useVisitLayout } from '../../shared/lists/useVisitLayout.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { downloadCsv, toCsv } from '../../ui/grid/exportCsv.ts';
import { Grid } from '../../ui/grid/Grid.tsx';
import { GridToolbar } from '../../ui/grid/GridToolbar.tsx';
import { Input } from '../../ui/Input.tsx';
import { plus } from '../../ui/icons.ts';
import type { MenuItem } from '../../ui/Menu.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { Select } from '../../ui/Select.tsx';
import { csvColumns, userColumns } from './columns.tsx';
import { roleOptions } from './connectUsers.ts';
import { type Users, useUsers } from './useUsers.ts';

const UserDialog = lazy(() => import('./parts/UserDialog.tsx'));
const ImportDialog = lazy(() => import('./parts/ImportDialog.tsx'));
const TemporaryPassword = lazy(() => import('./parts/TemporaryPassword.tsx'));

const text = messages.users;
const ROW_HEIGHT = 56;
const columnKeys = userColumns({ selfId: '', itemsOf: () => [] }).map((column) => column.key);

/** spec 2.58: Edit User, Reset Password, Activate or Deactivate, Delete User. */
const itemsFor =
  ({ self, edit, act }: Pick<Users, 'self' | 'edit' | 'act'>) =>
  (user: User): readonly MenuItem[] => {
    const toggle = user.active ? ('deactivate' as const) : ('activate' as const);
    const item = (kind: UserAction['kind'], label: string): MenuItem => ({
      key: kind,
      label,
      danger: kind === 'delete',
      disabled: isAgainstSelf({ kind, user }, self.id),
      onSelect: () => act({ kind, user }),
    });
    return [
      { key: 'edit', label: text.edit, onSelect: () => edit(user) },
      item('reset', text.resetPassword),
      item(toggle, text[toggle]),
      item('delete', text.remove),
    ];
  };

function Trouble({ users: { view, dismiss, retry } }: { users: Users }) {
  return (
    <>
      {view.loadError !== null && (
        <Alert onRetry={retry}>
          <strong>{text.loadTitle}</strong>
          <p>{view.loadError}</p>
        </Alert>
      )}
      {view.error !== null && <Alert onDismiss={dismiss}>{view.error}</Alert>}
    </>
  );
}

/** spec 2.58 */
export default function UsersScreen() {
  const users = useUsers();
  const { view, self } = users;
  const { layout, onLayoutChange } = useVisitLayout(columnKeys);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the row menu does is said to one machine, whichever render it is of.
  const columns = useMemo(() => userColumns({ selfId: self.id, itemsOf: itemsFor(users) }), [self.id]);
  const csv = useCsvExport({ readAll: users.readAll, write: (rows) => downloadCsv(text.exportName, toCsv(csvColumns, rows)) });
  return (
    <div className="users">
      <header className="users-head">
        <div>
          <h1>{text.title}</h1>
          <p className="muted">{text.subtitle}</p>
        </div>
        <div className="users-head-actions">
          {view.mayImport && (
            <Button severity="secondary" onClick={users.openImport}>
              {messages.userImport.open}
            </Button>
          )}
          <Button icon={plus} onClick={() => users.edit(null)}>
            {text.add}
          </Button>
        </div>
      </header>
      <Trouble users={users} />
      <Card title={text.label}>
        <GridToolbar columns={columns} layout={layout} onLayoutChange={onLayoutChange} rows={view.rows} fileName={text.exportName} {...csv}>
          <div className="users-filters">
            <Select
              aria-label={text.role}
              value={view.role}
              options={roleOptions}
              onChange={({ target }) => users.chooseRole(target.value)}
            />
            <Input
              type="search"
              aria-label={text.search}
              placeholder={text.search}
              value={view.search}
              onChange={({ target }) => users.search(target.value)}
            />
          </div>
        </GridToolbar>
        <Grid
          label={text.label}
          columns={columns}
          rows={view.rows}
          rowKey={(row) => row.id}
          total={view.total}
          firstRowIndex={view.firstRowIndex}
          layout={layout}
          onLayoutChange={onLayoutChange}
          sort={null}
          onSort={() => {}}
          state={view.stale ? 'stale' : view.loading ? 'loading' : 'ready'}
          skeletonRows={view.pageSize}
          empty={<EmptyState title={view.empty} />}
          rowHeight={ROW_HEIGHT}
        />
        <Pager text={view.position} canPrevious={view.canPrevious} canNext={view.canNext} onPrevious={users.previous} onNext={users.next} />
      </Card>
      <Suspense fallback={null}>
        {view.editing && <UserDialog subject={view.editing.user} users={users} />}
        {view.importing && <ImportDialog users={users} />}
        {view.temporary && <TemporaryPassword temporary={view.temporary} onClose={users.closeTemporary} />}
      </Suspense>
    </div>
  );
}
