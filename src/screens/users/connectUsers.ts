import type { SnapshotFrom } from 'xstate';
import { roleLabels, roles, type User } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { cursorPagesMachine } from '../../machines/lists/cursorPages.machine.ts';
import type { usersMachine } from '../../machines/people/users.machine.ts';

type Screen = SnapshotFrom<typeof usersMachine>;
type Pages = SnapshotFrom<typeof cursorPagesMachine>;

const text = messages.users;

export const roleOptions = [{ value: '', label: text.allRoles }, ...roles.map((value) => ({ value, label: roleLabels[value] }))];

/** "1–25 of 300" */
const positionOf = (pages: Pages): string => {
  const { page, answered, pageSize } = pages.context;
  if (pages.hasTag('stale') || !page || page.data.length === 0) return '';
  const from = answered.before * pageSize + 1;
  const to = from + page.data.length - 1;
  const { total } = page.pagination;
  return total === null ? fill(messages.pages.some, { from, to }) : fill(messages.pages.of, { from, to, total });
};

/** Snapshots of the screen and of its pages → what the page shows. */
export const connectUsers = (screen: Screen, pages: Pages) => {
  const { context } = screen;
  const { page } = pages.context;
  return {
    // The pages of this screen are only ever answered by the users service.
    rows: (page?.data ?? []) as readonly User[],
    loading: pages.hasTag('busy'),
    stale: pages.hasTag('stale'),
    loadError: pages.matches('failed') ? pages.context.error : null,
    error: context.error,
    role: context.role,
    search: context.search,
    total: page?.pagination.total ?? null,
    firstRowIndex: pages.context.answered.before * pages.context.pageSize,
    pageSize: pages.context.pageSize,
    position: positionOf(pages),
    canNext: pages.can({ type: 'page.next' }),
    canPrevious: pages.can({ type: 'page.previous' }),
    empty: pages.matches('failed') ? text.loadTitle : context.role === '' && context.search.trim() === '' ? text.empty : text.emptyFound,
    mayImport: context.mayImport,
    editing: screen.matches({ work: 'editing' }) ? { user: context.subject } : null,
    importing: screen.matches({ work: 'importing' }),
    temporary: screen.matches({ work: 'revealing' }) ? context.temporary : null,
  };
};
