import { type AtRate, type Cents, earnedOn } from '../../money.ts';
import { OWN_RATE } from '../clauses/keys.ts';
import type { DraftPart } from './parts.ts';
import { type Step, type Steps, type Terms, tierAt } from './terms.ts';

/**
 * Totals of the period up to a line. `rated`: revenue that each clause with retroactive tiers pays on; `stepped`: the commission on all of
 * it; `earned` is after caps.
 */
export type Sofar = Readonly<{ cum: Cents; rated: readonly Cents[]; stepped: Cents; earned: Cents }>;

export const ownRatePart = (net: Cents, rate: number): DraftPart[] => (net === 0 ? [] : [{ net, rate, clause: OWN_RATE }]);

/** The tiers between `cum` and `cum + net`; a negative net reverses the revenue it sits on. */
export const marginalParts = (steps: Steps, net: Cents, cum: Cents): DraftPart[] => {
  const parts: DraftPart[] = [];
  for (const { low, high, rate, key } of steps) {
    const part = Math.min(Math.max(cum + net, low), high) - Math.min(Math.max(cum, low), high);
    if (part !== 0) parts.push({ net: part, rate, clause: key });
  }
  return parts;
};

/**
 * Retroactive tiers pay the rate reached on all of the period's revenue, so a record earns the total after it minus the total before it.
 * Crossing a threshold reprices the revenue of every retroactive clause, because all of it counts toward one quota.
 * @param own the record's clause, to which it adds `added`; `plan`: its version
 */
export const retroactiveParts = (
  { clauses }: Terms,
  net: Cents,
  { cum, rated, stepped }: Sofar,
  own: Readonly<{ clause: number; plan: string; added: Cents }>,
): Readonly<{ parts: DraftPart[]; step: Cents }> => {
  const reached: AtRate[] = [];
  const parts: DraftPart[] = [];
  for (const [place, { plan, steps, retroactive }] of clauses.entries()) {
    if (!retroactive) continue;
    const [before, after] = [steps[tierAt(steps, cum)], steps[tierAt(steps, cum + net)]];
    const [sofar, more] = [rated[place] ?? 0, place === own.clause ? own.added : 0];
    reached.push({ net: sofar + more, rate: after?.rate ?? 0 });
    const add = (part: Cents, step: Step | undefined): void => {
      if (part === 0 || !step) return;
      parts.push({ net: part, rate: step.rate, clause: step.key, ...(plan === own.plan ? {} : { plan }) });
    };
    if (before?.rate === after?.rate) add(more, after);
    else {
      add(0 - sofar, before);
      add(sofar + more, after);
    }
  }
  return { parts, step: earnedOn(reached) - stepped };
};
