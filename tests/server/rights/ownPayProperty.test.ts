import { appendFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { createOwnPayCompany, type OwnPayCompany, variants } from '../support/worlds/ownPay/company.ts';
import { type Counterexample, counterexampleOf, randomSequence, tallies } from '../support/worlds/ownPay/play.ts';

/** `npm run soak -- ownPay` searches longer and writes every counterexample to a file. */
const { OWN_PAY_SEQUENCES, OWN_PAY_SEED = '1', OWN_PAY_MINUTES = '1', OWN_PAY_FOUND } = process.env;
const isSoak = OWN_PAY_SEQUENCES !== undefined;
const count = Number(OWN_PAY_SEQUENCES ?? 40);
const budgetMs = Number(OWN_PAY_MINUTES) * 60_000;
/** Sequences per company: undone changes still slow the database down. */
const PER_COMPANY = 250;

let company: OwnPayCompany | undefined;
afterAll(() => company?.close());

it(
  'decisions 3.06: no sequence of calls by one person raises that person’s released amount',
  async () => {
    const startedAt = performance.now();
    const result = new Map<string, Counterexample>();
    let played = 0;
    for (; played < count && performance.now() - startedAt < budgetMs; played += 1) {
      if (company === undefined || (isSoak && played % PER_COMPANY === 0) || (!isSoak && played === count / 2)) {
        await company?.close();
        company = await createOwnPayCompany(Math.floor(played / PER_COMPANY) + (isSoak || played === 0 ? 0 : 1) + Number(OWN_PAY_SEED) - 1);
      }
      const one = await counterexampleOf(company, randomSequence(Number(OWN_PAY_SEED) * 1_000_003 + played));
      if (one === null) continue;
      const known = result.get(one.kind);
      if (!known || known.calls.length > one.calls.length) result.set(one.kind, one);
      if (!known && OWN_PAY_FOUND)
        appendFileSync(OWN_PAY_FOUND, `${JSON.stringify({ ...one, variant: company.variant % variants.length })}\n`);
      if (!isSoak) break;
    }
    if (OWN_PAY_FOUND) appendFileSync(OWN_PAY_FOUND, `${JSON.stringify({ played, tallies: Object.fromEntries(tallies) })}\n`);
    expect([...result.values()].map(({ kind, fault, calls }) => ({ kind, fault, calls }))).toEqual([]);
  },
  budgetMs + 120_000,
);
