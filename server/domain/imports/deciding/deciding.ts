import { rolesWith } from '../../../../contract/permissions.ts';
import { hasReach } from '../../../db/repositories/commissions/teamReach.ts';
import type { ImportRunRow } from '../../../db/repositories/imports/importRuns.ts';
import type { Repositories, Store } from '../../../db/repositories/store.ts';
import { type Cause, teamReachOf } from '../../commissions/recompute/index.ts';
import { booksBegin } from '../../plans/books.ts';
import { currentConfig } from '../../plans/config.ts';
import { type Clock, todayIn } from '../../shared/clock.ts';
import { type ImportAuthor, readDirectory } from '../known.ts';
import { rowReadOptionsOf } from '../readRow.ts';
import type { DecisionContext } from './decideRows.ts';

type Deps = Readonly<{ store: Store; clock: Clock }>;
/** The job payload: the requesting user, and the request's origin. */
export type ImportRequest = Readonly<{ run_id: number; actor_id: number; network: string; request_id: string }>;

/** The user who imports, and the people whose sales pay them; null if unknown. */
const readImportAuthor = async (store: Store, id: number | null): Promise<ImportAuthor | null> => {
  if (id === null) return null;
  const { config } = await currentConfig(store);
  const reach = teamReachOf(config);
  const team = hasReach(reach) ? await store.facts.sharedOverTime(id, reach) : [];
  const hasTeamShare = (userId: number, day: string): boolean =>
    team.some(({ user_id, start_date, end_date }) => user_id === userId && start_date <= day && day <= end_date);
  return { id, reach, isPaidFor: (userId, day) => userId === id || hasTeamShare(userId, day) };
};

const importRoles = rolesWith('import:manage');

/** True if the company is not live and nobody else may import, so no other person can enter what this user was paid before. */
export const isSoleImporter = async ({ setup }: Pick<Repositories, 'setup'>, userId: number | null): Promise<boolean> =>
  userId !== null && (await setup.isAlone(userId, importRoles));

/** The facts shared by all rows of a run. @param askerId the user who asked for this step; null while approved rows are imported */
export const createDecisionContext = async (
  { store, clock }: Deps,
  run: ImportRunRow,
  askerId: number | null,
): Promise<DecisionContext> => {
  const current = await currentConfig(store);
  const closed = await store.periods.closedIn('1900-01-01', '2999-12-31');
  const constant = {
    people: await readDirectory(store),
    author: await readImportAuthor(store, run.created_by),
    asker: askerId === run.created_by ? null : await readImportAuthor(store, askerId),
    isSoleImporter: await isSoleImporter(store, askerId ?? run.created_by),
    connectionId: run.connection_id,
    closedMonths: new Set(closed.map(({ start_date }) => start_date)),
    booksBegin: booksBegin(current),
    today: todayIn(current.config.timezone, clock()),
  };
  const reading = rowReadOptionsOf(run, current.config.timezone);
  return { runId: run.id, kind: run.kind, reading, constant, isLast: false, writes: false };
};

export const importCauseOf = (request: ImportRequest, run: ImportRunRow, kind: 'import' | 'import_undone', at: Date): Cause => ({
  actorId: request.actor_id,
  at,
  origin: { network: request.network, requestId: request.request_id },
  why: { kind, run_id: run.id, title: run.title },
});
