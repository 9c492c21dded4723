import type { AnyStateMachine } from 'xstate';
import { step } from '../../contract/lifecycles/step.ts';

const answers = new Map<string, string | null>();

/** A cached `step` of a lifecycle, because the exploration repeats the same questions millions of times. */
export const guarded = (machine: AnyStateMachine, state: string, event: { type: string }, facts: object): string | null => {
  const key = `${machine.id} ${state} ${Object.values(event).join()} ${Object.values(facts).join('|')}`;
  const known = answers.get(key);
  if (known !== undefined) return known;
  const answer = step(machine, state, event as never, facts as never);
  answers.set(key, answer);
  return answer;
};
