import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configRepository } from '../../../server/db/repositories/settings/config.ts';
import { openStore } from '../../../server/db/repositories/store.ts';
import { currentConfig } from '../../../server/domain/plans/config.ts';
import { startInTimeZone } from '../../../server/start/firstConfig.ts';
import { addPerson } from '../support/testApp.ts';
import { freshDatabase, type TestDatabase } from '../support/testDatabase.ts';

let db: TestDatabase;
beforeEach(async () => {
  db = await freshDatabase();
});
afterEach(() => db.drop());
const zone = async (): Promise<string> => (await currentConfig(openStore(db))).config.timezone;
const audited = () => db.query.selectFrom('audit_log').select(['action', 'cause']).where('entity', '=', 'settings').execute();

describe('time zone of money dates (decisions 2.01)', () => {
  it('is taken from the environment at the first start, even of several at once, and logged in the audit log', async () => {
    await Promise.all([startInTimeZone(db, { timeZone: 'Asia/Kolkata' }), startInTimeZone(db, { timeZone: 'Asia/Kolkata' })]);
    expect(await zone()).toBe('Asia/Kolkata');
    expect((await configRepository(db.query).versions(null, 10)).map(({ config }) => config)).toHaveLength(2);
    expect(await audited()).toEqual([{ action: 'settings.updated', cause: 'COMPANY_TIMEZONE' }]);
  });

  it('is Phoenix by default, and nothing is written', async () => {
    await startInTimeZone(db, { timeZone: 'America/Phoenix' });
    expect(await zone()).toBe('America/Phoenix');
    expect(await audited()).toEqual([]);
  });

  it('is not changed by a later start after a save', async () => {
    await configRepository(db.query).saveGeneral({ company_name: 'Acme', commissions_config: '{}' }, new Date());
    await startInTimeZone(db, { timeZone: 'Asia/Kolkata' });
    expect(await zone()).toBe('America/Phoenix');
  });

  it('is not changed by a later start after a booking', async () => {
    const salesperson_id = await addPerson(db, { email: 'sales@acme.test', role: 'salesperson' });
    const amounts = { gross_cents: 1, net_cents: 1, booking_date: '2026-01-05', state: 'sent' as const };
    await db.query
      .insertInto('invoices')
      .values({ invoice_number: '1', customer_name: 'Acme School', salesperson_id, ...amounts })
      .execute();
    await startInTimeZone(db, { timeZone: 'Asia/Kolkata' });
    expect(await zone()).toBe('America/Phoenix');
  });
});
