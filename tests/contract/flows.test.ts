import { describe, expect, it } from 'vitest';
import type { AnyStateNode } from 'xstate';
import { flowNames } from '../../contract/entities/flow.ts';
import { messages } from '../../contract/messages.ts';
import { exitsOf, flowMachines, waitingStates } from '../../server/domain/flows/flowCharts.ts';

const nodesOf = (name: (typeof flowNames)[number]) => Object.values(flowMachines[name].root.states as Record<string, AnyStateNode>);

describe('decisions 2.37: lifecycles that handle money', () => {
  it.each(flowNames)('%s has a sentence for every guard of an exit, and no other', (name) => {
    const guards = nodesOf(name).flatMap((node) => exitsOf(node).flatMap(({ guard }) => guard ?? []));
    expect(Object.keys(messages.flowGuards[name]).sort()).toEqual([...new Set(guards)].sort());
  });

  it.each(flowNames)('%s is the id of its machine, and waits only in its states', (name) => {
    expect(flowMachines[name].id).toBe(name);
    const states = nodesOf(name).map(({ key }) => key);
    expect(waitingStates[name].filter((state) => !states.includes(state))).toEqual([]);
  });
});
