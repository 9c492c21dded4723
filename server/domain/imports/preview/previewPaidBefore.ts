import type { ImportPersonChange } from '../../../../contract/entities/import.ts';
import { fullName } from '../../../../contract/entities/user.ts';
import { limits } from '../../../../contract/limits.ts';
import { fromCents } from '../../../../contract/rules/money.ts';
import type { PersonRows } from '../../../db/repositories/imports/importRows.ts';
import type { Store } from '../../../db/repositories/store.ts';
import { type Deciding, decideRows } from '../deciding/index.ts';

type Repos = Parameters<typeof decideRows>[0] & Pick<Store, 'users'>;

/** The commission that a file says was paid to each person, and the part above what was earned (decisions 2.31). */
export const previewPaidBefore = async (
  store: Repos,
  context: Deciding,
  everybody: readonly PersonRows[],
  most: number,
): Promise<Readonly<{ people: ImportPersonChange[]; more: number }>> => {
  const names = new Map((await store.users.known()).map((user) => [user.id, fullName(user)]));
  const shown = everybody.slice(0, limits.imports.previewPeople);
  const people: ImportPersonChange[] = [];
  for (const { user_id, rows, numbers } of shown) {
    const personFields = { user_id: String(user_id), name: names.get(user_id) ?? String(user_id), rows, estimate: false };
    if (rows > most) {
      people.push({ ...personFields, records: null, amount: null, proposed: null });
      continue;
    }
    const { paidBefore = [] } = await decideRows(store, context, await store.importRows.numbered(context.runId, numbers));
    const amount = paidBefore.reduce((sum, { drawn, lines }) => lines.reduce((all, line) => all + line.amount, sum + drawn), 0);
    const above = paidBefore.reduce((sum, one) => sum + one.above, 0);
    people.push({ ...personFields, records: rows, amount: fromCents(amount), above: fromCents(above), proposed: 0 });
  }
  return { people, more: everybody.length - shown.length };
};
