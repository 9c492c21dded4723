import { migrate } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/open.ts';
import { createPasswords } from '../../server/domain/session/passwords.ts';
import { todayIn } from '../../server/domain/shared/clock.ts';
import { addRecord } from '../../tests/server/support/records.ts';

export const PASSWORD = 'four clouds over a lake';
export const VP = 'vic@example.test';
export const FINANCE = 'fay@example.test';
type Place = Parameters<typeof openDatabase>[0];

/** The smallest company in which money can be recorded: a vice president, finance, a seller and one invoice dated today. */
export const makeCompany = async (place: Place): Promise<{ invoice: string; seller: string; vp: string }> => {
  const db = await openDatabase(place);
  try {
    await migrate(db);
    await db.script('update general_settings set live_at = now()');
    const password_hash = await createPasswords().hash(PASSWORD);
    const add = async (email: string, role: 'vp_sales' | 'finance' | 'salesperson'): Promise<number> => {
      const person = { email, role, first_name: 'Soak', last_name: role, password_hash };
      return (await db.query.insertInto('users').values(person).returning('id').executeTakeFirstOrThrow()).id;
    };
    const vp = await add(VP, 'vp_sales');
    await add(FINANCE, 'finance');
    const user_id = await add('sam@example.test', 'salesperson');
    const booking_date = todayIn('America/Phoenix', new Date());
    await addRecord(db as Parameters<typeof addRecord>[0], { user_id, booking_date });
    const { id } = await db.query.selectFrom('invoices').select('id').executeTakeFirstOrThrow();
    return { invoice: String(id), seller: String(user_id), vp: String(vp) };
  } finally {
    await db.close();
  }
};
