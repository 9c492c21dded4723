import { describe, expect, it } from 'vitest';
import { opportunityFactOf, opportunityQuery, stageOf } from '../../../server/connectors/salesforce/opportunities.ts';

const proposal = stageOf({
  ApiName: 'Proposal',
  MasterLabel: 'Proposal sent',
  SortOrder: 3,
  DefaultProbability: 75,
  IsClosed: false,
  IsWon: false,
});
const org = { stages: new Map([[proposal.external_id, proposal]]), currency: 'USD' };
const row = {
  Id: '006x00000000001AAA',
  IsDeleted: false,
  Name: 'Robotics week',
  Account: { Name: 'Mesa Library' },
  Owner: { Email: 'Ada@Example.test', Name: 'Ada Park' },
  StageName: 'Proposal',
  Probability: 60,
  IsClosed: false,
  IsWon: false,
  Amount: 1500.5,
  CloseDate: '2026-12-15',
  CreatedDate: '2026-11-01T16:00:00.000+0000',
  LastStageChangeDate: null,
  SystemModstamp: '2026-11-20T16:00:01.000+0000',
};
const fact = (overrides: object = {}, of = org) => opportunityFactOf({ ...row, ...overrides }, of);

describe('Salesforce opportunities', () => {
  it('decisions 2.17: become deals with owner, account, stage and plain close day', () => {
    expect(fact()).toEqual({
      kind: 'deal',
      external_id: '006x00000000001AAA',
      external_version: '2026-11-20T16:00:01.000Z',
      updated_at: '2026-11-20T16:00:01.000Z',
      name: 'Robotics week',
      customer: 'Mesa Library',
      owner_email: 'ada@example.test',
      owner_name: 'Ada Park',
      stage: 'Proposal sent',
      pipeline: 'Opportunities',
      probability: 0.6,
      state: 'open',
      amount_cents: 150_050,
      currency: 'USD',
      expected_close_date: '2026-12-15',
      closed_on: null,
      lost_reason: null,
      created_at: '2026-11-01T16:00:00.000Z',
      entered_at: null,
      merged: [],
    });
  });

  it('decisions 2.17: may lack an amount, account or visible owner', () => {
    const unknown = fact({ Amount: null, Account: null, Owner: null, Probability: null });
    expect(unknown).toMatchObject({ amount_cents: null, customer: null, owner_email: null, owner_name: null, probability: 0.75 });
  });

  it.each([1e15, 123_456_789_012_345])('decisions 2.17: bad input: with an amount of %d are read as unknown amount', (Amount) => {
    expect(fact({ Amount })).toMatchObject({ name: 'Robotics week', amount_cents: null });
  });

  it.each([
    [
      { IsClosed: true, IsWon: true },
      { state: 'won', closed_on: '2026-12-15', lost_reason: null },
    ],
    [
      { IsClosed: true, IsWon: false },
      { state: 'lost', closed_on: '2026-12-15', lost_reason: 'Lost in Salesforce' },
    ],
  ])('closed as %j become %j', (closed, expected) => expect(fact(closed)).toMatchObject(expected));

  it('keep their currency in a multi-currency organization, and the name of an inactive stage', () => {
    expect(fact({ CurrencyIsoCode: 'EUR' })).toMatchObject({ currency: 'EUR' });
    expect(fact({ StageName: 'Old stage' })).toMatchObject({ stage: 'Old stage', probability: 0.6 });
  });

  it('are gone while in the Recycle Bin', () => {
    expect(fact({ IsDeleted: true })).toEqual({ kind: 'dealGone', external_id: '006x00000000001AAA' });
  });

  it('bad input: are refused without an id, a stage or a timestamp', () => {
    for (const field of ['Id', 'StageName', 'SystemModstamp']) expect(() => fact({ [field]: null })).toThrow('no id');
  });
});

describe('opportunity query', () => {
  it('reads everything first, then continues after a timestamp and an id', () => {
    expect(opportunityQuery({ since: null, id: null }, false, 10)).toMatch(/FROM Opportunity ORDER BY SystemModstamp, Id LIMIT 10$/);
    expect(opportunityQuery({ since: '2026-11-20T16:00:01.000Z', id: '006A' }, true, 10)).toMatch(
      /, CurrencyIsoCode FROM Opportunity WHERE SystemModstamp > 2026-11-20T16:00:01\.000Z OR \(SystemModstamp = 2026-11-20T16:00:01\.000Z AND Id > '006A'\) ORDER/,
    );
  });
});
