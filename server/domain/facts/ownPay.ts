import { fill, messages } from '../../../contract/messages.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import type { AuditEntry } from '../../db/repositories/audit/audit.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { type Cause, personAmounts, type Touched } from '../commissions/recompute/index.ts';
import type { Principal } from '../session/principal.ts';
import { dollars } from '../shared/moneyText.ts';
import { Problem } from '../shared/problem.ts';

type By = Readonly<{ principal: Principal; at: Date }>;
/** What the author's commission comes to without and with the change. Cents. */
export type Gain = Readonly<{ before: Cents; after: Cents }>;

const t = messages.ownPay;

/** A change that raises its author's pay: another person has to agree (decisions 3.06). */
export class OwnPayProblem extends Problem {
  readonly gain: Gain;
  readonly why: Cause['why'];

  constructor(gain: Gain, why: Cause['why']) {
    super(403, 'own_pay', fill(t.refused, { before: dollars(gain.before), after: dollars(gain.after) }));
    this.gain = gain;
    this.why = why;
  }
}

const raisedBy = ({ principal, at }: By, { before, after }: Gain): AuditEntry => ({
  actorId: principal.userId,
  action: 'own_pay.raised',
  entity: 'user',
  entityId: String(principal.userId),
  before: { amount_cents: before },
  after: { amount_cents: after, self_approved: true },
  at,
});

/**
 * Follows what a change does to its author's own pay, by amounts and not by what kind of change it is.
 * `before` is asked each time that more facts are about to change, `after` once they are written.
 */
export const watchOwnPay = (within: Repositories, by: By) => {
  const { userId } = by.principal;
  const none = { earned: 0, released: 0 };
  // What the stored figures lack of facts that others wrote is not this author's doing.
  let owed = none;
  const amounts = async (touched: readonly Touched[]) => personAmounts(within, userId, touched, by.at);
  return {
    before: async (touched: readonly Touched[]): Promise<void> => {
      const now = await amounts(touched);
      owed = now ? { earned: now.earned.now - now.earned.stored, released: now.released.now - now.released.stored } : none;
    },
    /** @returns audit rows @throws OwnPayProblem */
    after: async (touched: readonly Touched[], why: Cause['why']): Promise<AuditEntry[]> => {
      const now = await amounts(touched);
      if (!now) return [];
      const gains = (['earned', 'released'] as const).map((kind) => ({ before: now[kind].stored + owed[kind], after: now[kind].now }));
      const gain = gains.find(({ before, after }) => after > before);
      if (!gain) return [];
      const others = (await within.adjustments.approvers()).filter(({ id }) => id !== by.principal.actor.id);
      if (others.length > 0) throw new OwnPayProblem(gain, why);
      return [raisedBy(by, gain)];
    },
  };
};
