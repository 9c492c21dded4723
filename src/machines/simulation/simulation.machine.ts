import { assign, fromPromise, setup } from 'xstate';
import type { Simulation, SimulationBody } from '../../../contract/entities/simulation.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import { toFailureMessage } from '../support/failure.ts';
import { missing } from '../support/missing.ts';
import { withEvent } from '../support/params.ts';

const t = messages.simulation;
type FailureWord = 'loadFailed' | 'startFailed' | 'stopFailed';
type Context = { simulation: Simulation | null; request: SimulationBody | null; error: string | null };
type Events = { type: 'simulation.start'; request: SimulationBody } | { type: 'simulation.stop' } | { type: 'simulation.retry' };

const start = { target: 'starting', actions: withEvent('setRequest') } as const;
const showAnswer = {
  target: 'weighing',
  actions: { type: 'setSimulation' as const, params: ({ event }: { event: { output: Simulation } }) => ({ simulation: event.output }) },
} as const;
const failure = (word: FailureWord) => ({
  type: 'setError' as const,
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error, word }),
});

/**
 * The simulated company of the demo (decisions 1.10). Normal path: loading → idle → starting → waiting ⇄ reading → idle.
 * Never: start a second company while the first is being started, or check again while a response is pending.
 */
export const simulationMachine = setup({
  types: { context: {} as Context, events: {} as Events },
  actors: {
    readSimulation: fromPromise<Simulation>(missing('readSimulation')),
    /** Called only with a request. */
    startSimulation: fromPromise<Simulation, SimulationBody>(missing('startSimulation')),
    stopSimulation: fromPromise<void>(missing('stopSimulation')),
  },
  guards: { isRunning: ({ context }) => context.simulation?.state === 'starting' || context.simulation?.state === 'living' },
  actions: {
    setRequest: assign({ request: (_, { request }: { request: SimulationBody }) => request, error: null }),
    setSimulation: assign({ simulation: (_, { simulation }: { simulation: Simulation }) => simulation, error: null }),
    setError: assign({
      error: (_, { error, word }: { error: unknown; word: FailureWord }) => toFailureMessage({ error, fallback: t[word] }),
    }),
    forgetError: assign({ error: null }),
  },
  delays: { poll: limits.simulation.pollMs },
}).createMachine({
  id: 'simulation',
  context: { simulation: null, request: null, error: null },
  initial: 'loading',
  states: {
    loading: {
      description: 'The page asks whether a company is being simulated, and which faults can be planted.',
      invoke: {
        id: 'readSimulation',
        src: 'readSimulation',
        onDone: showAnswer,
        onError: { target: 'failed', actions: failure('loadFailed') },
      },
    },
    failed: {
      description: 'The page could not be loaded, and offers to try again.',
      on: { 'simulation.retry': { target: 'loading', actions: 'forgetError' } },
    },
    weighing: {
      description: 'Decision point: a company is being simulated, or none is.',
      always: [{ guard: 'isRunning', target: 'waiting' }, { target: 'idle' }],
    },
    idle: {
      description: 'No company is being simulated: the last one is shown, and a seed and a fault can be chosen.',
      on: { 'simulation.start': start },
    },
    starting: {
      description: 'The server ends the previous company and starts the chosen one.',
      invoke: {
        id: 'startSimulation',
        src: 'startSimulation',
        input: ({ context }) => context.request as SimulationBody,
        onDone: showAnswer,
        onError: [
          { guard: 'isRunning', target: 'unanswered', actions: failure('startFailed') },
          { target: 'idle', actions: failure('startFailed') },
        ],
      },
    },
    waiting: {
      description: 'The simulation is running; the page waits a second before it checks again.',
      after: { poll: 'reading' },
      on: { 'simulation.stop': 'stopping', 'simulation.start': start },
    },
    reading: {
      description: 'The page asks what has happened since the last check.',
      invoke: {
        id: 'readSimulation',
        src: 'readSimulation',
        onDone: showAnswer,
        onError: { target: 'unanswered', actions: failure('loadFailed') },
      },
      on: { 'simulation.stop': 'stopping', 'simulation.start': start },
    },
    unanswered: {
      description: 'A request failed during the simulation: loaded days stay on the page, and the user can check again.',
      on: {
        'simulation.retry': { target: 'reading', actions: 'forgetError' },
        'simulation.stop': 'stopping',
        'simulation.start': start,
      },
    },
    stopping: {
      description: 'The server ends the company.',
      entry: 'forgetError',
      invoke: {
        id: 'stopSimulation',
        src: 'stopSimulation',
        onDone: 'reading',
        onError: { target: 'unanswered', actions: failure('stopFailed') },
      },
    },
  },
});
