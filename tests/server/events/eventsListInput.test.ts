import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEventWorld, type EventWorld } from '../support/worlds/events.ts';

let on: EventWorld;
const ALL = 'start_date=2026-09-25&end_date=2027-01-31';

beforeAll(async () => {
  on = await createEventWorld();
});
afterAll(() => on.server.close());

describe('bad input', () => {
  it.each([
    ...[
      '',
      'start_date=2026-11-01',
      'end_date=2026-11-01',
      'start_date=2026-02-30&end_date=2026-03-01',
      'start_date=2026-11-02&end_date=2026-11-01',
    ],
    ...[
      'start_date=2010-01-01&end_date=2026-01-01',
      `${ALL}&sort_field=id`,
      `${ALL}&sort_field=__proto__`,
      `${ALL}&sort_direction=up`,
      `${ALL}&limit=0`,
    ],
    ...[
      `${ALL}&limit=501`,
      `${ALL}&limit=1.5`,
      `${ALL}&reviewed=yes`,
      `${ALL}&reviewed=`,
      `${ALL}&invoiced=Paid`,
      `${ALL}&activity_type=Chess`,
    ],
    ...[
      `${ALL}&need_review=1`,
      `${ALL}&customer=a&customer=b`,
      `${ALL}&customer=${'x'.repeat(101)}`,
      `${ALL}&user_id=1`,
      `${ALL}&customer=%00`,
    ],
  ])('answers 400 to %j with a message', async (query) => {
    const answer = await on.list(query);
    expect(answer.statusCode, answer.body).toBe(400);
    expect(answer.json()).toMatchObject({ code: expect.any(String), message: expect.stringMatching(/^\S.*\.$/) });
  });

  it('answers 401 without a token, and lets all six roles read', async () => {
    expect((await on.server.call('GET', `/api/v1/events?${ALL}`)).statusCode).toBe(401);
    for (const name of ['ada', 'vic', 'eve', 'fay', 'mia', 'sam']) expect((await on.list(ALL, name)).statusCode, name).toBe(200);
  });
});
