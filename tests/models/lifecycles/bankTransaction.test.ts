import { bankTransactionLifecycle } from '../../../contract/lifecycles/bankTransaction.ts';
import { describeMachine } from '../support/walk.ts';

/** Decisions 2.15, 2.16: waiting → proposed → matched by a person, or ignored with a reason. */
describeMachine(
  {
    machine: bankTransactionLifecycle,
    inputs: [
      { settled: true, gone: false },
      { settled: false, gone: false },
      { settled: true, gone: true },
    ],
    cases: { propose: [{}], withdraw: [{}], match: [{}], ignore: [{ reason: 'Bank fee' }, { reason: ' ' }], vanish: [{}], undo: [{}] },
    project: ({ settled, gone }) => [settled, gone],
  },
  `
bankTransaction.waiting --propose[0 isSettled]--> bankTransaction.proposed
bankTransaction.waiting --match[0 isSettled]--> bankTransaction.matched
bankTransaction.waiting --ignore[0 hasReason]--> bankTransaction.ignored
bankTransaction.waiting --vanish[0 isGone]--> bankTransaction.ignored
bankTransaction.proposed --withdraw[0]--> bankTransaction.waiting
bankTransaction.proposed --match[0 isSettled]--> bankTransaction.matched
bankTransaction.proposed --ignore[0 hasReason]--> bankTransaction.ignored
bankTransaction.proposed --vanish[0 isGone]--> bankTransaction.ignored
bankTransaction.matched --undo[0]--> bankTransaction.waiting
bankTransaction.ignored --undo[0 isNotGone]--> bankTransaction.waiting
`,
  `
waiting: withdraw, undo — nothing is proposed or decided
proposed: propose, undo — it is proposed already, and nobody has decided
matched: propose, withdraw, match, ignore, vanish — a person decided, and a person undoes it
ignored: propose, withdraw, match, ignore, vanish — a person decided, and a person undoes it
`,
);
