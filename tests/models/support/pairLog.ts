import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  getNextTransitions,
} from 'xstate';
import type { Rig } from './rig.ts';
import { declaredTransitions, transitionKey } from './transitions.ts';

export const pairOf = (first: string, second: string): string => `${first} then ${second}`;

const lineage = (node: AnyStateNode): AnyStateNode[] => (node.parent ? [node, ...lineage(node.parent)] : [node]);
const enteredBy = (node: AnyStateNode): AnyStateNode[] => {
  if (node.type === 'parallel') return [node, ...Object.values(node.states as Record<string, AnyStateNode>).flatMap(enteredBy)];
  if (node.type === 'compound') return [node, ...node.initial.target.flatMap((inner) => enteredBy(inner as AnyStateNode))];
  return [node];
};

/** Pairs of a transition and an eventless one (`always`) of a state that it enters or stays in. */
const pairsWithinSteps = (machine: AnyStateMachine): string[] =>
  declaredTransitions(machine).flatMap((transition) =>
    ((transition.target ?? []) as readonly AnyStateNode[])
      .flatMap((target) => [...lineage(target), ...enteredBy(target)])
      .flatMap((node) => node.always ?? [])
      .map((next) => pairOf(transitionKey(transition), transitionKey(next))),
  );

/** True for an event from outside, false for those that xstate itself raises. */
const isFromOutside = (type: string): boolean => type !== '' && !type.startsWith('xstate.done.state.');

/** True if xstate tries `winner` before `other` for the same event: in an inner state, or earlier in the same state. */
const precedes = (winner: AnyTransitionDefinition, other: AnyTransitionDefinition): boolean => {
  if (winner.source !== other.source) return lineage(winner.source).includes(other.source);
  const declared = (winner.source.transitions.get(winner.eventType) ?? winner.source.always ?? []) as readonly AnyTransitionDefinition[];
  return declared.indexOf(winner) < declared.indexOf(other);
};

/** The transitions that an outside event may take here, without those that an unguarded one always precedes. */
export const transitionsAt = (snapshot: AnyMachineSnapshot): AnyTransitionDefinition[] => {
  const declared = getNextTransitions(snapshot).filter(({ eventType }) => isFromOutside(eventType));
  return declared.filter(
    (transition) =>
      !declared.some(
        (other) => other.eventType === transition.eventType && !other.guard && other !== transition && precedes(other, transition),
      ),
  );
};

const takenBy = (snapshot: AnyMachineSnapshot, event: AnyEventObject): readonly AnyTransitionDefinition[] =>
  (snapshot.machine as AnyStateMachine).getTransitionData(snapshot, event) ?? [];

/** The transitions whose guards refuse the event here: no transition that xstate tries before them was taken. */
export const refusedAt = (snapshot: AnyMachineSnapshot, event: AnyEventObject): AnyTransitionDefinition[] => {
  const taken = takenBy(snapshot, event);
  return getNextTransitions(snapshot).filter(
    (transition) =>
      transition.eventType === event.type &&
      transition.guard !== undefined &&
      !taken.includes(transition) &&
      !taken.some((other) => precedes(other, transition)),
  );
};

export const isTakenAt = (snapshot: AnyMachineSnapshot, event: AnyEventObject, key: string): boolean =>
  takenBy(snapshot, event).some((transition) => transitionKey(transition) === key);

/**
 * The pairs of transitions of live actors. `possible`: a transition, and one declared in a state where the first ended, whatever its guard.
 * `taken`: directly one after the other. `after`: one snapshot per set of facts in which a transition ended.
 */
export const createPairLog = (machine: AnyStateMachine, facts: (snapshot: AnyMachineSnapshot) => string) => {
  const possible = new Set(pairsWithinSteps(machine));
  const taken = new Set<string>();
  const restarts = new Set<string>();
  const after = new Map<string, Map<string, AnyMachineSnapshot>>();
  /** Records one event's effects after the transitions `before`. @returns the transitions of its last microstep, `before` if it had none */
  const record = (before: readonly string[], { microsteps, actor }: Pick<Rig, 'microsteps' | 'actor'>): readonly string[] => {
    let last = before;
    for (const step of microsteps) {
      for (const first of last) for (const second of step) taken.add(pairOf(first, second));
      last = step;
    }
    const snapshot: AnyMachineSnapshot = actor.getSnapshot();
    if (snapshot.status !== 'active') return last;
    const key = facts(snapshot);
    for (const first of last) {
      const known = after.get(first) ?? new Map<string, AnyMachineSnapshot>();
      if (known.has(key)) continue;
      after.set(first, known.set(key, snapshot));
      for (const next of transitionsAt(snapshot)) possible.add(pairOf(first, transitionKey(next)));
    }
    return last;
  };
  return { possible, taken, after, restarts, record };
};
