import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Provisioning, provisioning } from '../support/worlds/provisioning.ts';

let at: Provisioning;
beforeAll(async () => {
  at = await provisioning();
});
afterAll(() => at.server.close());

describe('one name, however it is written', () => {
  it.each([
    ['İrem', 'İrem'],
    ['ΑΣ', 'ΑΣ'],
    ['Ren\u00e9', 'Rene\u0301'],
  ])('%s is taken as %s', async (first, second) => {
    await at.create({ userName: first });
    const again = await at.scim('POST', '/scim/v2/Users', at.person({ userName: second }));
    expect([again.statusCode, again.json().scimType]).toEqual([409, 'uniqueness']);
    const found = await at.scim('GET', `/scim/v2/Users?filter=${encodeURIComponent(`userName eq "${second}"`)}`);
    expect(found.json().totalResults).toBe(1);
  });
});
