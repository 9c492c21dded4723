import type { FlowState } from '../../../contract/entities/flow.ts';
import { messages } from '../../../contract/messages.ts';

/** True if records leave the state the moment they enter it, so that none can wait there. */
const isPassing = ({ records, waits, exits }: FlowState): boolean => records === 0 && !waits && exits.some(({ event }) => event === '');

/** The states of the chart: those in which records can wait. */
export const chartStates = (states: readonly FlowState[]): readonly FlowState[] => states.filter((state) => !isPassing(state));

/** The ways out of a state, each through a passing state to where the record ends up. */
export const shownExits = ({ name, exits }: FlowState, states: readonly FlowState[]): FlowState['exits'] =>
  exits.flatMap((exit) => {
    const passing = states.find((state) => state.name === exit.target && isPassing(state));
    if (!passing) return exit;
    return passing.exits
      .filter(({ target }) => target !== name)
      .map(({ target, guard }) => ({ event: exit.event, target, guard: guard ?? messages.flows.otherwise }));
  });
