import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type ContextFrom,
  type EventFromLogic,
  initialTransition,
  transition,
} from 'xstate';

/**
 * Lifecycles are machines without effects: the server uses them to check whether a step is legal, screens to decide whether to offer it.
 * A snapshot is built from stored data: the state's name and the facts that guards read.
 */
const snapshotAt = (machine: AnyStateMachine, state: string, facts: object): AnyMachineSnapshot =>
  machine.resolveState({ value: state, context: facts });

/** True if the event is legal now. */
export const canStep = <Machine extends AnyStateMachine>(
  machine: Machine,
  state: string,
  event: EventFromLogic<Machine>,
  facts: ContextFrom<Machine> & object,
): boolean => snapshotAt(machine, state, facts).can(event);

/** The state after the event; null if it is not legal. */
export const step = <Machine extends AnyStateMachine>(
  machine: Machine,
  state: string,
  event: EventFromLogic<Machine>,
  facts: ContextFrom<Machine> & object,
): string | null => {
  const before = snapshotAt(machine, state, facts);
  if (!before.can(event)) return null;
  const [after]: [AnyMachineSnapshot, unknown] = transition(machine as AnyStateMachine, before, event);
  return String(after.value);
};

/** The initial state for these facts. */
export const firstState = <Machine extends AnyStateMachine>(machine: Machine, facts: ContextFrom<Machine> & object): string => {
  const [first]: [AnyMachineSnapshot, unknown] = initialTransition(machine as AnyStateMachine, facts);
  return String(first.value);
};
