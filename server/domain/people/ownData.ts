import { fromCents } from '../../../contract/rules/money.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { type OwnRow, type OwnSection, ownSections } from '../../db/repositories/people/userOwnData.ts';
import { userOf } from '../../db/repositories/people/users.ts';
import { notFoundProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';

const PAGE_ROWS = 500;

/** Converts money to dollars, as in all external data. */
const toReadableRow = (row: OwnRow): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) =>
      key.endsWith('_cents') && typeof value === 'number' ? [key.slice(0, -'_cents'.length), fromCents(value)] : [key, value],
    ),
  );

/** Streams rows as JSON, with one page in memory at a time. */
async function* streamRows({ store }: Pick<Services, 'store'>, section: OwnSection, userId: number): AsyncGenerator<string> {
  let after = 0;
  for (let first = true; ; first = false) {
    const rows = await store.users.own(section, userId, after, PAGE_ROWS);
    if (rows.length > 0) yield (first ? '\n    ' : ',\n    ') + rows.map((row) => JSON.stringify(toReadableRow(row))).join(',\n    ');
    const last = rows.at(-1);
    if (rows.length < PAGE_ROWS || !last) return;
    after = last.id;
  }
}

async function* streamJson(services: Pick<Services, 'store' | 'clock'>, userId: number, profile: object): AsyncGenerator<string> {
  yield `{\n  "made_at": ${JSON.stringify(services.clock().toISOString())},\n  "profile": ${JSON.stringify(profile)}`;
  for (const section of ownSections) {
    yield `,\n  "${section}": [`;
    yield* streamRows(services, section, userId);
    yield ']';
  }
  yield '\n}\n';
}

/**
 * All stored data about the user, streamed as chunks of one JSON document; the export is audited (decisions 4.05).
 * @throws Problem 404 before the first chunk
 */
export const exportOwnData = async (
  services: Pick<Services, 'store' | 'clock'>,
  userId: number,
  origin: Origin,
): Promise<AsyncGenerator<string>> => {
  const user = await services.store.users.byId(userId);
  if (!user) throw notFoundProblem('user');
  const entry = { actorId: userId, action: 'user.own_data_downloaded', entity: 'user', entityId: String(userId) };
  await services.store.audit.write(entry, origin, services.clock());
  return streamJson(services, userId, userOf(user));
};
