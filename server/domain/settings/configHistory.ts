import type { Static } from 'typebox';
import type { ConfigVersion, ConfigVersionPage, ConfigVersionText } from '../../../contract/entities/people.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { canChangePay } from '../../../contract/rules/commission/config/changesPay.ts';
import type { ConfigVersionRow } from '../../db/repositories/settings/config.ts';
import { invalidCursorProblem, isRowId, readParts, writeParts } from '../shared/cursor.ts';
import { readPage } from '../shared/page.ts';
import { notFoundProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';

type Deps = Pick<Services, 'store'>;
const KIND = 'config-versions';

const readCursor = (text: string): number => {
  const [kind, id] = readParts(text, 2);
  if (kind !== KIND || !isRowId(id)) throw invalidCursorProblem();
  return id;
};

/** Records refer to the version that computed them by this id. */
const versionOf = (
  newest: number,
  { id, config, before, created_at, first_name, last_name, reviewed }: ConfigVersionRow,
): ConfigVersion => ({
  id: String(id),
  version: id,
  created_at,
  created_by: first_name === null ? null : fullName({ first_name, last_name: last_name ?? '' }),
  current: id === newest,
  // A change that moves no pay needs no review.
  reviewed: reviewed || (before !== null && !canChangePay(before, config)),
});

/** `config-history`: saved versions of commissionsConfig, newest first. @throws Problem 400 for a foreign cursor */
export const listConfigVersions = async (
  { store }: Deps,
  { cursor, limit }: Readonly<{ cursor?: string; limit: number }>,
): Promise<Static<typeof ConfigVersionPage>> => {
  const before = cursor === undefined ? null : readCursor(cursor);
  const [{ id: newest }, page] = await Promise.all([
    store.config.newest(),
    readPage(
      limit,
      (maxRows) => store.config.versions(before, maxRows),
      ({ id }) => writeParts([KIND, id]),
    ),
  ]);
  return {
    data: page.rows.map((row) => versionOf(newest, row)),
    pagination: { cursor: page.cursor, limit, total: null },
  };
};

/** @throws Problem 404 */
export const configVersion = async ({ store }: Deps, id: number | null): Promise<ConfigVersionText> => {
  const row = id === null ? undefined : await store.config.version(id);
  if (!row) throw notFoundProblem('version');
  return { ...versionOf((await store.config.newest()).id, row), commissionsConfig: row.config };
};
