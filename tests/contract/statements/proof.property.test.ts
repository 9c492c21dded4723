import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leafHash } from '../../../contract/rules/statements/merkle.ts';
import { checkProof, type ProvedStatement, STATEMENT_FORMAT, type StatementProof } from '../../../contract/rules/statements/proof.ts';
import { proofsOf, withOtherCharacter } from './proofs.ts';

const statementOf = (person: number, cents: number): ProvedStatement => ({
  format: STATEMENT_FORMAT,
  month: '2026-11',
  person: { id: String(person), name: `Person ${person}` },
  salt: person.toString(16).padStart(64, '0'),
  balances: { opening: 0, earned: cents, adjusted: 0, paid: 0, closing: cents },
  lines: [{ record: person, date: '2026-11-03', invoice: `T-${person}`, net: cents * 20, amount: cents }],
  adjustments: [],
  payouts: [],
  runs: [],
});

const proofsFor = (amounts: readonly number[]): Promise<StatementProof[]> =>
  proofsOf(amounts.map((cents, index) => statementOf(index + 1, cents)));
const amounts = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 1, maxLength: 40 });

describe('decisions 2.38: the proof of a statement', () => {
  it('is valid for everybody', () =>
    fc.assert(
      fc.asyncProperty(amounts, async (cents) => {
        for (const proof of await proofsFor(cents)) expect(await checkProof(proof)).toMatchObject({ problem: null });
      }),
      { numRuns: 60 },
    ));

  it('fails after any one-character change of the statement, its path or its root', () =>
    fc.assert(
      fc.asyncProperty(amounts, fc.nat(), fc.nat(), fc.integer({ min: 1, max: 126 }), async (cents, person, place, shift) => {
        const proofs = await proofsFor(cents);
        const proof = proofs[person % proofs.length] as StatementProof;
        expect((await checkProof(withOtherCharacter(proof, place, shift))).problem).not.toBeNull();
      }),
      { numRuns: 300 },
    ));

  it('fails at another position and for another person’s statement', () =>
    fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 2, maxLength: 40 }),
        fc.nat(),
        async (cents, position) => {
          const proofs = await proofsFor(cents);
          const proof = proofs[position % proofs.length] as StatementProof;
          const other = proofs[(position + 1) % proofs.length] as StatementProof;
          for (const changed of [{ index: other.index }, { leaf: other.leaf }])
            expect((await checkProof({ ...proof, ...changed })).problem).toBe('notUnderRoot');
        },
      ),
      { numRuns: 60 },
    ));

  it('names the fault', async () => {
    const [proof] = (await proofsFor([100, 200])) as [StatementProof];
    const [other] = (await proofsFor([100, 201])) as [StatementProof];
    expect((await checkProof(proof, other.root)).problem).toBe('otherRoot');
    expect((await checkProof(proof, proof.root.toUpperCase())).problem).toBeNull();
    for (const unreadable of [
      'no statement',
      'null',
      `{"format":"${STATEMENT_FORMAT}"}`,
      JSON.stringify({ ...statementOf(1, 100), lines: [null] }),
    ])
      expect((await checkProof({ ...proof, leaf: unreadable })).problem, unreadable).toBe('unreadable');
    const leaf = JSON.stringify({ ...statementOf(1, 100), month: '2026-10' });
    const hash = await leafHash(leaf);
    expect((await checkProof({ leaf, root: hash, index: 0, size: 1, path: [] })).problem).toBe('otherMonth');
  });
});
