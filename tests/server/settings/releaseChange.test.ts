import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConfigChange } from '../../../contract/entities/configChange.ts';
import { instanceWorker } from '../../../server/jobs/instanceWorker.ts';
import { type ClosingCompany, createClosingCompany } from '../support/worlds/closing.ts';

let company: ClosingCompany;
const parts = (atBooking: number) => ({
  due: [
    { share: atBooking, when: 'on_booking' },
    { share: 1 - atBooking, when: 'invoice_paid_in_full' },
  ],
});
const booking = { due: { when: 'on_booking' } };
const text = (plan: object): string => JSON.stringify({ plans: [{ id: 'default', name: 'Plan', ...plan }] });

beforeAll(async () => {
  company = await createClosingCompany();
  await company.save({ plans: [{ id: 'default', name: 'Plan', ...booking }] });
  await company.book('sam', '2026-11-10', 20_000);
  await company.book('kim', '2026-11-12', 10_000);
});
afterAll(() => company.server.close());

const triedOn = async (plan: object) => {
  const { id } = await company.ask('POST', '/plan-drafts', { name: 'Tried' });
  await company.ask('PATCH', `/plan-drafts/${id}`, { commissionsConfig: text(plan), revision: 1 });
  return {
    everybody: await company.ask('GET', `/plan-drafts/${id}/trial`),
    sam: await company.ask('GET', `/plan-drafts/${id}/trial/${company.ids.sam}`),
  };
};
const previewOf = (plan: object) => company.ask('POST', '/settings/general/preview', { commissionsConfig: text(plan) });

/** The impact of a plan from November on. */
const impactOf = async (plan: object): Promise<ConfigChange['impact']> => {
  const body = { companyName: 'Acme', commissionsConfig: text(plan), effective_date: '2026-11-01' };
  const { id } = await company.ask('POST', '/settings/general/changes', body);
  const errors: unknown[] = [];
  await instanceWorker(company.server.db, (error) => void errors.push(error), company.server.clock).drain();
  expect(errors).toEqual([]);
  return (await company.ask('GET', `/settings/general/changes/${id}`)).impact;
};

// Sam's 20,000 · 5% = 1,000 and Kim's 500 are due at booking, and nobody has paid.
describe.each<readonly [string, object, number, number]>([
  ['when paid instead of on booking', { due: { when: 'invoice_paid_in_full' } }, -1000, -500],
  ['half of it when paid', parts(0.5), -500, -250],
])('decisions 2.07: a change of the release alone: %s', (_what, plan, sam, kim) => {
  it('shows in the preview', async () => {
    expect(await previewOf(plan)).toMatchObject({
      changed_records: 2,
      delta_total: 0,
      due_change: sam + kim,
      by_user: [
        { name: 'sam Person', records: 1, delta: 0, due_change: sam },
        { name: 'kim Person', records: 1, delta: 0, due_change: kim },
      ],
    });
  });

  it('shows in the trial, for each record too', async () => {
    const trial = await triedOn(plan);
    expect(trial.everybody).toMatchObject({
      total: { records: 2, before: 1500, after: 1500, due_change: sam + kim },
      people: [
        { name: 'sam Person', records: 1, due_change: sam },
        { name: 'kim Person', records: 1, due_change: kim },
      ],
    });
    expect(trial.sam).toMatchObject({
      months: [{ month: '2026-11-01', records: 1, before: 1000, after: 1000, due_change: sam }],
      records: [{ before: 1000, after: 1000, due_change: sam }],
    });
  });

  it('shows in the impact', async () => {
    expect(await impactOf(plan)).toMatchObject({
      records: 2,
      total_before: 1500,
      total_after: 1500,
      due_change: sam + kim,
      by_user: [
        { name: 'sam Person', records: 1, due_change: sam },
        { name: 'kim Person', records: 1, due_change: kim },
      ],
    });
  });
});

it('decisions 2.07: lowering the booking share from half to three tenths keeps the status and changes the due amount', async () => {
  await company.save({ plans: [{ id: 'default', name: 'Plan', ...parts(0.5) }] });
  expect(await previewOf(parts(0.3))).toMatchObject({ changed_records: 2, delta_total: 0, due_change: -300 });
  expect((await triedOn(parts(0.3))).sam.records).toMatchObject([{ due_change: -200 }]);
  expect(await impactOf(parts(0.3))).toMatchObject({ records: 2, due_change: -300 });
});
