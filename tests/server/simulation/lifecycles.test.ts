import { describe, expect, it } from 'vitest';
import { companies, withoutApprover } from '../../../soak/lifecycles/company.ts';
import { explore } from '../../../soak/lifecycles/explore.ts';

const STATES = 4000;
const findingsIn = (company: (typeof companies)[number]) => [...explore(company, STATES, Number.POSITIVE_INFINITY).findings.keys()].sort();

describe('the exploration of the lifecycles that hold money (decisions 2.37)', () => {
  it('reports that nobody may approve a payout or its run', () => {
    expect(findingsIn(withoutApprover)).toEqual(
      expect.arrayContaining(['nobody may bring forward: payout, pending', 'nobody may bring forward: payout run, proposed']),
    );
  });

  it.each(companies.map((company) => [company.name, company] as const))('reports nothing about %s', (_, company) => {
    expect(findingsIn(company)).toEqual([]);
  });
});
