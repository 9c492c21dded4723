import { describe, expect, it } from 'vitest';
import { netDue, withSettled } from '../../../contract/rules/payouts/netDue.ts';

const record = (id: number, family: number, open: number) => ({ kind: 'record' as const, id, family, open });
const adjustment = (id: number, open: number) => ({ kind: 'adjustment' as const, id, family: null, open });

describe('decisions 2.24: credit memos reduce the due amount of their own invoice', () => {
  it.each([
    ['a memo', [record(1, 1, 300), record(2, 1, -100)], [[1, 200]]],
    [
      'a memo of another invoice',
      [record(1, 1, 300), record(3, 2, -100)],
      [
        [1, 300],
        [3, -100],
      ],
    ],
    ['two memos', [record(1, 1, 300), record(2, 1, -100), record(3, 1, -150)], [[1, 50]]],
    ['a memo of the full amount', [record(1, 1, 300), record(2, 1, -300)], []],
    ['a memo of more than the amount', [record(2, 1, -400), record(1, 1, 300)], [[2, -100]]],
    [
      'an adjustment with the same id',
      [record(1, 1, 300), adjustment(1, -100)],
      [
        [1, 300],
        [1, -100],
      ],
    ],
  ])('%s', (_, rows, expected) => expect(netDue(rows).map(({ id, open }) => [id, open])).toEqual(expected));

  it('settles them with the payment of the remaining invoice', () => {
    const items = netDue([record(1, 1, 300), record(2, 1, -100), record(3, 3, 50)]);
    const paid = (amount: number) =>
      withSettled(
        [
          { kind: 'record', id: 1, amount },
          { kind: 'record', id: 3, amount: 50 },
        ],
        items,
      );
    expect(paid(200).map(({ id, amount }) => [id, amount])).toEqual([
      [1, 300],
      [2, -100],
      [3, 50],
    ]);
    expect(paid(199).map(({ id, amount }) => [id, amount])).toEqual([
      [1, 199],
      [3, 50],
    ]);
  });
});
